import type { TestPlan } from './cases.js';
import { commentLine, generatedJson } from './generated-json.js';

/** A test file for jest without other packages; it sends requests with `fetch`. */
export function jestFile({ title, contract, cases, answers, defs, untested }: TestPlan): string {
  const notes = untested.map((line) => `// Not tested: ${commentLine(line)}`);
  return `// Holds a running service against ${commentLine(title)} (${commentLine(contract)}).
//
// BASE_URL        where the service runs, with its base path; required
// AUTHORIZATION   header for operations that ask who calls
// ALLOW_WRITES=1  also send requests that change something
${notes.map((line) => `${line}\n`).join('')}
const CASES = JSON.parse(String.raw\`${generatedJson(cases)}\`);
const ANSWERS = JSON.parse(String.raw\`${generatedJson(answers)}\`);
const DEFS = JSON.parse(String.raw\`${generatedJson(defs)}\`);
${RUNTIME}`;
}

const RUNTIME = String.raw`
const base = (process.env.BASE_URL ?? '').replace(/\/+$/, '');

test('BASE_URL says where the service runs', () => {
  expect(base).toMatch(/^https?:\/\//);
});

for (const one of CASES) {
  const isAllowed = !one.writes || process.env.ALLOW_WRITES === '1';
  const isKnown = one.expects === 'unauthorized' || !one.secured || Boolean(process.env.AUTHORIZATION);
  const run = isAllowed && isKnown ? test : test.skip;
  run(one.name, async () => {
    const { path, isThere } = await pathOf(one);
    const answer = await send(one, path);
    if (one.expects === 'unauthorized') expect([401, 403]).toContain(answer.status);
    else if (one.expects === 'refused') expect([answer.status, answer.status >= 400 && answer.status < 500]).toEqual([answer.status, true]);
    else {
      expect(problemsOf(one, answer)).toEqual([]);
      // What is sent a second time may be there already.
      const isDone = answer.status < 400 || (one.writes && answer.status === 409);
      if (isThere) expect([answer.status, isDone]).toEqual([answer.status, true]);
      // A contract may describe it; nobody has asked for anything that is wrong.
      expect([answer.status, answer.status < 500]).toEqual([answer.status, true]);
    }
  });
}

// A value that is there is looked for in the list; where there is none, the contract's "not found" is as good an answer.
async function pathOf(one) {
  let isThere = true;
  let path = one.path;
  for (const [name, { value, isKnown, from }] of Object.entries(one.values)) {
    const found = isKnown || one.expects !== 'kept' || from === undefined ? undefined : await firstOf(one, from, name);
    isThere = isThere && (isKnown || found !== undefined);
    path = path.replace('{' + name + '}', encodeURIComponent(String(found ?? value)));
  }
  return { path, isThere };
}

async function firstOf(one, from, name) {
  const { body } = await send({ method: 'GET', query: [], headers: {}, secured: one.secured }, from);
  const list = Array.isArray(body) ? body : Object.values(body ?? {}).find(Array.isArray);
  const [first] = list ?? [];
  if (typeof first !== 'object' || first === null) return undefined;
  const value = first[name] ?? first.id;
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

async function send(one, path) {
  const query = one.query.flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)]));
  const headers = { Accept: 'application/json', ...one.headers };
  if (one.mediaType !== undefined) headers['Content-Type'] = one.mediaType;
  if (one.secured && one.expects !== 'unauthorized' && process.env.AUTHORIZATION) headers.Authorization = process.env.AUTHORIZATION;
  const search = query.length === 0 ? '' : '?' + new URLSearchParams(query);
  const body = one.body === undefined ? undefined : JSON.stringify(one.body);
  const response = await fetch(base + path + search, { method: one.method, headers, body, redirect: 'manual' });
  const text = await response.text();
  const type = (response.headers.get('content-type') ?? '').split(';')[0].trim().toLowerCase();
  try {
    return { status: response.status, type, text, body: text === '' ? undefined : JSON.parse(text) };
  } catch {
    return { status: response.status, type, text, body: text };
  }
}

function problemsOf(one, { status, type, text, body }) {
  const answers = ANSWERS[one.method + ' ' + one.path];
  const bodies = answers[status] ?? answers[Math.floor(status / 100) + 'XX'] ?? answers.default;
  if (bodies === undefined) return ['status: expected ' + Object.keys(answers).join(' or ') + ', got ' + status];
  const types = Object.keys(bodies);
  if (types.length === 0) return text === '' ? [] : ['body: expected none, got ' + text.slice(0, 80)];
  if (one.method === 'HEAD') return [];
  if (text === '') return ['body: expected ' + types.join(' or ') + ', got none'];
  const bare = (each) => each.split(';')[0].trim().toLowerCase();
  const promised = types.find((each) => bare(each) === type) ?? types.find((each) => bare(each) === type.split('/')[0] + '/*') ?? types.find((each) => bare(each) === '*/*');
  if (promised === undefined) return ['media type: expected ' + types.join(' or ') + ', got ' + type];
  return bodies[promised] === null ? [] : errorsOf(bodies[promised], body, 'body');
}

const kindOf = (value) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
const isType = (type, value) => (type === 'integer' ? Number.isInteger(value) : kindOf(value) === type);
const FORMATS = {
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text + 'T00:00:00Z').toJSON()?.startsWith(text) === true,
  'date-time': (text) => /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)),
  uuid: (text) => /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text),
  email: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
  uri: (text) => /^[a-z][a-z0-9+.-]*:/i.test(text),
};

// In what a value differs from a JSON Schema (2020-12), as far as responses need it.
function errorsOf(schema, value, at) {
  if (schema === true) return [];
  if (schema === false) return [at + ': expected nothing, got ' + kindOf(value)];
  const found = [];
  const wrong = (expected) => found.push(at + ': expected ' + expected + ', got ' + (JSON.stringify(value) ?? 'nothing').slice(0, 80));
  const inner = (each, part, place) => found.push(...errorsOf(each, part, place));
  const fits = (each) => errorsOf(each, value, at).length === 0;
  if (schema.$ref !== undefined) inner(DEFS[schema.$ref], value, at);
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => isType(type, value))) return [...found, at + ': expected ' + types.join(' or ') + ', got ' + kindOf(value)];
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  if (schema.enum !== undefined && !schema.enum.some((each) => same(each, value))) wrong(schema.enum.map((each) => JSON.stringify(each)).join(' or '));
  if (schema.const !== undefined && !same(schema.const, value)) wrong(JSON.stringify(schema.const));
  for (const each of schema.allOf ?? []) inner(each, value, at);
  if (schema.anyOf !== undefined && !schema.anyOf.some(fits)) wrong('one of ' + schema.anyOf.length + ' options');
  if (schema.oneOf !== undefined && schema.oneOf.filter(fits).length !== 1) wrong('exactly one of ' + schema.oneOf.length + ' options');
  if (schema.not !== undefined && fits(schema.not)) wrong('what is not ruled out');
  if (schema.if !== undefined) inner((fits(schema.if) ? schema.then : schema.else) ?? true, value, at);
  if (typeof value === 'string') textErrors(schema, value, wrong);
  if (typeof value === 'number') numberErrors(schema, value, wrong);
  if (Array.isArray(value)) arrayErrors(schema, value, at, wrong, inner);
  if (kindOf(value) === 'object') objectErrors(schema, value, at, wrong, inner);
  return found;
}

function textErrors(schema, value, wrong) {
  const length = [...value].length;
  if (length < (schema.minLength ?? 0)) wrong('at least ' + schema.minLength + ' characters');
  if (length > (schema.maxLength ?? Infinity)) wrong('at most ' + schema.maxLength + ' characters');
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(value)) wrong('a match of ' + schema.pattern);
  if (FORMATS[schema.format] !== undefined && !FORMATS[schema.format](value)) wrong('string (' + schema.format + ')');
}

function numberErrors(schema, value, wrong) {
  if (value < (schema.minimum ?? -Infinity)) wrong('at least ' + schema.minimum);
  if (value > (schema.maximum ?? Infinity)) wrong('at most ' + schema.maximum);
  if (value <= (schema.exclusiveMinimum ?? -Infinity)) wrong('more than ' + schema.exclusiveMinimum);
  if (value >= (schema.exclusiveMaximum ?? Infinity)) wrong('less than ' + schema.exclusiveMaximum);
  const times = value / (schema.multipleOf ?? value);
  if (Math.abs(times - Math.round(times)) > 1e-9) wrong('a multiple of ' + schema.multipleOf);
}

function arrayErrors(schema, value, at, wrong, inner) {
  const positions = schema.prefixItems ?? [];
  value.forEach((item, index) => inner(positions[index] ?? schema.items ?? true, item, at + '[' + index + ']'));
  if (value.length < (schema.minItems ?? 0)) wrong('at least ' + schema.minItems + ' items');
  if (value.length > (schema.maxItems ?? Infinity)) wrong('at most ' + schema.maxItems + ' items');
  if (schema.uniqueItems && new Set(value.map((item) => JSON.stringify(item))).size < value.length) wrong('items that differ');
}

function objectErrors(schema, value, at, wrong, inner) {
  const names = Object.keys(value);
  for (const name of schema.required ?? []) if (!Object.hasOwn(value, name)) wrong('the field ' + name);
  for (const [name, others] of Object.entries(schema.dependentRequired ?? {}))
    if (Object.hasOwn(value, name)) for (const other of others) if (!Object.hasOwn(value, other)) wrong('the field ' + other + ' beside ' + name);
  if (names.length < (schema.minProperties ?? 0)) wrong('at least ' + schema.minProperties + ' fields');
  if (names.length > (schema.maxProperties ?? Infinity)) wrong('at most ' + schema.maxProperties + ' fields');
  for (const name of names) {
    const own = schema.properties !== undefined && Object.hasOwn(schema.properties, name) ? [schema.properties[name]] : [];
    const patterns = Object.entries(schema.patternProperties ?? {}).filter(([pattern]) => new RegExp(pattern, 'u').test(name));
    const all = [...own, ...patterns.map(([, each]) => each)];
    for (const each of all.length > 0 ? all : [schema.additionalProperties ?? true]) inner(each, value[name], at + '.' + name);
  }
}
`;
