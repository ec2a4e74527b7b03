import type { Expression } from '../../../../facts/expression.js';
import type { Forward, Response } from '../../../../facts/fact.js';
import { ANY_MAKER } from '../declares.js';
import { ogenProfile } from '../frameworks/ogen-profile.js';
import { declaredName, implementedName, importedName } from '../names.js';
import { encodingsIn, isOgen } from '../ogen.js';
import { givenReceiver } from '../sends/fluent.js';
import { type Place, type Source, unknown } from '../source.js';
import type { CallNode } from '../syntax/node.js';
import { placeOf } from '../syntax/text.js';
import { typeOf } from '../types.js';
import { readValue } from '../values.js';

/** Operations and responses of a server that ogen generated. */
export function ogenFacts(source: Source): void {
  if (!isOgen(source.text.text)) return;
  for (const { type } of source.types.values()) if (type.kind === 'interface') operations(source, type.body);
  encoders(source);
}

/** `// GET /users/{id}` above `GetUser(ctx context.Context, params GetUserParams) (GetUserRes, error)`. */
const OPERATION = /^\t\/\/ ([A-Z]{3,7}) (\/.{0,500})$/;
const METHOD = /^\t(\w{1,200})\(ctx context\.Context\b/;
const FAILS = ', error)';

interface Operation {
  readonly verb: string;
  readonly path: string;
  readonly method: string;
  /** Its result beside the error. */
  readonly result?: string;
  readonly offset: number;
}

function operationsIn(text: string, start: number, end: number): readonly Operation[] {
  const found: Operation[] = [];
  let above = '';
  let offset = start;
  for (const line of text.slice(start, end).split('\n')) {
    const [, verb, path = ''] = OPERATION.exec(above) ?? [];
    const [, method] = METHOD.exec(line) ?? [];
    const result = line.endsWith(FAILS) ? line.slice(line.lastIndexOf(') (') + 3, -FAILS.length) : undefined;
    if (verb !== undefined && method !== undefined && (result !== undefined || line.endsWith(') error')))
      found.push({ verb, path, method, ...(result !== undefined && { result }), offset: offset + 1 });
    above = line;
    offset += line.length + 1;
  }
  return found;
}

/** Methods that identify the folder whose types implement the interface. */
const MAX_METHODS = 12;

function operations(source: Source, { start, end }: { readonly start: number; readonly end: number }): void {
  const all = operationsIn(source.text.text, start, end);
  const methods = all.slice(0, MAX_METHODS).map(({ method }) => method);
  for (const { verb, path, method, result, offset } of all) {
    const at = placeOf(source.text, offset);
    const handled = implementedName(source, ANY_MAKER, methods, method, offset, '|');
    const given: Expression = { kind: 'returns', of: handled };
    const value: Expression = result === undefined ? given : { kind: 'member', of: given, name: '0' };
    const encoder = `encode${method}Response`;
    const isOneOf = result === `${method}Res`;
    const own = declaredName(source, encoder, offset);
    const of: Expression = isOneOf ? { kind: 'member', of: value, name: encoder } : { ...own, ...VALUE };
    const forward: Forward = {
      call: { kind: 'returns', of, ...(!isOneOf && { values: [value] }) },
      why: `what ${method} gives could not be read`,
      needs: handled,
    };
    const name = `${method} operation`;
    source.callables.set(name, { kind: 'callable', name, sends: [], forwards: [forward], at });
    source.facts.push({
      ...{ kind: 'route', by: ogenProfile.id, method: verb, path: { kind: 'literal', value: path }, responses: [] },
      router: SERVER,
      handler: { kind: 'name', name, space: 'value' },
      at,
    });
  }
  if (all.length === 0 || source.routers.has(SERVER.name)) return;
  source.routers.add(SERVER.name);
  const maker = source.callables.get('NewServer');
  if (maker !== undefined)
    source.callables.set(maker.name, { ...maker, returns: { kind: 'tuple', items: [SERVER, unknown('an error')] } });
  source.facts.push({ kind: 'router', by: ogenProfile.id, name: SERVER.name, root: true, at: placeOf(source.text, start) });
}

const VALUE = { space: 'value' } as const;
const SERVER = { kind: 'name', name: 'Server', space: 'value' } as const satisfies Expression;

/** `api.NewServer(handler, api.WithPathPrefix("/v1"))`. */
export function ogenPrefix(place: Place, { of, given: [prefix] }: CallNode): void {
  const { source, scope } = place;
  if (of.kind !== 'member' || of.name !== 'WithPathPrefix' || of.of.kind !== 'name' || prefix === undefined) return;
  const path = scope === undefined ? undefined : source.packages.get(of.of.name);
  if (path === undefined) return;
  const server = importedName(source, of.of.name, path, SERVER.name, of.start);
  const at = placeOf(source.text, of.start);
  source.facts.push({ kind: 'prefix', router: { ...server, ...VALUE }, prefix: readValue(place, prefix), at });
}

/** What each response type of an operation sends: a method of that type, or a function where there is only one. */
function encoders(source: Source): void {
  for (const { name, type, body, at: offset } of encodingsIn(source.text.text)) {
    const callable = type === undefined ? name : `${type}#${name}`;
    const only = source.functions.find((one) => one.name === name)?.parameters[0]?.type;
    const passed: Expression = { kind: 'parameter', callable, index: 0, ...(only && { type: typeOf(source, only) }) };
    const value = type === undefined ? passed : givenReceiver(callable, declaredName(source, type, offset));
    const at = placeOf(source.text, offset);
    source.callables.set(callable, { kind: 'callable', name: callable, sends: [sent(value, body, at)], at });
  }
}

function sent(value: Expression, body: string, at: Response['at']): Response {
  const [, status] = /\bw\.WriteHeader\((\d{3})\)/.exec(body) ?? [];
  const [, type] = /"Content-Type", "([^";]{1,100})/.exec(body) ?? [];
  const member = (name: string): Expression => ({ kind: 'member', of: value, name });
  const isJson = type !== undefined && /\bjson\b|\+json$/.test(type);
  const isEmpty = type === undefined && !/\b(?:WriteTo|Copy|Write)\(/.test(body);
  return {
    status:
      status !== undefined
        ? { kind: 'literal', value: Number(status) }
        : body.includes('response.StatusCode')
          ? member('StatusCode')
          : unknown('the status of a response that is generated'),
    ...(isEmpty && { mediaType: 'none' }),
    ...(type !== undefined && type !== 'application/json' && { mediaType: type }),
    body: isEmpty
      ? { kind: 'absent' }
      : isJson
        ? body.includes('response.Response')
          ? member('Response')
          : value
        : unknown('bytes are sent'),
    at,
  };
}
