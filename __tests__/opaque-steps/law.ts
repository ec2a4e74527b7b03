import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { openCollection } from '../../src/extract/collect.js';
import { inferOpen } from '../../src/extract/infer.js';
import { languages } from '../../src/extract/languages/index.js';
import { link } from '../../src/facts/link.js';
import { allQuestions } from '../../src/facts/values/all-questions.js';
import type { Status } from '../../src/rules/judge.js';
import { scan } from '../../src/scan.js';
import { folderOf } from '../temporary-folder.js';
import { ownContract } from './own-contract.js';
import { opaqueAt, type Step, stepsOf } from './steps.js';

const SCANS = { endpoint_schema_scan: true, missing_endpoint_scan: true, event_schema_scan: false, shared_model_scan: false };

/** A service beside the contract that it keeps, in a folder of its own. */
export interface RetainedService {
  readonly folder: string;
  readonly statuses: ReadonlyMap<string, Status>;
}

/** Copies a fixture beside the contract that it keeps; undefined: it has no route. */
export async function retainedService(fixture: string): Promise<RetainedService | undefined> {
  const folder = folderOf({});
  cpSync(fixture, folder, { recursive: true });
  rmSync(join(folder, 'expected.json'));
  const collection = await openCollection({ repository: folder, dir: folder, languages });
  const everything = allQuestions(() => true);
  const code = link(await inferOpen(collection, everything));
  if (code.routes.length === 0) return undefined;
  writeFileSync(join(folder, 'openapi.json'), ownContract(code));
  return { folder, statuses: await statusesOf(folder) };
}

async function statusesOf(folder: string): Promise<ReadonlyMap<string, Status>> {
  const contracts = [join(folder, 'openapi.json')];
  const analysis = await scan({ repository: folder, dir: folder, scans: SCANS, contracts, basePath: '/' });
  return new Map(analysis.matrix.map(({ subject, status }) => [subject, status]));
}

/** Every step of a service, with its file as the fixture calls it. */
export function allSteps({ folder }: RetainedService): readonly (Step & { readonly file: string })[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
    .flatMap((file) => stepsOf(file, readFileSync(join(folder, file), 'utf8')).map((step) => ({ ...step, file })));
}

/** The operations that an opaque call around one step makes missing or violated: there should be none. */
export async function brokenBy(
  service: RetainedService,
  { file, ...step }: Step & { readonly file: string },
): Promise<readonly string[]> {
  const path = join(service.folder, file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, opaqueAt(file, text, step));
  try {
    const after = await statusesOf(service.folder);
    return [...after].flatMap(([subject, status]) =>
      isBroken(status) && !isBroken(service.statuses.get(subject)) ? [subject] : [],
    );
  } finally {
    writeFileSync(path, text);
  }
}

const isBroken = (status: Status | undefined): boolean => status === 'missing' || status === 'violated';
