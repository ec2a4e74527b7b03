import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { detectEngines, embeddedServers } from '../../src/mcp/servers-file.js';
import { mergeServers, type ServerEntry } from '../../src/mcp/servers-text.js';
import { UserError } from '../../src/model/user-error.js';
import { folderOf, removeFolders } from '../temporary-folder.js';

afterAll(removeFolders);

const ENGINE: ServerEntry = { type: 'stdio', command: 'tallystick', args: ['serve', 'contract-engine'] };
const OURS = { 'contract-engine': ENGINE };

describe('our servers in a .mcp.json', () => {
  test('a new file', () => {
    const { text, added } = mergeServers(undefined, OURS);
    expect(added).toEqual(['contract-engine']);
    expect(text).toBe(`{
  "mcpServers": {
    "contract-engine": {
      "type": "stdio",
      "command": "tallystick",
      "args": [
        "serve",
        "contract-engine"
      ]
    }
  }
}
`);
  });

  // Shows TEST-071
  test('others stay as they are written', () => {
    const before =
      '{\r\n\t"a": [1.0, {"}": "\\"{"}],\r\n\t"mcpServers": {\r\n\t\t"mine": {"command":"x",   "args":[]}\r\n\t}\r\n}';
    const { text } = mergeServers(before, OURS);
    const [head = '', tail = ''] = before.split('\r\n\t}\r\n}');
    expect(text.startsWith(head)).toBe(true);
    expect(text.endsWith(`\r\n\t}\r\n}${tail}`)).toBe(true);
    expect(text).toContain(',\r\n\t\t"contract-engine": {\r\n\t\t\t"type": "stdio",\r\n');
    expect(JSON.parse(text).mcpServers).toEqual({ mine: { command: 'x', args: [] }, ...OURS });
  });

  test('a different entry of the same name is preserved, or replaced on request', () => {
    const before = JSON.stringify({ mcpServers: { 'contract-engine': { command: 'own' }, mine: {} } });
    expect(mergeServers(before, OURS)).toEqual({ text: before, added: [], replaced: [], unchanged: ['contract-engine'] });
    const { text, replaced } = mergeServers(before, OURS, true);
    expect(replaced).toEqual(['contract-engine']);
    expect(JSON.parse(text).mcpServers).toEqual({ ...OURS, mine: {} });
  });

  test.each([
    ['{', 'is no JSON'],
    ['[]', 'holds no object'],
    ['null', 'holds no object'],
    ['{"mcpServers": []}', 'is no object'],
    ['{"mcpServers": "x"}', 'is no object'],
    ['// ours\n{}', 'is no JSON'],
    ['['.repeat(100_000), 'is no JSON'],
  ])('%.40s is refused', (text, why) => {
    expect(() => mergeServers(text, OURS)).toThrow(UserError);
    expect(() => mergeServers(text, OURS)).toThrow(why);
  });

  test('the rest of a file is preserved, and a second time changes nothing', () => {
    const name = fc.oneof(fc.string(), fc.constantFrom('mcpServers', 'contract-engine', '__proto__', 'constructor'));
    const servers = fc.dictionary(name, fc.jsonValue(), { noNullPrototype: true });
    const file = fc.tuple(fc.dictionary(name, fc.jsonValue(), { noNullPrototype: true }), fc.option(servers));
    fc.assert(
      fc.property(file, fc.constantFrom(0, 2, '\t'), ([others, known], space) => {
        const whole = Object.fromEntries(Object.entries(others).filter(([key]) => key !== 'mcpServers'));
        const before = { ...whole, ...(known === null ? {} : { mcpServers: known }) };
        const merged = mergeServers(JSON.stringify(before, undefined, space), OURS, true).text;
        const plain = JSON.parse(JSON.stringify({ ...before, mcpServers: { ...known, ...OURS } })) as unknown;
        expect(JSON.parse(merged)).toEqual(plain);
        expect(mergeServers(merged, OURS).text).toBe(merged);
      }),
    );
  });
});

test('the README shows what is written', () => {
  const [, shown = ''] = /```json\n([\s\S]*?)```/.exec(readFileSync('docs/guides/coding-agents.md', 'utf8')) ?? [];
  expect(JSON.parse(shown)).toEqual(JSON.parse(mergeServers(undefined, embeddedServers()).text));
});

describe('engines of a repository', () => {
  // Shows REQ-082; TEST-077 by mcp/servers-file.ts
  test('are detected by the names of servers', () => {
    const text = JSON.stringify({ mcpServers: { 'contract-engine': null, other: {} } });
    expect(detectEngines(folderOf({ '.mcp.json': text }))).toEqual({ engines: ['contract-engine'] });
    const all = mergeServers(undefined, embeddedServers()).text;
    expect(detectEngines(folderOf({ '.mcp.json': all })).engines).toEqual([
      'contract-engine',
      'codebase-intelligence',
      'architect',
    ]);
    expect(detectEngines(folderOf({}))).toEqual({ engines: [] });
  });

  test('a hostile file names none, and says why', () => {
    expect(detectEngines(folderOf({ '.mcp.json': '{"mcpServers": {"__proto__": {"contract-engine": {}}}}' }))).toEqual({
      engines: [],
    });
    expect(detectEngines(folderOf({ '.mcp.json': 'nonsense' })).why).toBe('.mcp.json is no JSON.');
    expect(detectEngines(folderOf({ '.mcp.json': ' '.repeat(1_000_001) })).why).toBe('.mcp.json has more than 1 MB.');
    const linked = folderOf({});
    symlinkSync(join(folderOf({ a: '{}' }), 'a'), join(linked, '.mcp.json'));
    expect(detectEngines(linked).why).toBe('.mcp.json is no plain file.');
    const nested = folderOf({});
    mkdirSync(join(nested, '.mcp.json'));
    expect(detectEngines(nested).why).toBe('.mcp.json is no plain file.');
  });
});
