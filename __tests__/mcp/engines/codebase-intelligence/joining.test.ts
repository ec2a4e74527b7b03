import { closeEngines, engineFor } from './opened.js';

afterEach(closeEngines);

describe('find_dependencies', () => {
  const CIRCLE = {
    'package.json': '{}',
    'src/a.ts': "import { b } from './b.js';\nimport express from 'express';\nexport const a = () => b;\n",
    'src/b.ts': "import { c } from './c.js';\nexport const b = () => c;\n",
    'src/c.ts': "import type { a } from './a.js';\nimport { d } from './d.js';\nexport const c = d;\n",
    'src/d.ts': 'export const d = 1;\n',
  };

  // Shows REQ-033 by mcp/toolsets/codebase-intelligence.ts; TECH-023 by mcp/toolsets/codebase-intelligence.ts
  // Shows SVC-009 by mcp/toolsets/codebase-intelligence.ts
  it('tells what a file imports and who imports it, what it reaches, and its circles', async () => {
    const { engine } = await engineFor(CIRCLE);
    expect(await engine.call('find_dependencies', { file_path: 'src/a.ts' })).toEqual({
      imports: ['src/b.ts', 'express'],
      imported_by: ['src/c.ts'],
      transitive_deps: ['src/b.ts', 'src/c.ts', 'src/d.ts'],
      circular_deps: [['src/a.ts', 'src/b.ts', 'src/c.ts']],
    });
    expect(await engine.call('find_dependencies', { file_path: './src/d.ts' })).toEqual({
      imports: [],
      imported_by: ['src/c.ts'],
      transitive_deps: [],
      circular_deps: [],
    });
  });

  it('knows nothing of a file that is not there', async () => {
    const { engine } = await engineFor(CIRCLE);
    const nothing = { imports: [], imported_by: [], transitive_deps: [], circular_deps: [] };
    expect(await engine.call('find_dependencies', { file_path: 'src/none.ts' })).toEqual(nothing);
  });

  const importsOf = async (files: Readonly<Record<string, string>>, file_path: string): Promise<readonly string[]> => {
    const { engine } = await engineFor(files);
    return (await engine.call('find_dependencies', { file_path })).imports;
  };

  it('follows modules and names of Python', async () => {
    const files = {
      'app/__init__.py': '',
      'app/main.py': 'from fastapi import FastAPI\nfrom app.orders import create\nfrom . import models\n',
      'app/orders.py': 'def create(): pass\n',
      'app/models.py': 'x = 1\n',
    };
    expect(await importsOf(files, 'app/main.py')).toEqual(['app/__init__.py', 'app/models.py', 'app/orders.py', 'fastapi']);
  });

  it('takes a folder of Python without __init__.py for no package of others', async () => {
    const files = { 'app/a.py': 'def go(): pass\n', 'b.py': 'from app.a import go\nfrom app import a\nimport apps\n' };
    expect(await importsOf(files, 'b.py')).toEqual(['app/a.py', 'apps']);
  });

  it('follows packages of Go by the names that are used of them', async () => {
    const files = {
      'go.mod': 'module example.com/shop\n',
      'main.go':
        'package main\n\nimport (\n\t"fmt"\n\t"example.com/shop/store"\n)\n\nfunc main() { fmt.Println(store.Open()); helper() }\n',
      'helper.go': 'package main\n\nfunc helper() {}\n',
      'store/open.go': 'package store\n\nfunc Open() int { return 1 }\n',
      'store/close.go': 'package store\n\nfunc Close() {}\n',
    };
    expect(await importsOf(files, 'main.go')).toEqual(['helper.go', 'store/open.go', 'fmt']);
  });

  it('follows classes of Java and Kotlin, imported or of the same package', async () => {
    const files = {
      'src/shop/Api.java':
        'package shop;\nimport shop.store.Store;\nimport java.util.List;\nclass Api { Store store; Mapper mapper; List<String> all; }\n',
      'src/shop/Mapper.kt': 'package shop\nclass Mapper\n',
      'src/shop/Other.java': 'package shop;\nclass Other {}\n',
      'src/shop/store/Store.java': 'package shop.store;\npublic class Store {}\n',
    };
    expect(await importsOf(files, 'src/shop/Api.java')).toEqual(['src/shop/Mapper.kt', 'src/shop/store/Store.java', 'java.util']);
  });

  it('follows types of C# through namespaces, also those that all files use', async () => {
    const files = {
      'Api/Orders.cs': 'using Shop.Store;\nnamespace Shop.Api;\nclass Orders { Database db; Clock clock; Ids ids; }\n',
      'Api/Usings.cs': 'global using Shop.Shared;\n',
      'Store/Database.cs': 'namespace Shop.Store;\npublic class Database {}\n',
      'Shared/Clock.cs': 'namespace Shop.Shared;\npublic class Clock {}\n',
      'Ids.cs': 'namespace Shop;\npublic class Ids {}\n',
    };
    expect(await importsOf(files, 'Api/Orders.cs')).toEqual(['Ids.cs', 'Shared/Clock.cs', 'Store/Database.cs']);
  });
});

describe('get_service_interface', () => {
  const files = {
    'orders/package.json': '{"dependencies":{"express":"5"}}',
    'orders/src/app.ts':
      "import express from 'express';\nimport { Kafka } from 'kafkajs';\nconst app = express();\nconst producer = new Kafka({}).producer();\napp.get('/orders/:id', async (req, res) => {\n  await producer.send({ topic: 'orders.seen', messages: [{ value: JSON.stringify({ id: 1 }) }] });\n  res.json({ id: 1 });\n});\n",
    'mail/package.json': '{}',
    'mail/src/app.ts':
      "import { Kafka } from 'kafkajs';\nconst consumer = new Kafka({}).consumer({ groupId: 'mail' });\nawait consumer.subscribe({ topic: 'orders.seen' });\nawait consumer.run({ eachMessage: async ({ message }) => { console.log(JSON.parse(String(message.value)).id); } });\n",
  };

  // Shows REQ-035 by mcp/toolsets/codebase-intelligence.ts; SVC-011 by mcp/toolsets/codebase-intelligence.ts
  it('gives endpoints and events of a service, by the folder of its manifest', async () => {
    const { engine } = await engineFor(files);
    const orders = await engine.call('get_service_interface', { service_name: 'orders' });
    expect(orders.endpoints).toEqual([
      { method: 'GET', path: '/orders/{id}', framework: 'typescript/express', file: 'orders/src/app.ts', line: 5 },
    ]);
    expect(orders.events_published.map(({ channel, file }) => `${channel} ${file}`)).toEqual(['orders.seen orders/src/app.ts']);
    expect(orders.events_consumed).toEqual([]);
    const mail = await engine.call('get_service_interface', { service_name: 'mail' });
    expect(mail.endpoints).toEqual([]);
    expect(mail.events_consumed.map(({ channel, line }) => `${channel} ${line}`)).toEqual(['orders.seen 3']);
  });

  it('says where there may be more, and says nothing of it where there is not', async () => {
    const loaded = "app.use(process.env.MOUNT ?? '/', require(process.env.ROUTES));\n";
    const { engine } = await engineFor({ ...files, 'orders/src/app.ts': `${files['orders/src/app.ts']}${loaded}` });
    const orders = await engine.call('get_service_interface', { service_name: 'orders' });
    expect(orders.endpoints).toHaveLength(1);
    expect(orders.hidden).toEqual([{ reason: 'dynamic-mount', detail: expect.any(String), file: 'orders/src/app.ts', line: 9 }]);
    expect(await engine.call('get_service_interface', { service_name: 'mail' })).not.toHaveProperty('hidden');
  });

  it('knows nothing of another service', async () => {
    const { engine } = await engineFor(files);
    expect(await engine.call('get_service_interface', { service_name: 'none' })).toEqual({
      endpoints: [],
      events_published: [],
      events_consumed: [],
    });
  });
});

describe('check_dead_code', () => {
  const deadOf = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> => {
    const { engine } = await engineFor({ 'package.json': '{}', ...files });
    return (await engine.call('check_dead_code', {})).map(({ file, symbol, reason }) => `${file} ${symbol}: ${reason}`);
  };
  const NAMELESS = 'Nothing in the repository names it.';

  // Shows REQ-036 by mcp/toolsets/codebase-intelligence.ts; SVC-012 by mcp/toolsets/codebase-intelligence.ts
  it('lists what is exported and named nowhere', async () => {
    expect(
      await deadOf({
        'src/a.ts':
          'export function used() {}\nexport function forgotten() {}\nfunction own() {}\nexport type Unused = string;\n',
        'src/b.ts': "import { used } from './a.js';\nused();\n",
      }),
    ).toEqual([`src/a.ts forgotten: ${NAMELESS}`, `src/a.ts Unused: ${NAMELESS}`]);
  });

  it('tells what only tests use', async () => {
    expect(
      await deadOf({ 'src/a.ts': 'export function old() {}\n', 'src/a.test.ts': "import { old } from './a.js';\nold();\n" }),
    ).toEqual(['src/a.ts old: Only tests name it.']);
  });

  it('leaves out what a framework, an entry point, or something that names it in a text may use', async () => {
    expect(
      await deadOf({
        'src/index.ts': 'export function publicName() {}\n',
        'src/users.controller.ts':
          "import { Controller, Get } from '@nestjs/common';\n@Controller('users')\nexport class UsersController { @Get() list() { return []; } }\n",
        'src/app/api/users/route.ts': 'export async function GET() { return Response.json([]); }\n',
        'src/registry.ts': "export const run = (name: string) => tasks[name];\nrun('cleanUp');\n",
        'src/tasks.ts': 'export function cleanUp() {}\n',
        'src/hook.ts': 'export function onDeploy() {}\n',
        'serverless.yml': 'functions:\n  deploy:\n    handler: src/hook.onDeploy\n',
        'src/space.ts': 'export function anything() {}\n',
        'src/user.ts': "import * as space from './space.js';\nexport const pick = (name: string) => space[name];\npick('x');\n",
        'src/barrel.ts': "export * from './handed.js';\n",
        'src/handed.ts': 'export function handedOn() {}\n',
        'src/names.ts': "export { offered } from './offered.js';\n",
        'src/offered.ts': 'export function offered() {}\n',
      }),
    ).toEqual([]);
  });

  it('looks at other languages, without what their frameworks call', async () => {
    expect(
      await deadOf({
        'app/tasks.py': '@task\ndef nightly():\n    pass\n\n\ndef forgotten():\n    pass\n\n\ndef __getattr__(name):\n    pass\n',
        'shop/store.go':
          'package shop\n\nfunc Lost() {}\n\nfunc (s *Store) Close() {}\n\ntype Store struct{}\n\nvar _ = Store{}\n',
        'src/shop/Texts.java':
          'package shop;\npublic class Texts { public static String shout(String text) { return text; } @Override public int size() { return 0; } }\n',
        'src/shop/Use.java': 'package shop;\n@Component\nclass Use { Texts texts; }\n',
        'Shop/Maths.cs': 'namespace Shop;\npublic static class Maths { public static int Twice(int of) => of * 2; }\n',
        'Shop/Texts.cs':
          'namespace Shop;\npublic static class TextExtensions { public static string Loud(this string text) => text; }\npublic class Row { public bool ShouldSerializeTotal() => false; public string Name() => "".Loud(); }\n',
        'Shop/Rows.cs':
          'namespace Shop;\ninternal class Rows : List<Row> { public override string ToString() => new Row().Name(); }\n',
        'Shop/Handler.cs': 'namespace Shop;\npublic class Handler : IRequestHandler<Ping> { public int Handle() => Maths(); }\n',
        'src/shop/lost.kt': 'package shop\nfun lostInKotlin() = 1\n',
      }),
    ).toEqual([
      `Shop/Maths.cs Maths.Twice: ${NAMELESS}`,
      `app/tasks.py forgotten: ${NAMELESS}`,
      `shop/store.go Lost: ${NAMELESS}`,
      `src/shop/Texts.java Texts.shout: ${NAMELESS}`,
      `src/shop/lost.kt lostInKotlin: ${NAMELESS}`,
    ]);
  });

  it('keeps to a service', async () => {
    const { engine } = await engineFor({
      'a/package.json': '{}',
      'a/lost.ts': 'export const lostInA = 1;\n',
      'b/package.json': '{}',
      'b/lost.ts': 'export const lostInB = 1;\n',
    });
    const found = await engine.call('check_dead_code', { service_name: 'b' });
    expect(found.map(({ symbol }) => symbol)).toEqual(['lostInB']);
  });
});
