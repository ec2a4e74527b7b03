import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Committed files that are generated from the code are written by the tests that keep them fresh: `npm run update`. */
export const updating = process.env.UPDATE_GENERATED === '1';

/** Fails when the file differs from what the code generates now. */
export function expectFresh(path: string, text: string): void {
  if (updating) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const committed = existsSync(path) ? readFileSync(path, 'utf8') : 'no file';
  if (committed !== text)
    expect({ hint: 'npm run update', file: path, text: committed }).toEqual({ hint: 'npm run update', file: path, text });
  expect(committed).toBe(text);
}
