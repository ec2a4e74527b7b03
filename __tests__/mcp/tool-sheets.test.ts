import { readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { schemaText } from '../../src/mcp/schema-text.js';
import type { Tool, Toolset } from '../../src/mcp/tool.js';
import { toolSheet } from '../../src/mcp/tool-sheet.js';
import { contractScan } from '../../src/mcp/toolsets/contract-scan.js';
import { embeddedToolsets, foreignToolsets } from '../../src/mcp/toolsets/index.js';
import { expectFresh } from '../generated.js';

interface Row {
  readonly toolset: Toolset;
  readonly name: string;
  readonly tool: Tool;
  readonly engine: string;
}

const rowsOf = (toolset: Toolset, engine: string): readonly Row[] =>
  Object.entries(toolset.tools).map(([name, tool]) => ({ toolset, name, tool, engine }));
const ROWS: readonly Row[] = [
  ...rowsOf(contractScan, 'this program (`tallystick serve contract-scan`), by a scan of the files as they are.'),
  ...embeddedToolsets.flatMap((toolset) =>
    rowsOf(toolset, `the embedded engine (\`tallystick serve ${toolset.id}\`), or a server of your own.`),
  ),
  ...foreignToolsets.flatMap((toolset) => rowsOf(toolset, `the server of ${toolset.title}; there is no embedded engine.`)),
];

describe('the spec sheets of tools', () => {
  // Shows REQ-017 by mcp/toolsets/contract-engine.ts; REQ-030 by mcp/toolsets/codebase-intelligence.ts
  test('there are twenty tools of ours, and five of others', () => {
    const counts = [...embeddedToolsets, ...foreignToolsets].map(({ id, tools }) => [id, Object.keys(tools).length]);
    expect(counts).toEqual([
      ['contract-engine', 9],
      ['codebase-intelligence', 7],
      ['architect', 4],
      ['task-master', 3],
      ['context7', 2],
    ]);
  });

  // Shows D1
  test.each(ROWS)('$toolset.id $name: its example is one', ({ tool }) => {
    expect(tool.example).toBeDefined();
    expect(tool.input.safeParse(tool.example).success).toBe(true);
  });

  test.each(ROWS)('$toolset.id $name: what stands in for an answer has its shape', ({ tool }) => {
    expect(tool.output.safeParse(tool.unanswered).success).toBe(true);
  });

  // Shows D1 by mcp/toolsets
  test.each(ROWS)('$toolset.id $name is fresh', ({ toolset, name, tool, engine }) => {
    expectFresh(`docs/tools/${toolset.id}/${name}.md`, toolSheet(toolset, name, tool, engine));
  });

  test('the list of them is fresh, and there is no other', () => {
    const lines = [contractScan, ...embeddedToolsets, ...foreignToolsets].flatMap((toolset) => [
      `## ${toolset.title}`,
      '',
      toolset.instructions,
      '',
      ...Object.entries<Tool>(toolset.tools).map(
        ([name, { purpose }]) => `- [\`${name}\`](${toolset.id}/${name}.md): ${purpose}`,
      ),
      '',
    ]);
    const intro = 'One page for each: purpose, call, parameters, output, failures, timeout, retries, fallback.';
    expectFresh('docs/tools/README.md', ['# Tools', '', intro, '', ...lines].join('\n'));
    const files = readdirSync('docs/tools', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
    expect(files).toHaveLength(ROWS.length + 1);
  });
});

describe('a schema in words', () => {
  test.each([
    [{ type: 'string' }, 'string'],
    [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, '(string | null)[]'],
    [
      { type: 'object', properties: { a: { type: 'integer' }, b: { enum: ['x', 1] } }, required: ['a'] },
      '{ a: integer; b?: "x" | 1 }',
    ],
    [{ type: 'object', properties: {} }, '{}'],
    [{ type: 'object', additionalProperties: {} }, 'object'],
    [{ const: true }, 'true'],
    [{}, 'unknown'],
    [true, 'unknown'],
  ])('%j is %s', (schema, text) => {
    expect(schemaText(schema)).toBe(text);
  });
});
