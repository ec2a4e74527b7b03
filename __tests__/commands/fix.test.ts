import { lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fix } from '../../src/commands/fix.js';
import { scan } from '../../src/scan.js';
import { folderOf, removeFolders } from '../temporary-folder.js';
import { recordedIo } from './io.js';

afterEach(removeFolders);

/** An Express service whose handlers send what the table says. */
const app = (routes: Readonly<Record<string, string>>): string =>
  [
    "const express = require('express');",
    'const app = express();',
    ...Object.entries(routes).map(([route, body]) => {
      const [method = '', path = ''] = route.split(' ');
      return `app.${method}('${path}', (req, res) => { ${body.startsWith('res.') ? body : `res.json(${body})`}; });`;
    }),
    'app.listen(1);',
  ].join('\n');

/** A contract of `GET /bees/{id}`, with a comment that has to stay. */
const contract = (properties: string, required = '[id]', more = '', version = '3.0.3'): string => `openapi: ${version}
info: { title: Bees, version: 1.0.0 }
paths:
  /bees/{id}:
    get: # one bee
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        '200':
          description: OK
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Bee' }
${more}components:
  schemas:
    Bee:
      type: object
      required: ${required}
      properties:
${properties}`;

const ID = '        id: { type: integer }\n';
const BEE = 'get /bees/:id';
const scans = { endpoint_schema_scan: true, missing_endpoint_scan: true, event_schema_scan: true, shared_model_scan: true };

interface Case {
  readonly routes: Readonly<Record<string, string>>;
  readonly contract: string;
  readonly options?: Readonly<Record<string, unknown>>;
  /** What the contract has afterwards, and what it has not any more. */
  readonly has?: readonly string[];
  readonly gone?: readonly string[];
  /** What is printed. */
  readonly says?: string;
}

const post = `  /bees:
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Bee' } } } }
      responses: { '204': { description: stored } }
`;
const hive = `  /hive:
    get:
      responses:
        '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Bee' } } } }
`;
const served = { 'post /bees': 'res.status(204).end()' };

const cases: Readonly<Record<string, Case>> = {
  'a field that is never sent goes': {
    routes: { [BEE]: '{ id: 1 }' },
    contract: contract(`${ID}        name: { type: string }\n`, '[id, name]'),
    gone: ['name: { type: string }', '[id, name]'],
    has: ['get: # one bee', 'required: [id]'],
  },
  'one that another operation sends stays there, and the response gets a schema of its own': {
    routes: { [BEE]: '{ id: 1 }', 'get /hive': "{ id: 1, name: 'a' }" },
    contract: contract(`${ID}        name: { type: string }\n`, '[id, name]', hive),
    has: [
      'name: { type: string }',
      'required: [id, name]',
      'schema: { $ref: "#/components/schemas/BeeResponse" }',
      'BeeResponse:',
    ],
  },
  'a value is added where the response refers to the list of values, and requests do too': {
    routes: { [BEE]: "{ id: 1, kind: req.query.all ? 'queen' : 'drone' }", ...served },
    contract: contract(
      `${ID}        kind: { $ref: '#/components/schemas/Kind' }\n    Kind: { type: string, enum: [worker, drone] }\n`,
      '[id]',
      post.replace('/Bee', '/Kind'),
    ),
    has: ['enum: [worker, drone] }', 'kind: { $ref: "#/components/schemas/KindResponse" }', '- queen'],
    gone: ['BeeResponse'],
  },
  'one that requests bring is theirs alone': {
    routes: { [BEE]: '{ id: 1 }', ...served },
    contract: contract(`${ID}        name: { type: string }\n`, '[id, name]', post),
    has: ['name: { type: string, writeOnly: true }', '[id, name]'],
  },
  'a field that may be left out is not required': {
    routes: { [BEE]: '{ id: 1, ...(req.query.all ? { name: "a" } : {}) }' },
    contract: contract(`${ID}        name: { type: string }\n`, '[id, name]'),
    has: ['required: [id]', 'name: { type: string }'],
  },
  'where requests have it as well, responses get a schema of their own': {
    routes: { [BEE]: '{ id: 1, ...(req.query.all ? { name: "a" } : {}) }', ...served },
    contract: contract(`${ID}        name: { type: string }\n`, '[id, name]', post),
    has: [
      'required: [id, name]',
      "schema: { $ref: '#/components/schemas/Bee' } } } }",
      'schema: { $ref: "#/components/schemas/BeeResponse" }',
      '    BeeResponse:\n      type: object\n      required:\n        - id\n      properties:',
    ],
  },
  'responses that change alike share it, and what leads there follows': {
    routes: {
      [BEE]: '{ bee: { id: 1 } }',
      'get /hive': '{ bee: { id: 1 } }',
      'get /queen': "{ id: 1, name: 'a' }",
      'post /bees': 'res.status(204).end()',
    },
    contract: contract(
      `${ID}        name: { type: string }\n    Holder:\n      type: object\n      properties:\n        bee: { $ref: '#/components/schemas/Bee' }\n`,
      '[id, name]',
      `${post}${hive.replaceAll('/Bee', '/Holder')}${hive.replace('/hive', '/queen')}`,
    ).replace(
      "schema: { $ref: '#/components/schemas/Bee' }\n  /bees:",
      "schema: { $ref: '#/components/schemas/Holder' }\n  /bees:",
    ),
    has: [
      'bee: { $ref: "#/components/schemas/BeeResponse" }',
      '[id, name]',
      'BeeResponse:\n      type: object\n      required:\n        - id\n',
    ],
    gone: ['HolderResponse', 'BeeResponse2'],
  },
  'a field that may be left out and is not sent is worth no schema of its own': {
    routes: { [BEE]: '{ id: 1 }', 'get /hive': "{ id: 1, name: 'a' }" },
    contract: contract(`${ID}        name: { type: string }\n`, '[id]', hive),
    gone: ['BeeResponse'],
    says: 'its schema also describes GET /hive',
  },
  'a status without a body is the one that is sent': {
    routes: { [BEE]: 'res.status(204).end()' },
    contract: contract(ID),
    has: ["'204':\n          description: OK\n"],
    says: 'status 200 → 204, without a body',
    gone: ["'200':", 'content:'],
  },
  'a name that is required and not described goes': {
    routes: { [BEE]: '{ id: 1 }' },
    contract: contract(ID, '[id, name]'),
    has: ['required: [id]'],
  },
  'a value of a map is one of its values': {
    routes: { [BEE]: '{ id: 1, sizes: { wings: 2 } }' },
    contract: contract(`${ID}        sizes:\n          type: object\n          additionalProperties: { type: string }\n`),
    has: ['anyOf:', '- type: string', '- type: integer'],
  },
  'a field may be null': {
    routes: { [BEE]: "{ id: 1, name: req.query.all ? 'a' : null }" },
    contract: contract(`${ID}        name: { type: string }\n`),
    has: ['name: { type: string, nullable: true }'],
  },
  'a field may be null in all alternatives that have it': {
    routes: {
      [BEE]:
        "req.query.q ? { id: 1, kind: 'queen', name: req.query.n ? 'b' : null } : { kind: 'drone', name: req.query.n ? 'a' : null }",
    },
    contract: contract(
      `${ID}        kind: { type: string, enum: [queen] }\n        name: { type: string }\n    Drone:\n      type: object\n      required: [kind]\n      properties:\n        kind: { type: string, enum: [drone] }\n        name: { type: string, minLength: 2 }\n`,
      '[id, kind]',
    ).replace(
      "schema: { $ref: '#/components/schemas/Bee' }",
      "schema: { anyOf: [{ $ref: '#/components/schemas/Bee' }, { $ref: '#/components/schemas/Drone' }] }",
    ),
    has: ['{ type: string, nullable: true }', '{ type: string, minLength: 2, nullable: true }'],
  },
  'a field may be null in the words of OpenAPI 3.1': {
    routes: { [BEE]: "{ id: 1, name: req.query.all ? 'a' : null }" },
    contract: contract(`${ID}        name: { type: string }\n`, '[id]', '', '3.1.0'),
    has: ['name: { type: [string, "null"] }'],
  },
  'a field has the name that is sent': {
    routes: { [BEE]: "{ id: 1, bornOn: 'a' }" },
    contract: contract(`${ID}        born_on: { type: string } # a day\n`, '[id, born_on]'),
    has: ['bornOn: { type: string } # a day', '[id, bornOn]'],
    gone: ['born_on'],
  },
  'a field has the type that is sent, and keeps what it is for': {
    routes: { [BEE]: "{ id: 1, name: 'a' }" },
    contract: contract(`${ID}        name: { type: integer, description: What it is called. }\n`),
    has: ['type: string', 'What it is called.'],
    gone: ['name: { type: integer'],
  },
  'also what the schema that it referred to says of it, but no example that does not fit any more': {
    routes: { [BEE]: "{ id: 1, name: 'a', size: 2 }" },
    contract: contract(
      `${ID}        name: { $ref: '#/components/schemas/Name' }\n        size: { $ref: '#/components/schemas/Size' }\n    Name: { type: object, description: What it is called., example: Maya }\n    Size: { type: string, description: In millimetres., example: small }\n`,
    ),
    has: [
      'name:\n          type: string\n          description: What it is called.\n          example: Maya\n',
      'size:\n          type: integer\n          description: In millimetres.\n',
    ],
    gone: ['small'],
  },
  'what is not known within a type is said to be': {
    routes: { [BEE]: "{ id: 1, name: [{ a: require('x').y() }] }" },
    contract: contract(`${ID}        name: { type: integer }\n`),
    has: ['name:\n          type: array\n', 'a:\n                x-unknown: '],
    gone: ['name: { type: integer }'],
  },
  'what is promised stays beside what is sent, where more may be sent that is not known': {
    routes: { [BEE]: "{ id: 1, name: req.query.all ? ['a'] : require('x').y() }" },
    contract: contract(`${ID}        name: { type: integer }\n`),
    has: ['name:\n          anyOf:\n            - type: integer\n            - type: array\n'],
  },
  'a value is added': {
    routes: { [BEE]: "{ id: 1, kind: req.query.all ? 'queen' : 'drone' }" },
    contract: contract(`${ID}        kind: { type: string, enum: [worker, drone] }\n`),
    has: ['enum: [worker, drone, queen]'],
  },
  'an operation that no route serves goes, its neighbour stays': {
    routes: { [BEE]: '{ id: 1 }' },
    contract: contract(ID, '[id]', `  /gone:\n    get:\n      responses: { '200': { description: OK } }\n`),
    gone: ['/gone'],
    has: ['/bees/{id}:'],
  },
  'a status is the one that is sent': {
    routes: { [BEE]: 'res.status(201).json({ id: 1 })' },
    contract: contract(ID),
    has: ["'201':"],
    gone: ["'200':"],
    says: '✓ GET /bees/{id}: status 200 → 201\n',
  },
  'where the promised status is sent too, the other one is added': {
    routes: { [BEE]: 'res.locals.old ? res.json({ id: 1 }) : res.status(201).json({ id: 1 })' },
    contract: contract(ID),
    has: ["'200':", '"201":\n          description: Created\n', '                $ref: "#/components/schemas/Bee"'],
    gone: ['Bee2'],
    says: '1 finding fixed, 0 left',
  },
  'with a body of its own': {
    routes: { [BEE]: "res.locals.old ? res.json({ id: 1 }) : res.status(201).json({ name: 'a' })" },
    contract: contract(ID),
    has: ["'200':", '"201":\n', 'name:\n'],
  },
  'a finding that shows more after a change counts once': {
    routes: {
      [BEE]:
        'res.locals.old ? res.json({ id: 1 }) : res.locals.new ? res.status(201).json({ id: 1 }) : res.status(202).json({ id: 1 })',
    },
    contract: contract(ID),
    has: ["'200':", '"201":', '"202":'],
    says: '1 finding fixed, 0 left',
  },
  'a status with a body that is not known is left': {
    routes: { 'delete /hive': "res.locals.old ? res.json(require('x').y()) : res.status(204).end()", [BEE]: '{ id: 1 }' },
    contract: contract(ID, '[id]', "  /hive:\n    delete:\n      responses: { '204': { description: gone } }\n"),
    has: ["responses: { '204': { description: gone } }"],
    says: 'would not be verified any more.\n\nNothing was changed: 1 finding left.',
  },
  'a field that is not mentioned stays out': {
    routes: { [BEE]: "{ id: 1, name: 'a' }" },
    contract: contract(ID),
    gone: ['name: {'],
  },
  'unless additions are asked for': {
    routes: { [BEE]: "{ id: 1, name: 'a' }", 'get /hives': '[{ size: 1 }]' },
    contract: contract(ID),
    options: { additions: true },
    has: ['        name:\n', 'required: [id, name]', '  /hives:\n    get:', 'size:'],
  },
  'examples follow the names that change': {
    routes: { [BEE]: "{ id: 1, bornOn: 'a' }" },
    contract: contract(
      `${ID}        born_on: { type: string }\n        gone: { type: string }\n      example: { id: 1, born_on: a, gone: b } # one\n`,
      '[id, born_on, gone]',
    ),
    has: ['example: { id: 1, bornOn: a } # one'],
  },
  'examples below a status that is another one follow as well': {
    routes: { [BEE]: "res.status(201).json({ id: 1, bornOn: 'a' })" },
    contract: contract(`${ID}        born_on: { type: string }\n`, '[id, born_on]').replace(
      "schema: { $ref: '#/components/schemas/Bee' }",
      "schema: { $ref: '#/components/schemas/Bee' }\n              example: { id: 1, born_on: a }",
    ),
    has: ["'201':", 'example: { id: 1, bornOn: a }'],
  },
  'an example that never fitted loses what its schema loses alone': {
    routes: { [BEE]: '{ id: 1 }' },
    contract: contract(`${ID}        gone: { type: string }\n      example: { id: a, gone: b, other: c }\n`, '[id, gone]'),
    has: ['example: { id: a, other: c }'],
  },
  'an example that cannot follow goes, others stay': {
    routes: { [BEE]: "{ id: 1, name: 'a' }" },
    contract: contract(`${ID}        name: { type: integer }\n      example: { id: 1, name: 2 }\n`).replace(
      "schema: { $ref: '#/components/schemas/Bee' }",
      "schema: { $ref: '#/components/schemas/Bee' }\n              examples:\n                bad: { value: { id: 1, name: 2 } }\n                never: { value: { id: a } }\n                good: { value: { id: 1 } }",
    ),
    has: ['never: { value: { id: a } }', 'good: { value: { id: 1 } }'],
    gone: ['example: {', 'bad:'],
  },
  'a schema that nothing refers to any more goes, one that nothing ever did stays': {
    routes: { [BEE]: "{ id: 1, name: 'a' }" },
    contract: contract(
      `${ID}        name: { $ref: '#/components/schemas/Name' }\n    Name: { type: object, properties: { first: { $ref: '#/components/schemas/First' } } }\n    First: { type: string }\n    Never: { type: string }\n`,
    ),
    has: ['Never: { type: string }'],
    gone: ['Name:', 'First:'],
  },
  'what a rule is not about stays': {
    routes: { [BEE]: '{ id: 1 }' },
    contract: contract(
      `${ID}        name: { type: string }\n`,
      '[id, name]',
      `  /gone:\n    get:\n      responses: { '200': { description: OK } }\n`,
    ),
    options: { rule: ['CONTRACT-002'] },
    gone: ['/gone'],
    has: ['[id, name]'],
  },
};

const run = async (cwd: string, options: Readonly<Record<string, unknown>> = {}) => {
  const io = recordedIo({ cwd });
  const code = await fix.run({ operands: [], options: { cache: false, ...options } }, io);
  return { code, io };
};
const findings = async (cwd: string) => (await scan({ repository: cwd, dir: cwd, scans })).violations;

describe('fix', () => {
  test.each(Object.entries(cases))('%s', async (_, { routes, contract: text, options, has = [], gone = [], says }) => {
    const cwd = folderOf({ 'package.json': '{}', 'app.js': app(routes), 'openapi.yaml': text });
    const read = () => readFileSync(join(cwd, 'openapi.yaml'), 'utf8');
    const before = await findings(cwd);
    const { io } = await run(cwd, options);
    const now = read();
    for (const part of has) expect(now).toContain(part);
    for (const part of gone) expect(now).not.toContain(part);
    if (says !== undefined) expect(io.err()).toContain(says);
    // No new finding, and nothing to do for a second run.
    const known = new Set(before.map(({ fingerprint }) => fingerprint));
    expect((await findings(cwd)).filter(({ fingerprint }) => !known.has(fingerprint))).toEqual([]);
    await run(cwd, options);
    expect(read()).toBe(now);
  });

  test('a document of paths refers to the schemas of its contract', async () => {
    const whole = contract(`${ID}        name: { type: string }\n`, '[id, name]', post);
    const [, item = ''] = /\/bees\/\{id\}:\n([\s\S]*?) {2}\/bees:/.exec(whole) ?? [];
    const cwd = folderOf({
      'package.json': '{}',
      'app.js': app({ [BEE]: '{ id: 1, ...(req.query.all ? { name: "a" } : {}) }', ...served }),
      'api/openapi.yaml': whole.replace(item, "    $ref: 'paths/bee.yaml'\n"),
      'api/paths/bee.yaml': item.replaceAll(/^ {4}/gm, '').replace("'#/", "'../openapi.yaml#/"),
    });
    await run(cwd);
    expect(readFileSync(join(cwd, 'api/paths/bee.yaml'), 'utf8')).toContain('../openapi.yaml#/components/schemas/BeeResponse');
    expect(await findings(cwd)).toEqual([]);
  });

  test('of eleven mistakes of one kind, which are told as one, one goes', async () => {
    const names = Array.from({ length: 11 }, (_, index) => `/hives/${index}`);
    const body = '{ description: gone, content: { application/json: { schema: { type: object } } } }';
    const cwd = folderOf({
      'package.json': '{}',
      'app.js': app(Object.fromEntries(names.map((name) => [`delete ${name}`, 'res.status(204).end()']))),
      'openapi.yaml': contract(
        ID,
        '[id]',
        names.map((name) => `  ${name}:\n    delete: { responses: { '204': ${body} } }\n`).join(''),
      ),
    });
    const { io } = await run(cwd, { only: ['DELETE /hives/7'] });
    expect(io.err()).toContain('1 finding fixed, 0 left');
  });

  test('a schema that a file besides the contracts refers to stays', async () => {
    const files = {
      'package.json': '{}',
      'app.js': app({ [BEE]: "{ id: 1, name: 'a' }" }),
      'openapi.yaml': contract(
        `${ID}        name: { $ref: '#/components/schemas/Name' }\n    Name: { type: object, properties: { first: { type: string } } }\n`,
      ),
    };
    const named = async (more: Readonly<Record<string, string>>) => {
      const cwd = folderOf({ ...files, ...more });
      await run(cwd);
      return /^ {4}Name:/m.test(readFileSync(join(cwd, 'openapi.yaml'), 'utf8'));
    };
    expect(await named({})).toBe(false);
    expect(await named({ 'parts/errors.yml': "Error: { $ref: '../openapi.yaml#/components/schemas/Name' }\n" })).toBe(true);
    expect(await named({ 'parts/errors.json': '{"$ref":"../openapi.yaml#/components/schemas/Name"}' })).toBe(true);
    expect(await named({ 'parts/errors.yml': "Error: { $ref: 'openapi.yaml#/components/schemas/Name' }\n" })).toBe(false);
  });

  test('a dry run prints a diff and writes nothing', async () => {
    const text = contract(`${ID}        name: { type: string }\n`, '[id, name]');
    const cwd = folderOf({ 'package.json': '{}', 'app.js': app({ [BEE]: '{ id: 1 }' }), 'openapi.yaml': text });
    const { io, code } = await run(cwd, { dryRun: true });
    expect([code, io.out()]).toEqual([0, expect.stringContaining('-        name: { type: string }\n')]);
    expect(io.err()).toContain('Would change openapi.yaml: 1 finding fixed, 0 left.');
    expect(readFileSync(join(cwd, 'openapi.yaml'), 'utf8')).toBe(text);
  });

  test('a contract outside the repository is not written', async () => {
    const text = contract(`${ID}        name: { type: string }\n`, '[id, name]');
    const root = folderOf({
      'bees/package.json': '{}',
      'bees/.git/HEAD': '',
      'bees/app.js': app({ [BEE]: '{ id: 1 }' }),
      'api.yaml': text,
    });
    const { code, io } = await run(join(root, 'bees'), { contract: ['../api.yaml'] });
    expect([code, io.err()]).toEqual([1, expect.stringContaining('lies outside the repository')]);
    expect(readFileSync(join(root, 'api.yaml'), 'utf8')).toBe(text);
  });

  test('a contract behind a link within it is written where it really is', async () => {
    const text = contract(`${ID}        name: { type: string }\n`, '[id, name]');
    const cwd = folderOf({ 'package.json': '{}', 'app.js': app({ [BEE]: '{ id: 1 }' }), 'api/real.txt': text });
    symlinkSync('api/real.txt', join(cwd, 'openapi.yaml'));
    await run(cwd);
    expect(lstatSync(join(cwd, 'openapi.yaml')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(cwd, 'api/real.txt'), 'utf8')).not.toContain('name: { type: string }');
  });

  test('the code side renames fields, and takes back what makes new findings', async () => {
    const text = contract(`${ID}        born_on: { type: string }\n`, '[id, born_on]');
    const lines = (extra: string) => `const express = require('express');
const app = express();
app.get('/bees/:id', (req, res) => {
  const bee = {
    id: 1,
    bornOn: 'a',
  };
  res.json(bee);
});
${extra}app.listen(1);
`;
    const cwd = folderOf({ 'package.json': '{}', 'app.js': lines(''), 'openapi.yaml': text });
    const { code } = await run(cwd, { side: 'code' });
    expect([code, readFileSync(join(cwd, 'app.js'), 'utf8')]).toEqual([0, lines('').replace('bornOn', 'born_on')]);
    writeFileSync(join(cwd, 'app.js'), lines('').replace("bornOn: 'a',", "['bornOn']: 'a',"));
    const { io } = await run(cwd, { side: 'code' });
    expect(io.err()).toContain('does not say for certain');
    // Where another operation promises the name that is sent, a rename would break that one: it alone is taken back.
    const comb = `app.get('/comb', (req, res) => {\n  res.json({\n    cellCount: 1,\n  });\n});\n`;
    const shared = lines(`app.get('/hive', (req, res) => res.json(beeOf()));\n${comb}`)
      .replace('  const bee = {', '  res.json(beeOf());\n});\nfunction beeOf() {\n  return {')
      .replace('  };\n  res.json(bee);\n});', '  };\n}');
    const hiveOf = (name: string) =>
      `  /hive:\n    get:\n      responses:\n        '200':\n          description: OK\n          content:\n            application/json:\n              schema: { type: object, required: [${name}], properties: { ${name}: { type: string } } }\n`;
    const combOf = hiveOf('cell_count').replace('/hive', '/comb').replace('string', 'integer');
    const retained = shared.replace('cellCount', 'cell_count');
    for (const [name, now] of [
      ['bornOn', retained],
      ['born_on', retained.replace('bornOn', 'born_on')],
    ] as const) {
      writeFileSync(join(cwd, 'app.js'), shared);
      writeFileSync(join(cwd, 'openapi.yaml'), text.replace('components:', `${hiveOf(name)}${combOf}components:`));
      const dry = await run(cwd, { side: 'code', dryRun: true });
      expect(dry.io.err()).toContain('app.js with these changes was not scanned yet.');
      const { io: stated } = await run(cwd, { side: 'code' });
      expect(readFileSync(join(cwd, 'app.js'), 'utf8')).toBe(now);
      expect(stated.err().includes('it would make a new finding: GET /hive')).toBe(now === retained);
    }
    await expect(run(cwd, { side: 'both' })).rejects.toThrow('--side cannot be both.');
  });
});
