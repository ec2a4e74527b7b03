import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { contractComparison } from '../../src/commands/causes.js';
import { exitCode } from '../../src/commands/exit-code.js';
import { concernsOf } from '../../src/reports/change-verdict.js';
import { conclusionOf } from '../../src/reports/github/result.js';
import { changeSince } from '../../src/rules/change.js';
import { scanned } from '../../src/scan.js';
import { folderOf } from '../temporary-folder.js';
import type { Edits } from './row.js';

const SCANS = {
  endpoint_schema_scan: true,
  missing_endpoint_scan: true,
  event_schema_scan: true,
  shared_model_scan: true,
  undocumented_endpoint_scan: false,
};

/** How the check of a pull request with these changes ends by default, and what is said of it. */
export async function judgedChange(base: Readonly<Record<string, string>>, edits: Edits) {
  const merged = Object.entries({ ...base, ...edits });
  const texts = merged.filter((file): file is [string, string] => typeof file[1] === 'string');
  const [before, head] = [folderOf(base), folderOf(Object.fromEntries(texts))];
  for (const [path, content] of merged) if (typeof content === 'object') symlinkSync(content.link, join(head, path));
  const request = (folder: string) => ({ repository: folder, dir: folder, scans: SCANS });
  const [old, { analysis, contracts }] = [await scanned(request(before)), await scanned(request(head))];
  const change = changeSince(old.analysis, analysis, contractComparison(old.contracts, contracts));
  const code = exitCode(analysis, ['new', 'lost', 'breaking'], change);
  const result = { analysis, change, byChange: true, failed: code !== 0 };
  const conclusion = conclusionOf(result);
  return {
    // A warning alone does not change the colour, but it is said.
    conclusion: conclusion === 'success' && analysis.violations.length > 0 ? 'success, with a comment' : conclusion,
    questions: [...new Set(concernsOf(result).map(({ question }) => question))],
    before: old.analysis.matrix.map(({ status }) => status),
  };
}
