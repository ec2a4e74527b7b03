import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Contract } from '../../src/contracts/contract.js';
import { loadContracts } from '../../src/contracts/load.js';
import type { Definitions, Shape } from '../../src/model/shape.js';
import { UserError } from '../../src/model/user-error.js';

const made: string[] = [];

/** A folder with these files, gone after the test. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'contracts-')));
  made.push(root);
  for (const [name, content] of Object.entries(files)) {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return root;
}

export function removeFolders(): void {
  for (const root of made.splice(0)) rmSync(root, { recursive: true, force: true });
}

/** The contract that `main` of these files is. */
export async function contractOf(
  files: Readonly<Record<string, string | Uint8Array>>,
  main = Object.keys(files)[0] ?? '',
): Promise<Contract> {
  const repository = folderWith(files);
  const { contracts } = await loadContracts({ repository, dir: repository, named: [join(repository, main)] });
  const [contract] = contracts;
  if (contract === undefined) throw new Error('nothing was loaded');
  return contract;
}

/** The mistake that loading these files ends with. */
export async function mistakeIn(
  files: Readonly<Record<string, string | Uint8Array>>,
  main = Object.keys(files)[0] ?? '',
): Promise<UserError> {
  const error = await contractOf(files, main).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof UserError) return error;
  throw new Error(`expected a mistake of the user's, not ${String(error)}`);
}

export type Version = '2.0' | '3.0.3' | '3.1.0' | '3.2.0';

/** A document with these named schemas, written in JSON, one key a line. */
export function documentWith(schemas: unknown, version: Version = '3.1.0'): string {
  const info = { title: 'Shapes', version: '1' };
  const document =
    version === '2.0'
      ? { swagger: version, info, paths: {}, definitions: schemas }
      : { openapi: version, info, paths: {}, components: { schemas } };
  return JSON.stringify(document, null, 2);
}

/** The definitions that the schemas become, without the places of their fields. */
export async function definitionsOf(
  schemas: Readonly<Record<string, unknown>>,
  version: Version = '3.1.0',
): Promise<Record<string, Shape>> {
  const { definitions } = await contractOf({ 'openapi.json': documentWith(schemas, version) });
  return withoutPlaces(definitions);
}

/** The one shape that a schema becomes. */
export async function shapeOf(schema: unknown, version: Version = '3.1.0'): Promise<Shape | undefined> {
  return (await definitionsOf({ It: schema }, version)).It;
}

export function withoutPlaces(definitions: Definitions): Record<string, Shape> {
  return JSON.parse(JSON.stringify(Object.fromEntries(definitions), (key, value) => (key === 'at' ? undefined : value)));
}
