import type { MessageVariant } from '../contracts/contract.js';
import type { Shape } from '../model/shape.js';
import { compareReceived } from './comparison/compare-received.js';
import { compareShapes } from './comparison/compare-shapes.js';
import type { Comparison } from './comparison/comparison.js';
import { type Gathered, gather, learn, nothingYet, verdictOf, withoutUnknown } from './comparison/gathered.js';
import { publishMessage, subscribeMessage, unmatchedMessage } from './comparison/messages.js';
import { collectViolations } from './comparison/response-violations.js';
import { takenVariants } from './comparison/taken-variants.js';
import { fingerprint } from './fingerprint.js';
import { hiddenBy, openFor } from './open-verdict.js';
import type { EventPairing, EventRule, PairedMessage, RuleContext, Undocumented, Verdict, Violation } from './rule.js';

/** The rule's id in reports. */
const ID = 'CONTRACT-003';

/** The code publishes and handles events as the contract describes. */
export const contract003: EventRule = {
  about: 'event',
  id: ID,
  title: 'Events are published and handled as the contract says',
  problems: {
    unpublished: 'error',
    unhandled: 'error',
    missing: 'error',
    type: 'error',
    enum: 'error',
    optionality: 'error',
    nullability: 'error',
    case: 'error',
    format: 'warning',
    extra: 'note',
    undocumented: 'note',
  },
  check: (pairing, context) => {
    if (pairing.undecided !== undefined) return openFor(pairing.undecided);
    if (pairing.actuals.length > 0) return compareAll(pairing, context);
    if (pairing.hiddenBy.length > 0) return hiddenFor(pairing.hiddenBy);
    return { outcome: 'absent', compared: 0, unknown: [], violations: [missingEvent(pairing)] };
  },
  undocumented,
};

const hidden = new WeakMap<EventPairing['hiddenBy'], Verdict>();

/** Cached, because many messages share the same list of gaps. */
function hiddenFor(gaps: EventPairing['hiddenBy']): Verdict {
  const verdict = hidden.get(gaps) ?? hiddenBy(gaps);
  hidden.set(gaps, verdict);
  return verdict;
}

function compareAll(pairing: EventPairing, context: RuleContext): Verdict {
  const result = nothingYet();
  const { actuals, left } = takenVariants(pairing.expectation, pairing.actuals, (one) => comparedWith(pairing, one, context));
  for (const actual of actuals) compareOne(pairing, actual, context, result);
  if (left.length > 0) learn(result, '', `no handler was found for ${left.slice(0, 3).map(nameOf).join(', ')}`);
  const { expectation, contract, subject } = pairing;
  const messageOf = expectation.direction === 'publish' ? publishMessage : subscribeMessage;
  const about = { check: ID, contract: contract.id, subject, at: expectation.at, messageOf };
  return verdictOf(withoutUnknown(result), collectViolations(about, result.found));
}

function compareOne(
  pairing: EventPairing,
  { message, variants, doubtful }: PairedMessage,
  context: RuleContext,
  result: Gathered,
): void {
  const comparison = comparedWith(pairing, { message, variants, doubtful }, context);
  const isMisfit = comparison?.differences.some(({ weight }) => weight === 'broken') === true;
  if (doubtful && isMisfit) {
    learn(
      result,
      '',
      `the message to ${message.channel} in line ${message.at.line} of ${message.at.file} does not match the contract, and may be another event`,
    );
    return;
  }
  if (comparison !== undefined) gather(result, comparison, message.at);
  if (pairing.expectation.direction === 'publish') compareHeaders(pairing, { message, variants, doubtful }, context, result);
}

function comparedWith(pairing: EventPairing, { message, variants }: PairedMessage, context: RuleContext): Comparison | undefined {
  const payload = anyOf(variants);
  const [only] = variants;
  const at = { promisedAt: variants.length === 1 && only !== undefined ? only.at : pairing.expectation.at, codeAt: message.at };
  return payload === undefined ? undefined : compared(pairing, payload, message.payload, context, at);
}

const nameOf = ({ names, at }: MessageVariant): string => names[0] ?? `the message of line ${at.line}`;

/** A shape for any of the contract's messages; undefined: one of them may have any payload. */
function anyOf(variants: readonly MessageVariant[]): Shape | undefined {
  const shapes = variants.flatMap(({ payload }) => payload ?? []);
  const [first] = shapes;
  if (first === undefined || shapes.length < variants.length) return undefined;
  return shapes.length === 1 ? first : { kind: 'union', options: shapes };
}

function compared(
  { expectation, contract }: EventPairing,
  payload: Shape,
  actual: Shape,
  { types }: RuleContext,
  at: NonNullable<Parameters<typeof compareShapes>[2]>,
): Comparison {
  const sides = [
    { shape: payload, definitions: contract.definitions },
    { shape: actual, definitions: types },
  ] as const;
  return expectation.direction === 'publish' ? compareShapes(...sides, at) : compareReceived(...sides, at);
}

/**
 * Compares required headers. Their values travel as texts or bytes, and libraries add some headers themselves, so only a missing
 * header is a finding.
 */
function compareHeaders(
  { contract }: EventPairing,
  { message, variants }: PairedMessage,
  { types }: RuleContext,
  result: Gathered,
): void {
  const [only, ...others] = variants;
  if (only?.headers === undefined || others.length > 0) return;
  const expected = { shape: only.headers, definitions: contract.definitions };
  if (message.headers === undefined) {
    const shape = expected.shape.kind === 'ref' ? expected.definitions.get(expected.shape.name) : expected.shape;
    if (shape?.kind === 'object' && shape.fields.some(({ required }) => required))
      learn(result, 'headers', 'the code gives no headers here; the library that sends the event may add them');
    return;
  }
  const all = compareShapes(
    expected,
    { shape: message.headers, definitions: types },
    { promisedAt: only.at, codeAt: message.at },
  );
  const differences = all.differences.filter(({ problem, weight }) => problem === 'missing' && weight === 'broken');
  gather(result, { ...all, differences }, message.at, 'headers');
}

function missingEvent({ contract, subject, expectation, near, turned }: EventPairing): Violation {
  const problem = expectation.direction === 'publish' ? 'unpublished' : 'unhandled';
  const identity = { check: ID, contract: contract.id, subject, problem } as const;
  const [nearest] = near;
  return {
    ...identity,
    severity: 'error',
    file_path: expectation.at.file,
    line: expectation.at.line,
    message: unmatchedMessage(expectation, nearest),
    promised: subject,
    actual: nearest === undefined ? 'no code' : `${nearest.message.direction} ${nearest.message.channel}`,
    promisedAt: expectation.at,
    related: near.map(({ message, differs }) => ({
      file: message.at.file,
      line: message.at.line,
      message: `${message.direction} ${message.channel} differs in its ${differs}`,
    })),
    fingerprint: fingerprint(identity),
    ...(turned !== undefined && { suggestion: turnedRound(turned) }),
  };
}

/** https://www.asyncapi.com/docs/migration/migrating-to-v3#operation-action */
const turnedRound = (count: number): string =>
  `All ${count} events of this contract match in the opposite direction. In AsyncAPI 2, \`subscribe\` names what the service publishes.`;

function undocumented({ contract, subject, what, others }: Undocumented): readonly Violation[] {
  if (what.kind !== 'message') return [];
  const { message } = what;
  const identity = { check: ID, contract: contract.id, subject, problem: 'undocumented' } as const;
  return [
    {
      ...identity,
      severity: 'note',
      file_path: message.at.file,
      line: message.at.line,
      message: `${subject.replace(/^publish /, '')} is published, but no contract describes it.`,
      actual: subject,
      promisedAt: contract.at,
      related: others.map(({ file, line }) => ({ file, line, message: 'here too' })),
      fingerprint: fingerprint(identity),
    },
  ];
}
