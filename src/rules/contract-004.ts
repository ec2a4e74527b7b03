import type { CodeModel } from '../facts/codebase.js';
import type { Definitions } from '../model/shape.js';
import { compareShapes } from './comparison/compare-shapes.js';
import type { Comparison, Difference, Side } from './comparison/comparison.js';
import { gather, nothingYet, verdictOf, withoutUnknown } from './comparison/gathered.js';
import { shapeMapper } from './comparison/map-shape.js';
import { modelMessage } from './comparison/messages.js';
import { collectViolations } from './comparison/response-violations.js';
import { foldName } from './comparison/spelling.js';
import { followRefs } from './comparison/wrapper.js';
import { openFor } from './open-verdict.js';
import type { ModelPairing, ModelRule, RuleContext, Verdict, Violation } from './rule.js';

/** The rule's id in reports. */
const ID = 'CONTRACT-004';

/** Shared models are the same everywhere. */
export const contract004: ModelRule = {
  about: 'model',
  id: ID,
  title: 'Shared models are the same everywhere',
  problems: {
    missing: 'error',
    type: 'error',
    enum: 'error',
    optionality: 'error',
    nullability: 'error',
    case: 'error',
    format: 'warning',
    extra: 'note',
  },
  check: (pairing, context) => {
    if (pairing.undecided !== undefined) return openFor(pairing.undecided);
    if (pairing.actuals.length === 0) return { outcome: 'silent', compared: 0, unknown: [], violations: [] };
    return compareAll(pairing, context);
  },
};

/** One definition in code and its comparison with the model. */
interface Compared {
  readonly type: CodeModel;
  readonly comparison: Comparison;
}

function compareAll(pairing: ModelPairing, { types }: RuleContext): Verdict {
  const all = pairing.actuals.map((type): Compared => ({ type, comparison: compareOne(pairing, type, types) }));
  const result = nothingYet();
  for (const { type, comparison } of all) gather(result, comparison, type.at, '', all.length === 1 ? '' : ` (${type.at.file})`);
  const { contract, subject, expectation } = pairing;
  const about = { check: ID, contract: contract.id, subject, at: expectation.at, messageOf: modelMessage };
  const violations = collectViolations(about, result.found).map((violation) => withKeepers(violation, all));
  const notes = all.length > 1 ? [`${all.length} definitions were compared`] : [];
  return { ...verdictOf(withoutUnknown(result), violations), notes };
}

/** Read-only and write-only do not matter to what a model is. */
const bothWays = shapeMapper({ field: ({ access: _, ...field }) => field });
/** The model with no additional fields besides those it names. */
const closed = shapeMapper({
  field: ({ access: _, ...field }) => field,
  rest: ({ rest, fields }) => (rest === true ? fields.length === 0 : rest),
});

/**
 * Compares in both directions. What the definition sends must fit the model, like a response its schema. And the definition must
 * accept what the model allows: an optional field that it requires, a null or an unknown enum value is drift too, although code
 * that only writes the model never meets it.
 */
function compareOne({ contract, expectation }: ModelPairing, type: CodeModel, types: Definitions): Comparison {
  const model: Side = { shape: expectation.shape, definitions: contract.definitions };
  const definition: Side = { shape: type.shape, definitions: types };
  const there = compareShapes(bothWays(model), bothWays(definition), { promisedAt: expectation.at, codeAt: type.at });
  const back = compareShapes(bothWays(definition), closed(model), { promisedAt: type.at, codeAt: expectation.at });
  const known = new Set(there.differences.map(keyOf));
  const more = back.differences.filter((one) => lacksRoom(one, type.language)).map(turned);
  const differences = [
    ...there.differences.map((one) => renamed(one, definition)),
    ...more.filter((one) => !known.has(keyOf(one))),
  ];
  return { ...there, differences };
}

/** Languages whose types say whether they accept null or a missing field; in other languages such values become defaults. */
const TELLING: Readonly<Record<string, ReadonlySet<string>>> = {
  enum: new Set(['typescript', 'python', 'jvm', 'csharp', 'go']),
  nullability: new Set(['typescript', 'python']),
  optionality: new Set(['typescript']),
};

function lacksRoom({ problem }: Difference, language: string): boolean {
  return TELLING[problem]?.has(language) === true;
}

const keyOf = ({ path, problem }: Difference): string => `${problem} ${path}`;

function turned({ expected, actual, promisedAt, codeAt, suggestion: _, ...rest }: Difference): Difference {
  return { ...rest, weight: 'weak', expected: actual, actual: expected, promisedAt: codeAt, codeAt: promisedAt };
}

/** A member has the model's field name, but the serializer sends it under another name: the finding stands at that member. */
function renamed(difference: Difference, { shape, definitions }: Side): Difference {
  if (difference.problem !== 'missing' || difference.path.includes('.')) return difference;
  const content = followRefs(shape, definitions);
  const meant = content?.kind === 'object' ? content.fields : [];
  const field = meant.find(({ member = '' }) =>
    [member, member.replace(/^(?:get|is)/, '')].map(foldName).includes(foldName(difference.path)),
  );
  if (field === undefined) return difference;
  return {
    ...difference,
    codeAt: field.at ?? difference.codeAt,
    actual: `${field.name} on the wire`,
    suggestion: `The member ${field.member} is sent as ${field.name}. Send it as ${difference.path}.`,
  };
}

const MAX_KEEPERS = 5;

/** Adds the other definitions of the model in which that field is right. */
function withKeepers(violation: Violation, all: readonly Compared[]): Violation {
  const field = violation.field ?? '';
  const keeping = all.filter(({ comparison }) => !comparison.differences.some(({ path }) => path === field));
  const related = keeping.slice(0, MAX_KEEPERS).map(({ type }) => ({
    file: type.at.file,
    line: type.at.line,
    message: `${type.name} matches the model`,
  }));
  return { ...violation, related: [...violation.related, ...related] };
}
