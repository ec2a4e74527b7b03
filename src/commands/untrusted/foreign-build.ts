import { readFileSync, statSync } from 'node:fs';
import type { BuildReport } from '../../model/build-report.js';
import { UserError } from '../../model/user-error.js';
import { buildReportSchema } from '../../reports/builder/schema.js';

/** In bytes. This program never writes a larger report. */
const LARGEST = 20_000_000;

/**
 * Reads the JSON report of a build from a job in which agents worked: the format is checked, the texts are untrusted.
 *
 * @throws UserError when it is not such a report
 */
export function readForeignBuild(path: string, named: string): BuildReport {
  const refuse = (why: string): never => {
    throw new UserError(`${named} is not a report of a build: ${why}.`, {
      hint: 'It is what the output `report` of mode build names.',
    });
  };
  let text: string;
  try {
    if (statSync(path).size > LARGEST) return refuse(`it has more than ${LARGEST} bytes`);
    text = readFileSync(path, 'utf8');
  } catch {
    return refuse('it cannot be read');
  }
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return refuse('it is no JSON');
  }
  const parsed = buildReportSchema.safeParse(document);
  if (!parsed.success) return refuse(`${parsed.error.issues[0]?.path.join('.')}: ${parsed.error.issues[0]?.message}`);
  const { formatVersion: _, ...report } = parsed.data;
  return report as BuildReport;
}
