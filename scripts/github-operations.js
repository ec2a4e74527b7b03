/**
 * `npm run github-operations [-- FILE]`: cuts the operations that the tests' loopback GitHub plays out of GitHub's own OpenAPI
 * description, into one small file. FILE is an `api.github.com.json`; without it the package `@octokit/openapi` (MIT) is fetched
 * into a temporary folder: it is 460 MB unpacked, so it is no dependency.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Add an operation here, run the script, and add its handler in `__tests__/github/loopback/routes`. */
const OPERATIONS = [
  'actions/download-artifact',
  'actions/get-artifact',
  'actions/get-workflow-run',
  'actions/list-artifacts-for-repo',
  'actions/list-workflow-run-artifacts',
  'checks/create',
  'checks/get',
  'checks/list-annotations',
  'checks/list-for-ref',
  'checks/update',
  'code-scanning/get-sarif',
  'code-scanning/upload-sarif',
  'git/create-blob',
  'git/create-commit',
  'git/create-ref',
  'git/create-tree',
  'git/get-commit',
  'git/get-ref',
  'git/update-ref',
  'issues/add-labels',
  'issues/create',
  'issues/create-comment',
  'issues/delete-comment',
  'issues/get',
  'issues/get-comment',
  'issues/list-comments',
  'issues/list-for-repo',
  'issues/list-labels-on-issue',
  'issues/update',
  'issues/update-comment',
  'pulls/create',
  'pulls/create-review',
  'pulls/create-review-comment',
  'pulls/delete-review-comment',
  'pulls/get',
  'pulls/list',
  'pulls/list-files',
  'pulls/list-review-comments',
  'pulls/list-reviews',
  'pulls/update-review-comment',
  'rate-limit/get',
  'repos/compare-commits-with-basehead',
  'repos/create-or-update-file-contents',
  'repos/get',
  'repos/get-collaborator-permission-level',
  'repos/get-commit',
  'repos/get-content',
  'repos/list-pull-requests-associated-with-commit',
  'users/get-authenticated',
];

const OUTPUT = fileURLToPath(new URL('../__tests__/github/loopback/operations.json', import.meta.url));

/** What of a schema says which values it allows; the rest is text for readers. */
const RETAINED = new Set(
  'type nullable enum const format pattern minimum maximum minLength maxLength minItems maxItems uniqueItems'.split(' '),
);

/** @typedef {Record<string, unknown>} Json */

/**
 * A schema without prose. What GitHub sends is outlined: only which fields there are and of which type, since the loopback sends
 * a part of them.
 * @param {unknown} schema
 * @param {{ outline: boolean, refs: Set<string> }} how
 * @returns {Json}
 */
function trimmed(schema, how) {
  if (typeof schema !== 'object' || schema === null) return {};
  const given = /** @type {Json} */ (schema);
  if (typeof given.$ref === 'string') {
    const name = given.$ref.replace('#/components/schemas/', '');
    how.refs.add(name);
    return { $ref: `#/schemas/${how.outline ? 'outline:' : ''}${name}` };
  }
  /** @type {Json} */
  const retained = {};
  for (const [key, value] of Object.entries(given)) {
    if (key === 'required' ? !how.outline : RETAINED.has(key) && !(how.outline && key === 'format')) retained[key] = value;
    if (key === 'properties') retained[key] = mapped(/** @type {Json} */ (value), how);
    if (key === 'items' || (key === 'additionalProperties' && typeof value === 'object')) retained[key] = trimmed(value, how);
    if (key === 'additionalProperties' && value === false) retained[key] = false;
    if (['oneOf', 'anyOf', 'allOf'].includes(key)) {
      const parts = /** @type {unknown[]} */ (value).map((part) => trimmed(part, how));
      // What is sent is a part of either: an outline asks for less than the whole.
      retained[how.outline ? 'anyOf' : key] = parts;
    }
  }
  if (retained.nullable === true && Array.isArray(retained.enum)) retained.enum = [...new Set([...retained.enum, null])];
  if (retained.nullable !== true || 'type' in retained) return retained;
  // The checker knows `nullable` beside a type only.
  const { nullable: _, ...rest } = retained;
  return { anyOf: [{ type: 'null' }, rest] };
}

/** @param {Json} properties @param {{ outline: boolean, refs: Set<string> }} how */
function mapped(properties, how) {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, trimmed(schema, how)]));
}

/** @param {string | undefined} given */
function readDescription(given) {
  if (given !== undefined) return JSON.parse(readFileSync(given, 'utf8'));
  const folder = mkdtempSync(join(tmpdir(), 'github-openapi-'));
  try {
    const run = (/** @type {string} */ program, /** @type {string[]} */ words) =>
      spawnSync(program, words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).stdout.trim();
    const archive = run('npm', ['pack', '--silent', '@octokit/openapi']);
    run('tar', ['xzf', archive, 'package/generated/api.github.com.json']);
    return JSON.parse(readFileSync(join(folder, 'package', 'generated', 'api.github.com.json'), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const description = readDescription(process.argv[2]);
const resolved = (/** @type {Json} */ part) =>
  typeof part.$ref === 'string'
    ? part.$ref
        .slice(2)
        .split('/')
        .reduce((at, key) => at[key], description)
    : part;

const asked = { outline: false, refs: /** @type {Set<string>} */ (new Set()) };
const sent = { outline: true, refs: /** @type {Set<string>} */ (new Set()) };
/** @type {Json[]} */
const operations = [];
for (const [path, methods] of Object.entries(description.paths)) {
  for (const [method, operation] of Object.entries(/** @type {Record<string, any>} */ (methods))) {
    if (!OPERATIONS.includes(operation.operationId)) continue;
    /** @type {Json} */
    const answers = {};
    for (const [status, response] of Object.entries(/** @type {Record<string, any>} */ (operation.responses))) {
      const content = resolved(response).content?.['application/json'];
      if (status.startsWith('2')) answers[status] = content === undefined ? null : trimmed(content.schema, sent);
    }
    operations.push({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      parameters: (operation.parameters ?? []).map((/** @type {Json} */ part) => {
        const { name, in: where, required = false, schema } = resolved(part);
        return { name, in: where, required, schema: trimmed(schema, asked) };
      }),
      ...(operation.requestBody === undefined
        ? {}
        : {
            body: trimmed(operation.requestBody.content['application/json'].schema, asked),
            bodyRequired: operation.requestBody.required === true,
          }),
      answers,
    });
  }
}
const missing = OPERATIONS.filter((id) => !operations.some((operation) => operation.id === id));
if (missing.length > 0) throw new Error(`GitHub describes no ${missing.join(', ')}.`);

/** @type {Record<string, Json>} */
const schemas = {};
for (const how of [asked, sent]) {
  // Trimming a schema may name further ones: a set that grows is walked to its end.
  for (const name of how.refs)
    schemas[`${how.outline ? 'outline:' : ''}${name}`] = trimmed(description.components.schemas[name], how);
}
const row = (/** @type {unknown} */ value) => JSON.stringify(value);
writeFileSync(
  OUTPUT,
  `{\n"source": ${row(`@octokit/openapi ${description.info.version}, MIT`)},\n"operations": [\n${operations.map(row).join(',\n')}\n],\n"schemas": {\n${Object.entries(
    schemas,
  )
    .map(([name, schema]) => `${row(name)}: ${row(schema)}`)
    .join(',\n')}\n}\n}\n`,
);
// As the linter wants it, so that running this twice changes nothing.
spawnSync('npx', ['biome', 'check', '--write', OUTPUT], { stdio: 'ignore', shell: process.platform === 'win32' });
process.stdout.write(`${operations.length} operations, ${Object.keys(schemas).length} schemas\n`);
