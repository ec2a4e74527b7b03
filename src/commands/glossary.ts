import type { OpenReason } from '../model/open-reason.js';
import type { Problem } from '../rules/rule.js';

/** One meaning for each word of the output, by the kind of word. `explain` and the glossary page print it. */
export interface Glossary {
  readonly title: string;
  readonly words: Readonly<Record<string, string>>;
}

const STATUSES = {
  verified: 'A route serves the endpoint. Every field of the contract was compared, and it matches.',
  'by route alone': 'Verified, but the contract has no JSON body, so only the route was compared.',
  violated: 'At least one finding of severity error.',
  missing: 'No route serves the endpoint, and no gap may hide one.',
  unverified:
    'It could not be fully compared. The reason stands beside it. It is neither a finding nor a pass, and it is left out of the compliance ratio.',
  excused: 'Only ignored findings are left. The row is unverified, with the reason of the entry.',
} as const;

const REASONS: Readonly<Record<OpenReason, string>> = {
  'unreadable-file': 'A file could not be opened or is not UTF-8 text. Check its rights and its encoding.',
  'syntax-error': 'A file has a syntax error at this place. Fix it, or exclude the file from the service folder.',
  'too-large': 'A file or a list is larger than the bounds of the scan. Split it.',
  minified: 'A file is minified. Scan the sources, not build output.',
  'outside-repository': 'A link leads out of the repository. It is not followed.',
  'dynamic-path': 'A path is only known while the service runs. Write it as a literal or a constant.',
  'dynamic-mount': 'A router is mounted at a path, or in a way, that is only known while the service runs.',
  'dynamic-channel': 'A topic or queue is only known while the service runs. Write it as a constant.',
  'unmounted-router': 'A router is never mounted where the scan can see it.',
  'undeclared-router':
    'A router, or a class of handlers, is not declared in any scanned file. A build or a package may declare it.',
  'unsupported-framework': 'The framework is recognised but its routes are not read. They may serve any endpoint.',
  'unresolved-reference': 'A name refers to code that the scan does not read, such as a package or generated code.',
  'unsupported-contract-feature': 'The reader does not support a part of a contract.',
  'extractor-crash': 'A bug of Tallystick: a reader failed on this file. Please report it.',
  'rule-crash': 'A bug of Tallystick: a rule failed on this subject. Please report it.',
  'base-path': 'The contract fits below several paths of the code. Name one with `--base-path`.',
  'package-type':
    'A handler sends a type that a package declares. Packages are read where they are installed and `packages: installed` asks for it.',
  'unknown-body': 'The scan could not follow what a handler sends.',
  rewritten: 'A filter, an interceptor or a plugin of the service may change what handlers send.',
  'undescribed-body': 'The contract has a body but describes no field of it.',
  'other-media': 'The code sends another media type, but the contract expects JSON.',
  'shared-handler': 'One handler answers several paths with several bodies, and the scan cannot match them.',
  'broken-contract': 'The contract has an error at this endpoint.',
  'other-contract': 'The route belongs to another contract. Name the contracts of this service.',
  'other-route': 'Another route may answer the endpoint, or several may.',
};

const PROBLEMS: Readonly<Record<Problem, string>> = {
  missing: 'The contract has a field that the code does not send.',
  extra: 'The code sends a field that the contract does not name.',
  type: 'A field has another type than the contract says.',
  optionality: 'The contract requires a field that the code may leave out.',
  nullability: 'A field may be null, and the contract does not allow null.',
  enum: 'The code sends a value that the contract does not list.',
  format: 'A text has another format than the contract says.',
  status: 'The code answers with another success status than the contract says.',
  case: 'A field is only spelled differently, such as `birth_year` for `birthYear`.',
  'endpoint-missing': 'No route serves the endpoint.',
  'wrong-method': 'A route has the path, but another method.',
  'base-path': 'The code serves the contract below a path that the contract does not mention.',
  unpublished: 'The contract has an event that the code never publishes.',
  unhandled: 'The contract has an event that the code never handles.',
  undocumented: 'The code serves an endpoint or publishes an event that no contract describes.',
  document: 'The contract is not valid.',
  unclear: 'The contract can be understood in several ways.',
  marked: 'The contract is marked as implemented, and the scan does not confirm it.',
  response: 'The running service answers differently.',
  breaking: 'A change of the contract that breaks its consumers.',
  'may-break': 'A change of the contract that may break some of its consumers.',
};

const WORDS = {
  contract: 'A document that says what a service does for others: OpenAPI, AsyncAPI or JSON Schema.',
  subject: 'The endpoint, event or shared model that a row describes.',
  endpoint: 'A method and a path of a contract.',
  route: 'A method and a path that the code registers.',
  'base path': 'The path below which the code serves all endpoints of a contract.',
  'served below': 'The base path that was found, from the contract or from the code.',
  finding: 'A difference between contract and code, of severity error, warning or note.',
  note: 'A finding that never fails a run.',
  warning: 'A finding that fails a run with `--fail-on warning`.',
  error: 'A finding that fails a run, unless `--fail-on never` is given.',
  baseline: 'A list of known findings. Only findings that it does not list fail.',
  resolved: 'A baseline entry whose finding no longer exists. `--update-baseline` removes it.',
  suppression: 'A comment `tallystick-ignore` in the code or a key `x-tallystick-ignore` in the contract, with a reason.',
  compliance: 'Verified subjects as a share of the decided ones: verified, violated and missing.',
  decided: 'Not unverified.',
  incomplete: 'The run proves nothing because something crashed, or nothing of a contract could be compared. The exit code is 3.',
  gap: 'A place that the scan did not analyse. An endpoint that it may hide is never reported as missing.',
  'undocumented route': 'A route that no contract describes. It is listed, and CONTRACT-005 makes findings of it.',
  'by type alone': 'The contract lists values, but only the type of the value in the code is known.',
  new: 'On a pull request: an error that the base does not have.',
  lost: 'On a pull request: a subject that was decided at the base and no longer is.',
  dropped: 'On a pull request: a subject that no contract has any more.',
  moved: 'On a pull request: a contract that is served below another path.',
  'fact sheet': 'What the code does, as a file. Shards write one each; `merge` joins them.',
  depth: 'A preset for builds and engines. It does not change how carefully a scan reads; it switches agents, engines and scans.',
} as const;

export const GLOSSARY: readonly Glossary[] = [
  { title: 'Statuses', words: STATUSES },
  { title: 'Problems', words: PROBLEMS },
  { title: 'Reasons', words: REASONS },
  { title: 'Words', words: WORDS },
];

/** All meanings of a word, each as a line. */
export function meaningsOf(asked: string): readonly string[] {
  const word = asked.toLowerCase();
  return GLOSSARY.flatMap(({ title, words }) =>
    Object.hasOwn(words, word) ? [`${word} (${title.toLowerCase()})\n  ${words[word]}\n`] : [],
  );
}
