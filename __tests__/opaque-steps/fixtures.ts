import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve('__tests__/fixtures');

/** The fixture services, as `language/framework/service`. */
export function fixtureServices(): readonly string[] {
  return readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.split('/').length === 3 && existsSync(join(ROOT, path, 'expected.json')))
    .sort();
}

export const fixtureFolder = (service: string): string => join(ROOT, service);
