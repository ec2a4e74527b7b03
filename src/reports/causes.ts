import type { MatrixRow } from '../rules/judge.js';

/** What keeps several subjects from being compared. */
export interface OpenCause {
  readonly cause: string;
  readonly rows: readonly MatrixRow[];
}

/** Unverified rows by their reason, the most frequent reason first. */
export function causesOf(rows: readonly MatrixRow[]): readonly OpenCause[] {
  const byCause = new Map<string, MatrixRow[]>();
  for (const row of rows) {
    const cause = causeOf(row);
    byCause.set(cause, [...(byCause.get(cause) ?? []), row]);
  }
  return [...byCause].map(([cause, own]) => ({ cause, rows: own })).sort((one, other) => other.rows.length - one.rows.length);
}

/** Without the fields that it concerns: `items[].id, name: the type ...` is one cause for all of them. */
function causeOf({ note = 'no reason is known' }: MatrixRow): string {
  const at = note.indexOf(': ');
  const start = note.slice(0, at);
  return at > 0 && /^[\w$.[\]*-]+(?:, [\w$.[\]*-]+)*(?: and \d+ more)?$/.test(start) && /[.[]|^[a-z]/.test(start)
    ? note.slice(at + 2)
    : note;
}

/** What would decide subjects of a cause, by the words of the cause; the first that fits counts. */
const CURES: readonly (readonly [RegExp, string])[] = [
  [
    /framework|are not read|is not read|recogni[sz]ed/i,
    'The routes are registered in a way that is not read. `tallystick validate --base-url URL` compares the running service instead.',
  ],
  [
    /base path|prefix|start of (?:its|the) path/i,
    'Name the path below which the service is served: `--base-path /path`, or `base_path` in .tallystick.yml.',
  ],
  [
    /no routes? (?:was|were|of)|router|mount|loop|registered/i,
    'Register these routes with literal paths, or scan the folder that mounts the router.',
  ],
  [
    /package|installed|client/i,
    'Declare what the handler sends: a return type or a DTO of this repository in place of the type of the package.',
  ],
  [/declared|result of|any\b|unknown|type/i, 'Declare what these handlers send: a return type, a DTO or a response schema.'],
];

/** A next step for the largest cause. */
export function cureOf(rows: readonly MatrixRow[]): string {
  const [largest] = causesOf(rows.filter(({ status }) => status === 'unverified'));
  const cure = CURES.find(([words]) => words.test(largest?.cause ?? ''))?.[1];
  const advice = cure ?? 'Unverified is neither kept nor broken: `tallystick explain unverified` says what that means.';
  return largest !== undefined && cure !== undefined && largest.rows.length > 1
    ? `Largest cause (${largest.rows.length} unverified): ${advice}`
    : advice;
}
