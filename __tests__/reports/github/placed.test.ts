import { placed } from '../../../src/reports/github/placed.js';
import { analysisOf, finding, row } from '../sample.js';

const place = { file: 'a.ts', line: 1 };
const whole = analysisOf({
  matrix: [row({ promisedAt: place, codeAt: place }), row({ promisedAt: place, codeAt: null })],
  violations: [
    finding({ file_path: 'a.ts', line: 1, promisedAt: { ...place, column: 5 }, related: [{ ...place, message: 'beside' }] }),
  ],
  gaps: [{ reason: 'dynamic-path', detail: '', at: place }],
  routes: [{ method: 'GET', path: '/a', by: 'express', at: place, responses: [], documented: true }],
});

/** Every place in the analysis, as `file:line`. */
function placesOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { file, file_path, line } = value as { file?: unknown; file_path?: unknown; line?: unknown };
  const own = line === undefined ? [] : [`${file ?? file_path}:${line}`];
  return [...own, ...Object.values(value).flatMap(placesOf)];
}

test('every place of an analysis is moved, and nothing else', () => {
  const moved = placed(whole, ({ file, line }) => ({ file: `sub/${file}`, line: line + 9 }));
  expect(placesOf(moved)).toEqual(placesOf(whole).map(() => 'sub/a.ts:10'));
  expect(placesOf(moved)).toHaveLength(8);
  expect({ ...moved, violations: [], matrix: [], gaps: [], routes: [] }).toEqual({
    ...whole,
    violations: [],
    matrix: [],
    gaps: [],
    routes: [],
  });
});

test('a column stays with its line, and is dropped where that moves', () => {
  expect(placed(whole, (at) => at)).toEqual(whole);
  const [moved] = placed(whole, ({ file }) => ({ file, line: 2 })).violations;
  expect(moved?.promisedAt).toEqual({ file: 'a.ts', line: 2 });
});
