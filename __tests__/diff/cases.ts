import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { z } from 'zod';
import type { ContractDiff } from '../../src/diff/change.js';
import { diffContracts } from '../../src/diff/diff.js';
import { contractOf } from '../contracts/workspace.js';

const verdict = z.strictObject({
  because: z.string().min(20),
  changes: z.array(z.string()),
  undecided: z.array(z.string()).optional(),
});

/** Two versions of a contract, and what the specification says of them. */
export interface DiffCase {
  readonly name: string;
  readonly because: string;
  /** `severity | rule | subject | field`; the last one absent for the whole part. */
  readonly changes: readonly string[];
  readonly undecided: readonly string[];
  readonly base: string;
  readonly head: string;
}

/** The cases of a folder, a file each: the verdict, the base and the head, one after the other. */
export function casesIn(folder: 'pairs' | 'harmless'): readonly DiffCase[] {
  const path = join('__tests__/diff', folder);
  return readdirSync(path).map((file) => {
    const text = readFileSync(join(path, file), 'utf8');
    const [stated = '', rest = ''] = text.split('--- # base\n');
    const [base = '', head = ''] = rest.split('--- # head\n');
    const { undecided = [], ...known } = verdict.parse(load(stated));
    return { name: file.replace('.yaml', ''), ...known, undecided, base, head };
  });
}

/** Compares two documents. */
export async function diffOf(base: string, head: string): Promise<ContractDiff> {
  return diffContracts(await contractOf({ 'base.yaml': base }), await contractOf({ 'head.yaml': head }));
}

/** The changes as the cases write them, in an order of their own. */
export function linesOf({ changes }: ContractDiff): readonly string[] {
  return changes
    .map(({ severity, rule, subject, field }) =>
      [severity, rule, subject, field].filter((text) => text !== undefined).join(' | '),
    )
    .sort();
}
