import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { indexDatabase, ownPlace } from '../../../../src/mcp/engines/codebase-intelligence/index-place.js';
import { closeEngines, engineFor, engineIn } from './opened.js';

afterEach(closeEngines);

const SHOP = {
  'package.json': '{"name":"shop"}',
  'src/orders.ts':
    "import { save } from './store.js';\n/** Keeps an order of a customer for good. */\nexport class OrderService {\n  create(order: object) {\n    return save(order);\n  }\n}\n",
  'src/store.ts': 'export function save(value: object): void {\n  void value;\n}\nexport class Cart {\n  create() {}\n}\n',
  'src/api.ts':
    "import { OrderService } from './orders.js';\nimport { save as keep } from './store.js';\nconst orderService = new OrderService();\nexport function post(body: object) {\n  // save(body)\n  const text = 'save(body)';\n  keep(body);\n  return orderService.create(body);\n}\n",
  'test/orders.test.ts': "import { save } from '../src/store.js';\nsave({});\n",
  'jobs/report.py': 'def save(path):\n    """Writes the monthly report of revenue."""\n    return path\n',
};

describe('find_definition', () => {
  // Shows REQ-031 by mcp/toolsets/codebase-intelligence.ts; TECH-022 by mcp/toolsets/codebase-intelligence.ts
  // Shows SVC-007 by mcp/toolsets/codebase-intelligence.ts
  it('gives place, kind and head of a symbol', async () => {
    const { engine } = await engineFor(SHOP);
    expect(await engine.call('find_definition', { symbol: 'OrderService' })).toEqual({
      file: 'src/orders.ts',
      line: 3,
      kind: 'class',
      signature: 'export class OrderService',
      found: true,
    });
    expect(await engine.call('find_definition', { symbol: 'OrderService.create' })).toMatchObject({
      file: 'src/orders.ts',
      line: 4,
    });
    expect(await engine.call('find_definition', { symbol: 'Cart#create' })).toMatchObject({ file: 'src/store.ts', line: 5 });
  });

  it('keeps to a language', async () => {
    const { engine } = await engineFor(SHOP);
    expect(await engine.call('find_definition', { symbol: 'save', language: 'python' })).toMatchObject({
      file: 'jobs/report.py',
    });
    expect(await engine.call('find_definition', { symbol: 'save', language: 'go' })).toMatchObject({ file: '', found: false });
  });

  it('knows what packages, namespaces and modules are called', async () => {
    const { engine } = await engineFor({
      ...SHOP,
      'src/main/java/Till.java': 'package shop.money;\npublic class Till {\n  public int add(int n) { return n; }\n}\n',
      'Till.cs': 'namespace Shop.Counter;\npublic class Till { }\n',
    });
    const fileOf = async (symbol: string): Promise<string> => (await engine.call('find_definition', { symbol })).file;
    expect(await fileOf('shop.money.Till')).toBe('src/main/java/Till.java');
    expect(await fileOf('money.Till.add')).toBe('src/main/java/Till.java');
    expect(await fileOf('Shop.Counter.Till')).toBe('Till.cs');
    expect(await fileOf('jobs.report.save')).toBe('jobs/report.py');
    expect(await fileOf('ney.Till')).toBe('');
    expect(await fileOf('elsewhere.Till')).toBe('');
  });

  // Shows REQ-031; TECH-022; SVC-007
  it('says that something is defined nowhere', async () => {
    const { engine } = await engineFor(SHOP);
    expect(await engine.call('find_definition', { symbol: 'nobody' })).toEqual({
      file: '',
      line: 0,
      kind: '',
      signature: '',
      found: false,
    });
    expect(await engine.call('find_definition', { symbol: '"; DROP TABLE files' })).toMatchObject({ found: false });
  });
});

describe('find_callers', () => {
  it.each([
    ['at once', 'export default async function total(n) { return n; }\n'],
    ['later', 'const total = (n) => n;\nexport default total;\n'],
    ['under another name', 'function total(n) { return n; }\nexport { total as default };\n'],
  ])('knows what is exported as default %s by the names that others give it', async (_, text) => {
    const { engine } = await engineFor({
      'src/total.ts': text,
      'src/other.ts': 'export default function other() {}\n',
      'src/use.ts': "import sum from './total.js';\nimport rest from './other.js';\nsum(1);\nrest();\n",
    });
    const calls = await engine.call('find_callers', { symbol: 'total' });
    expect(calls.map(({ file, line }) => [file, line])).toEqual([['src/use.ts', 3]]);
  });

  // Shows REQ-032 by mcp/toolsets/codebase-intelligence.ts; SVC-008 by mcp/toolsets/codebase-intelligence.ts
  it('lists calls in code, also under another name, those of tests last', async () => {
    const { engine } = await engineFor(SHOP);
    expect(await engine.call('find_callers', { symbol: 'save' })).toEqual([
      { file: 'src/api.ts', line: 7, caller: 'post', text: 'keep(body);' },
      { file: 'src/orders.ts', line: 5, caller: 'OrderService.create', text: 'return save(order);' },
      { file: 'test/orders.test.ts', line: 2, caller: '', text: 'save({});' },
    ]);
  });

  it('tells methods of one name apart by what they are called on', async () => {
    const { engine } = await engineFor(SHOP);
    expect(await engine.call('find_callers', { symbol: 'OrderService.create' })).toEqual([
      { file: 'src/api.ts', line: 8, caller: 'post', text: 'return orderService.create(body);' },
    ]);
    expect(await engine.call('find_callers', { symbol: 'Cart.create' })).toEqual([]);
  });

  // Shows REQ-032; SVC-008
  it('lists no more than is asked for', async () => {
    const { engine } = await engineFor(SHOP);
    expect(await engine.call('find_callers', { symbol: 'save', max_results: 1 })).toHaveLength(1);
  });
});

describe('search_semantic', () => {
  it('finds by words of names and comments, in other forms', async () => {
    const { engine } = await engineFor(SHOP);
    const [first] = await engine.call('search_semantic', { query: 'keeping customer orders' });
    expect(first).toMatchObject({ file: 'src/orders.ts', symbol: 'OrderService', score: 1 });
    expect(first?.excerpt).toBe('export class OrderService — Keeps an order of a customer for good.');
  });

  // Shows REQ-034 by mcp/toolsets/codebase-intelligence.ts; SVC-010 by mcp/toolsets/codebase-intelligence.ts
  it('keeps to a language and a service', async () => {
    const services = [
      { name: 'shop', folders: ['src'] },
      { name: 'jobs', folders: ['jobs'] },
    ];
    const { engine } = await engineFor(SHOP, { services });
    const files = async (more: { language?: 'python'; service_name?: string }): Promise<readonly string[]> => [
      ...new Set((await engine.call('search_semantic', { query: 'save', ...more })).map(({ file }) => file)),
    ];
    expect(await files({ language: 'python' })).toEqual(['jobs/report.py']);
    expect(await files({ service_name: 'jobs' })).toEqual(['jobs/report.py']);
    expect(await files({ service_name: 'shop' })).not.toContain('jobs/report.py');
    expect(await files({ service_name: 'nobody' })).toEqual([]);
  });

  it('takes words only, whatever a query means to the database', async () => {
    const { engine } = await engineFor(SHOP);
    for (const query of ['" OR 1', 'NEAR(save store)', 'name:*', '()', '🙂', 'a AND NOT']) {
      expect(Array.isArray(await engine.call('search_semantic', { query }))).toBe(true);
    }
  });
});

describe('register_artifact', () => {
  // Shows REQ-037 by mcp/toolsets/codebase-intelligence.ts; REQ-041 by mcp/toolsets/codebase-intelligence.ts
  // Shows TECH-024 by mcp/toolsets/codebase-intelligence.ts; SVC-013 by mcp/toolsets/codebase-intelligence.ts
  // Shows TEST-035 by mcp/toolsets/codebase-intelligence.ts
  it('reads a file that was just written, for the service that is named', async () => {
    const { engine, folder } = await engineFor(SHOP);
    expect(await engine.call('find_definition', { symbol: 'refund' })).toMatchObject({ found: false });
    mkdirSync(join(folder, 'pay'));
    writeFileSync(
      join(folder, 'pay/refund.ts'),
      "import { save } from '../src/store.js';\nimport x from 'pkg';\nexport function refund() { save({}); }\n",
    );
    expect(await engine.call('register_artifact', { file_path: 'pay/refund.ts', service_name: 'payments' })).toEqual({
      indexed: true,
      symbols_found: 1,
      dependencies_found: 2,
    });
    expect(await engine.call('find_definition', { symbol: 'refund' })).toMatchObject({ file: 'pay/refund.ts', line: 3 });
    const found = await engine.call('search_semantic', { query: 'refund', service_name: 'payments' });
    expect(found[0]).toMatchObject({ file: 'pay/refund.ts', symbol: 'refund' });
  });

  it('refuses what is not there, outside, or no source', async () => {
    const { engine, folder } = await engineFor({ ...SHOP, 'notes.txt': 'none' });
    const nothing = { indexed: false, symbols_found: 0, dependencies_found: 0 };
    for (const file_path of ['none.ts', '../outside.ts', '/etc/passwd', 'notes.txt', '', folder].filter((path) => path !== '')) {
      expect(await engine.call('register_artifact', { file_path, service_name: 'shop' })).toEqual(nothing);
    }
  });
});

describe('the index', () => {
  it('is stored: the next engine reads changed files and drops deleted ones', async () => {
    const { engine, folder } = await engineFor(SHOP);
    expect(await engine.call('find_definition', { symbol: 'Cart' })).toMatchObject({ file: 'src/store.ts' });
    await engine.close();
    writeFileSync(join(folder, 'src/store.ts'), 'export function save() {}\nexport class Basket {}\n');
    rmSync(join(folder, 'jobs/report.py'));
    const again = await engineIn(folder);
    expect(await again.call('find_definition', { symbol: 'Basket' })).toMatchObject({ file: 'src/store.ts', line: 2 });
    expect(await again.call('find_definition', { symbol: 'Cart' })).toMatchObject({ found: false });
    expect(await again.call('find_definition', { symbol: 'save', language: 'python' })).toMatchObject({ found: false });
    expect(await again.call('search_semantic', { query: 'monthly revenue' })).toEqual([]);
  });

  it('is made anew where it is damaged, and left alone where it is something else', async () => {
    const { engine, folder } = await engineFor(SHOP);
    await engine.call('find_definition', { symbol: 'Cart' });
    await engine.close();
    const path = join(folder, '.tallystick', 'index.db');
    const whole = readFileSync(path);
    writeFileSync(path, Buffer.concat([whole.subarray(0, 2048), Buffer.alloc(whole.length - 2048, 7)]));
    const again = await engineIn(folder);
    expect(await again.call('find_definition', { symbol: 'Cart' })).toMatchObject({ file: 'src/store.ts' });
    await again.close();
    writeFileSync(path, 'notes of somebody, which are no database, and longer than the head of one would be'.repeat(5));
    await expect(engineIn(folder)).rejects.toThrow('file is not a database');
  });

  it('lies among the caches, or where the settings say', () => {
    const repository = resolve('/work-of/shop');
    expect(ownPlace(repository, undefined)).toBe(join(repository, '.tallystick', 'index.db'));
    expect(ownPlace(repository, resolve('/caches'))).toMatch(/caches.index-[0-9a-f]{24}\.db$/);
    expect(indexDatabase({ repository, configured: '' })).toBeUndefined();
    expect(indexDatabase({ repository, configured: 'x.db' })).toBe(join(repository, 'x.db'));
    expect(indexDatabase({ repository, env: { CODEBASE_INTELLIGENCE_DB: 'y.db' } })).toBe(join(repository, 'y.db'));
  });

  it('may be used by several engines at once', async () => {
    const { folder } = await engineFor(SHOP);
    const engines = await Promise.all([engineIn(folder), engineIn(folder), engineIn(folder)]);
    const found = await Promise.all(engines.map((each) => each.call('find_definition', { symbol: 'Cart' })));
    expect(found.map(({ file }) => file)).toEqual(['src/store.ts', 'src/store.ts', 'src/store.ts']);
  });
});
