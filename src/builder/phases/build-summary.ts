import { bareLines, labelledLines } from './labelled.js';

/** The final summary of delivery (REQ-BAP-010). Untrusted texts: bounded, unescaped. */
export interface BuildSummary {
  readonly complete: boolean;
  readonly project: string;
  readonly location: string;
  readonly language: string;
  readonly summary: string;
  readonly usage: string;
  readonly tests: string;
  /** Starts the service; absent: none. */
  readonly start?: string;
  readonly skill?: string;
}

const FIELDS = ['PROJECT', 'LOCATION', 'LANGUAGE', 'SUMMARY', 'USAGE', 'TESTS', 'START', 'SKILL'] as const;
const LONGEST_VALUE = 2_000;
/** Fields are below the mark, within this many lines. */
const LINES = 60;

/**
 * Finds the last block that begins with `BUILD_COMPLETE` or `BUILD_INCOMPLETE`; missing fields are empty. Without a project
 * there is none.
 *
 * @param output untrusted
 */
export function parseBuildSummary(output: string): BuildSummary | undefined {
  const lines = bareLines(output);
  const at = lines.findLastIndex((line) => line === 'BUILD_COMPLETE' || line === 'BUILD_INCOMPLETE');
  if (at === -1) return undefined;
  const fields = labelledLines(lines.slice(at + 1, at + 1 + LINES), FIELDS);
  const textOf = (field: (typeof FIELDS)[number]) =>
    fields.find(({ label }) => label === field)?.value.slice(0, LONGEST_VALUE) ?? '';
  const project = textOf('PROJECT');
  if (project === '') return undefined;
  const skill = textOf('SKILL');
  const start = textOf('START');
  return {
    complete: lines[at] === 'BUILD_COMPLETE',
    project,
    location: textOf('LOCATION'),
    language: textOf('LANGUAGE'),
    summary: textOf('SUMMARY'),
    usage: textOf('USAGE'),
    tests: textOf('TESTS'),
    ...(start === '' || /^none\b/i.test(start) ? {} : { start }),
    ...(skill === '' || skill.toLowerCase() === 'none' ? {} : { skill }),
  };
}
