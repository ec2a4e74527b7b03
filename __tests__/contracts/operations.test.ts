import { afterAll, describe, expect, test } from '@jest/globals';
import { contractOf, removeFolders } from './workspace.js';

afterAll(removeFolders);

const STRING = { kind: 'scalar', type: 'string' };
const head = (version: string) => `openapi: ${version}\ninfo: { title: Books, version: 1.2.0 }\n`;
const at = (line: number, column: number, file = 'openapi.yaml') => ({ file, line, column });

describe('OpenAPI 3', () => {
  test('an operation carries its parameters, bodies and responses, each with its place', async () => {
    const text = `${head('3.0.3')}servers: [{ url: 'https://books.example/api/v1' }]
security: [{ key: [] }]
paths:
  /books/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string } }
      - { name: page, in: query, schema: { type: integer } }
    put:
      deprecated: true
      security: [{ oauth: [write] }, {}]
      parameters:
        - name: page
          in: query
          required: true
          schema: { type: string }
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, properties: { title: { type: string } } }
      responses:
        200:
          description: Ok
          content:
            application/json: { schema: { type: string } }
            text/plain: {}
        '204': { description: Gone }
        4xx: { $ref: '#/components/responses/Error' }
        default: { description: Any }
components:
  responses:
    Error:
      description: Wrong
      content:
        application/problem+json:
          schema: { type: string }
`;

    const contract = await contractOf({ 'openapi.yaml': text });

    expect(contract).toMatchObject({
      id: 'openapi.yaml',
      kind: 'openapi',
      title: 'Books',
      version: '1.2.0',
      at: at(1, 1),
      gaps: [],
    });
    expect(contract.prefixes).toEqual(['/api/v1']);
    expect(contract.operations).toEqual([
      {
        subject: 'PUT /books/{id}',
        method: 'PUT',
        path: '/books/{id}',
        parameters: [
          { name: 'page', in: 'query', required: true, shape: STRING, at: at(14, 11) },
          { name: 'id', in: 'path', required: true, shape: STRING, at: at(8, 9) },
        ],
        requestBodies: [
          {
            mediaType: 'application/json',
            required: true,
            shape: {
              kind: 'object',
              fields: [{ name: 'title', naming: 'declared', shape: STRING, required: false, at: at(22, 51) }],
              rest: true,
            },
            at: at(21, 11),
          },
        ],
        responses: [
          { status: '200', mediaType: 'application/json', shape: STRING, at: at(27, 13) },
          { status: '200', mediaType: 'text/plain', at: at(28, 13) },
          { status: '204', at: at(29, 9) },
          { status: '4XX', mediaType: 'application/problem+json', shape: STRING, at: at(37, 9) },
          { status: 'default', at: at(31, 9) },
        ],
        security: ['oauth'],
        credentials: [[{ scheme: 'oauth', scopes: ['write'] }], []],
        deprecated: true,
        at: at(10, 5),
      },
    ]);
  });

  test('all methods are operations; those of 3.2 and added ones too', async () => {
    const verbs = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];
    const operations = verbs.map((verb) => `    ${verb}: {}\n`).join('');
    const text = `${head('3.2.0')}paths:\n  /a:\n    summary: words\n${operations}    additionalOperations:\n      PURGE: {}\n`;

    const contract = await contractOf({ 'openapi.yaml': text });

    expect(contract.operations.map(({ subject }) => subject)).toEqual(verbs.map((verb) => `${verb.toUpperCase()} /a`));
    expect(contract.gaps).toEqual([
      { reason: 'unsupported-contract-feature', detail: 'Operations of the method `PURGE` are not compared.', at: at(16, 7) },
    ]);
  });

  test('a path item may stand in another file; its own words win', async () => {
    const text = `${head('3.1.0')}paths:\n  /a:\n    $ref: paths/a.yaml\n    get: { responses: { '204': {} } }\n`;
    const item =
      'parameters: [{ name: q, in: query, schema: { type: string } }]\nget: { responses: { "200": {} } }\npost:\n  responses: {}\n';

    const { operations } = await contractOf({ 'openapi.yaml': text, 'paths/a.yaml': item });

    expect(
      operations.map(({ subject, responses, parameters }) => [subject, responses.map(({ status }) => status), parameters.length]),
    ).toEqual([
      ['GET /a', ['204'], 1],
      ['POST /a', [], 1],
    ]);
    expect(operations[1]?.at).toEqual(at(3, 1, 'paths/a.yaml'));
  });

  test('webhooks and callbacks are not operations of the service', async () => {
    const call = '{ post: { responses: {} } }';
    const text = `${head('3.1.0')}webhooks:\n  created: ${call}\npaths:\n  /a:\n    post:\n      callbacks: { done: { '{$request.body#/url}': ${call} } }\n`;

    const { operations, gaps } = await contractOf({ 'openapi.yaml': text });

    expect([operations.map(({ subject }) => subject), gaps]).toEqual([['POST /a'], []]);
  });

  test('a document of webhooks alone promises no operation', async () => {
    expect((await contractOf({ 'openapi.yaml': `${head('3.1.0')}webhooks: {}\n` })).operations).toEqual([]);
  });

  test('a parameter may be described by its content, a stream by its items', async () => {
    const text = `${head('3.2.0')}paths:
  /a:
    get:
      parameters:
        - { name: q, in: query, content: { application/json: { schema: { type: string } } } }
      responses:
        '200': { content: { application/jsonl: { itemSchema: { type: string } } } }
`;

    const [operation] = (await contractOf({ 'openapi.yaml': text })).operations;

    expect(operation?.parameters[0]?.shape).toEqual(STRING);
    expect(operation?.responses[0]?.shape).toEqual({ kind: 'array', items: STRING });
  });
});

describe('OpenAPI 2', () => {
  const swagger = (body: string) => `swagger: "2.0"\ninfo: { title: Books, version: "1" }\nbasePath: /api/\n${body}`;

  test('bodies go by consumes and produces', async () => {
    const text = swagger(`consumes: [application/json]
produces: [application/json, application/xml]
paths:
  /books:
    post:
      parameters:
        - { name: book, in: body, required: true, schema: { type: string } }
        - { name: tags, in: query, type: array, items: { type: string }, collectionFormat: csv }
      responses:
        201: { description: Made, schema: { type: string } }
        404: { description: None }
    get:
      produces: [text/csv]
      responses:
        200: { description: All, schema: { type: string } }
`);

    const { operations, prefixes } = await contractOf({ 'openapi.yaml': text });

    expect(prefixes).toEqual(['/api']);
    expect(operations[0]).toMatchObject({
      parameters: [{ name: 'tags', in: 'query', required: false, shape: { kind: 'array', items: STRING } }],
      requestBodies: [{ mediaType: 'application/json', required: true, shape: STRING, at: at(10, 11) }],
      responses: [
        { status: '201', mediaType: 'application/json', shape: STRING, at: at(13, 9) },
        { status: '201', mediaType: 'application/xml', shape: STRING, at: at(13, 9) },
        { status: '404', at: at(14, 9) },
      ],
    });
    expect(operations[1]?.responses.map(({ mediaType }) => mediaType)).toEqual(['text/csv']);
  });

  test('without produces a schema is of JSON, a file is not', async () => {
    const text = swagger(`paths:
  /a:
    get: { responses: { 200: { schema: { type: string } } } }
    put: { responses: { 200: { schema: { type: file } } } }
`);

    const { operations } = await contractOf({ 'openapi.yaml': text });

    expect(operations.map(({ responses }) => responses[0]?.mediaType)).toEqual(['application/json', 'application/octet-stream']);
  });

  test('a form is an object; one with a file is multipart', async () => {
    const text = swagger(`paths:
  /a:
    post:
      parameters:
        - { name: title, in: formData, type: string, required: true }
        - { name: cover, in: formData, type: file }
`);

    const { operations } = await contractOf({ 'openapi.yaml': text });

    expect(operations[0]?.requestBodies).toEqual([
      {
        mediaType: 'multipart/form-data',
        required: true,
        shape: {
          kind: 'object',
          fields: [
            { name: 'title', naming: 'declared', shape: STRING, required: true, at: at(8, 11) },
            { name: 'cover', naming: 'declared', shape: { ...STRING, format: 'binary' }, required: false, at: at(9, 11) },
          ],
          rest: true,
        },
        at: at(8, 11),
      },
    ]);
  });
});

describe('paths', () => {
  const rows: readonly (readonly [written: string, template: string])[] = [
    ['/users/{id}', '/users/{id}'],
    ['/users/', '/users'],
    ['/', '/'],
    ['/files/{name}.{ext}', '/files/{name}.{ext}'],
    ['/files/{path+}', '/files/{path*}'],
    ['/files/{+path}', '/files/{path*}'],
    ['/users/{id:[0-9]+}', '/users/{id}'],
    ['/users/:id', '/users/{id}'],
    ['/users/{id}:cancel', '/users/{id}:cancel'],
    ['/users?kind=a', '/users'],
  ];
  test.each(rows)('%s', async (written, template) => {
    const document = { openapi: '3.0.0', info: {}, paths: { [written]: { get: {} } } };

    const { operations } = await contractOf({ 'openapi.json': JSON.stringify(document) });

    expect(operations).toMatchObject([{ subject: `GET ${written}`, path: template }]);
  });
});

test('a schema that no value fits promises no body, one that excludes some values promises the others', async () => {
  const body = (schema: unknown) => ({ responses: { 200: { content: { 'application/json': { schema } } } } });
  const paths = { '/a': { get: body({ not: {} }), put: body(false), post: body({ not: { type: 'string' } }), patch: body({}) } };
  const { operations } = await contractOf({ 'openapi.json': JSON.stringify({ openapi: '3.1.0', info: {}, paths }) });

  const promised = operations.map(({ subject, responses }) => [subject, responses[0]?.mediaType]);
  expect(promised).toEqual([
    ['GET /a', undefined],
    ['PUT /a', undefined],
    ['POST /a', 'application/json'],
    ['PATCH /a', 'application/json'],
  ]);
});

test('a body under a status that has none is told, and one under another is not', async () => {
  const body = { content: { 'application/json': { schema: { type: 'object' } } } };
  const get = { responses: { 200: body, 204: body, 205: {} } };
  const document = { openapi: '3.0.0', info: {}, paths: { '/a': { get } } };
  const { gaps } = await contractOf({ 'openapi.json': JSON.stringify(document) });
  expect(gaps.map(({ detail }) => detail)).toEqual([
    'The contract has a body under 204, but HTTP allows none there. The body is not compared.',
  ]);
});

describe('servers', () => {
  const rows: readonly (readonly [what: string, server: unknown, prefixes: readonly string[]])[] = [
    ['an absolute URL', { url: 'https://books.example:8080/v1/?a=b' }, ['/v1']],
    ['a host alone', { url: 'https://books.example' }, []],
    ['a relative URL', { url: '/api/v2/' }, ['/api/v2']],
    ['no slash', { url: 'api' }, ['/api']],
    ['a URL that counts from where the document is served', { url: '../api/v1' }, ['/api/v1']],
    ['the folder of the document', { url: './' }, []],
    ['a URL without scheme', { url: '//books.example/v1' }, ['/v1']],
    ['variables', { url: '{scheme}://{host}/{base}', variables: { base: { default: 'v3' } } }, ['/v3']],
    ['a variable without default', { url: 'https://books.example/{base}/x', variables: { base: {} } }, []],
    ['a variable for all', { url: '{server}/v1' }, []],
  ];
  test.each(rows)('%s', async (_, server, prefixes) => {
    const document = { openapi: '3.0.0', info: {}, servers: [server], paths: {} };

    expect((await contractOf({ 'openapi.json': JSON.stringify(document) })).prefixes).toEqual(prefixes);
  });

  test('name the root where they have paths beside it', async () => {
    const servers = [{ url: 'http://localhost' }, { url: '/v1' }];
    const document = { openapi: '3.0.0', info: {}, servers, paths: {} };
    expect((await contractOf({ 'openapi.json': JSON.stringify(document) })).prefixes).toEqual(['/', '/v1']);
  });

  test('of a path or operation replace those of the document', async () => {
    const paths = {
      '/a': { servers: [{ url: '/a1' }], get: {}, put: { servers: [{ url: '/' }] } },
      '/b': { get: {} },
    };
    const document = { openapi: '3.0.0', info: {}, servers: [{ url: '/v1' }, { url: 'https://other.example/v1' }], paths };

    const { prefixes, operations } = await contractOf({ 'openapi.json': JSON.stringify(document) });

    expect(prefixes).toEqual(['/v1']);
    expect(operations.map((operation) => operation.prefixes)).toEqual([['/a1'], [], undefined]);
  });
});
