import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTestIn } from '../architecture/test-names.js';

const rows = readFileSync('docs/internals/lies.md', 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, lie = '', end = '', file = '', name = ''] = /^\| ([^|]+) \| ([^|]+) \| `([^`]+)`: `(.+)` \|$/.exec(line) ?? [];
    return lie === '' ? [] : [{ lie, end, file: join('__tests__/builder', file), name: name.replaceAll('\\|', '|') }];
  });

test('each lie is told of once, and ends in something', () => {
  expect(rows.length).toBeGreaterThan(45);
  expect(new Set(rows.map(({ lie }) => lie)).size).toBe(rows.length);
  expect(rows.filter(({ end }) => end.trim().length < 4)).toEqual([]);
});

test.each(rows)('$lie: $end', ({ file, name }) => {
  expect(existsSync(file)).toBe(true);
  expect(isTestIn(readFileSync(file, 'utf8'), name)).toBe(true);
});
