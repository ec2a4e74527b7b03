import { withOthers, withoutNames } from '../model/alike.js';
import { groupBy } from '../model/multi-map.js';
import type { OpenReason } from '../model/open-reason.js';
import type { MatrixRow } from '../rules/judge.js';
import { plain } from './escape.js';

/** A reason why several subjects cannot be compared. */
export interface OpenCause {
  readonly cause: string;
  readonly rows: readonly MatrixRow[];
}

/** Unverified rows by their reason, the most frequent reason first. */
export function causesOf(rows: readonly MatrixRow[]): readonly OpenCause[] {
  const byCause = groupBy(rows, (row) => withoutNames(causeOf(row)));
  return [...byCause.values()]
    .map((own) => ({ cause: commonCause(own), rows: own }))
    .sort((one, other) => other.rows.length - one.rows.length);
}

/** The reason that all share, else the first reason and the number of others. */
function commonCause(rows: readonly MatrixRow[]): string {
  const [first = '', ...others] = new Set(rows.map(causeOf));
  return withOthers(first, others.length);
}

/** The reason without the fields that it concerns: `items[].id, name: the type ...` is one cause for all of them. */
function causeOf({ why, note = 'no reason is known' }: MatrixRow): string {
  if (why !== undefined) return why;
  const at = note.indexOf(': ');
  const start = note.slice(0, at);
  return at > 0 && /^[\w$.[\]*{}-]+(?:, [\w$.[\]*{}-]+)*(?: and \d+ more)?$/.test(start) && /[.[{]|^[a-z]/.test(start)
    ? note.slice(at + 2)
    : note;
}

const LITERAL_PATHS = 'Register these routes with literal paths, or scan the folder that mounts the router.';
const READABLE = 'Fix the place that the reason names, or leave the file out of the service folder.';
const BUG = 'This is a bug of Tallystick: please report it with the line that names the crash.';

/** Reason -> what the user can do to decide the subjects. */
const CURES: Readonly<Record<OpenReason, string>> = {
  'unsupported-framework':
    'The scan cannot read how these routes are registered. `tallystick validate --base-url URL` compares the running service instead.',
  'dynamic-path': 'Write these paths as literals or constants, or name their base path: `--base-path /path`.',
  'dynamic-mount': LITERAL_PATHS,
  'unmounted-router': LITERAL_PATHS,
  'undeclared-router':
    'Commit the sources that a build writes for these routes, or scan the folder that declares them. The scan does not read packages.',
  'dynamic-channel': 'Name the topic or queue with a literal or a constant.',
  'unresolved-reference':
    'Scan the folder that declares these names, and commit generated code. The scan does not read packages.',
  'unreadable-file': READABLE,
  'syntax-error': READABLE,
  'too-large': READABLE,
  minified: READABLE,
  'outside-repository': READABLE,
  'unsupported-contract-feature': 'Write this part of the contract in another way, or check these endpoints by hand.',
  'extractor-crash': BUG,
  'rule-crash': BUG,
  'base-path': 'Name the path below which the service is served: `--base-path /path`, or `base_path` in .tallystick.yml.',
  'package-type':
    'Declare what these handlers send: a return type or a DTO of this repository in place of the type of a package.',
  'unknown-body': 'Declare what these handlers send: a return type, a DTO or a response schema.',
  rewritten: 'No type describes the final response. `tallystick validate --base-url URL` compares the running service instead.',
  'undescribed-body': 'Describe these bodies in the contract. Without a schema there is nothing to compare.',
  'other-media': 'Add the media type that the code sends to the contract, or send JSON.',
  'shared-handler': 'Give each of these endpoints its own handler. The scan cannot tell which body a request gets.',
  'broken-contract': 'Fix the contract there: `tallystick validate` lists what is wrong with it.',
  'other-contract':
    'Name the contracts of this service, or leave the other ones out: `contracts: ["!other/**"]` in .tallystick.yml, or `--contract FILE`.',
  'other-route':
    'Give these endpoints a route of their own, before the routes that the reason names, or scan only the folder of the service.',
};

/** A next step for the largest cause. */
export function cureOf(rows: readonly MatrixRow[]): string {
  const [largest] = causesOf(rows.filter(({ status }) => status === 'unverified'));
  const advice = adviceFor(largest?.rows ?? []);
  return largest?.rows[0]?.reason !== undefined && largest.rows.length > 1
    ? `Largest cause (${largest.rows.length} unverified): ${advice}`
    : advice;
}

/** Code whose packages declare their types in files (TypeScript and JavaScript). */
const NODE_SOURCE = /\.[cm]?[jt]sx?$/;

/** What the user can do to decide the rows of one cause. */
export function adviceFor([row]: readonly MatrixRow[]): string {
  if (row?.reason === undefined)
    return 'Unverified is neither a pass nor a failure. `tallystick explain unverified` explains it.';
  if (row.reason !== 'package-type' || row.package === undefined) return CURES[row.reason];
  const declare = `declare what these handlers send, in place of the type of ${plain(row.package)}`;
  return NODE_SOURCE.test(row.codeAt?.file ?? '')
    ? `Install the dependencies (\`npm ci --ignore-scripts\`) and scan with \`--packages installed\`, or ${declare}.`
    : `${declare.charAt(0).toUpperCase()}${declare.slice(1)}: a return type or a DTO of this repository.`;
}
