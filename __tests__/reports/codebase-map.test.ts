import { describe, expect, test } from '@jest/globals';
import { marked } from 'marked';
import { type CodebaseMap, codebaseMap } from '../../src/reports/codebase-map.js';
import { HOSTILE } from './hostile.js';

const EMPTY: CodebaseMap = { title: 'shop', origin: 'facts', services: [], dependencies: [], models: [], gaps: 0 };

function mapOf(text: string): CodebaseMap {
  const at = { file: `${text}.ts`, line: 3 };
  const service = {
    path: text,
    languages: [text],
    endpoints: [{ ...at, method: 'GET', path: `/${text}`, framework: text }],
    published: [{ ...at, channel: text }],
    consumed: [{ ...at, channel: text }],
    hidden: [{ ...at, detail: `${text} is loaded when it runs.` }],
  };
  return {
    title: text,
    origin: 'engine',
    why: `Because of ${text}`,
    services: [
      { ...service, name: text },
      { ...service, name: 'other' },
    ],
    dependencies: [{ from: text, to: 'other', via: text }],
    models: [{ name: text, fields: [{ name: text, type: text, required: false }], services: [text] }],
    files: [{ file: at.file, imports: 1, importedBy: 2, circles: [[text, 'b.ts']] }],
    overview: [{ ...at, symbol: text, kind: text }],
    gaps: 2,
  };
}

describe('the map of the code', () => {
  test('says of each service where there may be more than is listed', () => {
    const map = mapOf('orders');
    const many = Array.from({ length: 22 }, (_, index) => ({ file: 'a.ts', line: index + 1, detail: 'It is dynamic.' }));
    const empty = { endpoints: [], published: [], consumed: [] };
    const text = codebaseMap({ ...map, services: map.services.map((each) => ({ ...each, ...empty, hidden: many })) });

    expect(text).toContain('## orders\n\nIt may have more endpoints or events than are listed:\n\n- `a.ts:1`: It is dynamic.');
    expect(text).toContain('- `a.ts:20`: It is dynamic.\n- 2 more places not analysed\n');
    expect(codebaseMap(map)).toContain('- `orders.ts:3`: orders is loaded when it runs.');
  });

  test('tells services, dependencies, endpoints, events, entry points, models, and who was asked', () => {
    const text = codebaseMap(mapOf('orders'));
    for (const line of [
      '# Codebase map: orders',
      'Made with Codebase Intelligence. Because of orders 2 places were not analysed, so there may be more than is listed.',
      '| orders | `orders` | orders | 1 | 1 | 1 |',
      '  s0["orders"]',
      '  s0 -->|"orders"| s1',
      '| `GET /orders` | orders | `orders.ts:3` |',
      '| publishes | `orders` | `orders.ts:3` |',
      '| `orders.ts` | orders | 1 | 1 | 1 | 2 |',
      '- `orders → b.ts`',
      '| orders | `orders?: orders` | orders |',
      '## Where to begin reading',
    ])
      expect(text.split('\n')).toContain(line);
  });

  test('says so where there is nothing', () => {
    expect(codebaseMap(EMPTY)).toBe(
      "# Codebase map: shop\n\nMade from the scan's own facts.\n\n## Dependencies\n\nNo service is known to rely on another.\n",
    );
  });

  test('long lists are cut, and what is left out is counted', () => {
    const models = Array.from({ length: 203 }, (_, index) => ({ name: `M${index}`, fields: [], services: [] }));
    expect(codebaseMap({ ...EMPTY, models })).toContain('\n3 more are not listed.\n');
  });

  test.each([[HOSTILE], ['a|b'], ['a"]; click'], ['`x`'], ['%% x'], ['end']])('%j stays in its cell', (text) => {
    const lines = codebaseMap(mapOf(text)).split('\n');
    const plain = codebaseMap(mapOf('x')).split('\n');
    expect(lines).toHaveLength(plain.length);
    const tokens = marked.lexer(lines.join('\n')).map(({ type }) => type);
    expect(tokens).toEqual(marked.lexer(plain.join('\n')).map(({ type }) => type));
    const drawing = lines.slice(lines.indexOf('```mermaid') + 2, lines.indexOf('```mermaid') + 5).join('\n');
    expect(drawing.replace(/#\d+;/g, '')).toMatch(/^ {2}s0\["[^"\]<>`]*"\]\n {2}s1\["other"\]\n {2}s0 -->\|"[^"|<>`]*"\| s1$/);
  });
});
