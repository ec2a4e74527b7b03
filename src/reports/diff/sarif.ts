import type { ContractChange, Undecided, VersionDiff } from '../../diff/change.js';
import type { DiffRule } from '../../diff/rule.js';
import { MOST_RESULTS, mapTexts, notice, physical, SARIF_SCHEMA, unlinked } from '../sarif-parts.js';
import { counted } from '../verdict.js';
import type { DiffReport } from './report.js';
import { allChanges, DIFF_SEVERITIES, emptiness } from './verdict.js';

/** Further places that could not be compared are only counted. */
const MOST_UNDECIDED = 1_000;

/**
 * SARIF 2.1.0 for code scanning: the head's line as location, the base's as related location. Of more than 25,000 changes, the
 * most severe.
 */
export const diffSarif: DiffReport = {
  format: 'sarif',
  render: (diff, { rules = [] }) => `${JSON.stringify(sarifLog(diff, rules), null, 1)}\n`,
};

function sarifLog(diff: VersionDiff, rules: readonly DiffRule[]) {
  const changes = DIFF_SEVERITIES.flatMap((severity) => allChanges(diff).filter((change) => change.severity === severity));
  const shown = changes.slice(0, MOST_RESULTS);
  const used = rules.filter(({ id }) => shown.some(({ rule }) => rule === id));
  const index = new Map(used.map(({ id }, at) => [id, at]));
  const seen = new Map<string, number>();
  const { name, version } = diff.tool;
  return {
    $schema: SARIF_SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Tallystick', version, semanticVersion: version, rules: used.map(ruleData) } },
        automationDetails: { id: `${name}/diff/` },
        invocations: [
          { executionSuccessful: emptiness(diff).length === 0, toolExecutionNotifications: notices(diff, changes.length) },
        ],
        originalUriBaseIds: { '%SRCROOT%': { description: { text: 'The root of the repository.' } } },
        columnKind: 'utf16CodeUnits',
        results: shown.map((change) => {
          const nth = (seen.get(change.fingerprint) ?? 0) + 1;
          seen.set(change.fingerprint, nth);
          return result(change, index.get(change.rule), nth);
        }),
      },
    ],
  };
}

function ruleData({ id, purpose, severity, direction, effect }: DiffRule) {
  return {
    id,
    shortDescription: { text: purpose },
    fullDescription: { text: purpose },
    defaultConfiguration: { level: severity },
    properties: { tags: ['api', 'contract', 'breaking-change'], direction, effect, 'problem.severity': recommended(severity) },
  };
}

const recommended = (severity: DiffRule['severity']): string => (severity === 'note' ? 'recommendation' : severity);

function result(change: ContractChange, ruleIndex: number | undefined, nth: number) {
  const { rule, severity, message, subject, alsoIn, part, field, before, after, contract, baseAt, headAt, fingerprint } = change;
  return {
    ruleId: rule,
    ...(ruleIndex === undefined ? {} : { ruleIndex }),
    level: severity,
    message: { text: unlinked(`${subject}${part === undefined ? '' : `, ${part}`}: ${message}`) },
    locations: [{ physicalLocation: physical(headAt) }],
    relatedLocations: [{ id: 1, physicalLocation: physical(baseAt), message: { text: 'What the base says.' } }],
    partialFingerprints: { primaryLocationLineHash: `${fingerprint}:${nth}`, 'tallystickFingerprint/v1': fingerprint },
    properties: { ...mapTexts({ contract, subject, part, field, before, after }), alsoIn: alsoIn.map(unlinked) },
  };
}

function notices(diff: VersionDiff, changes: number) {
  const undecided = diff.diffs.flatMap((each) => each.undecided);
  const hidden = undecided.length - MOST_UNDECIDED;
  return [
    ...emptiness(diff).map((reason) => notice('error', reason)),
    ...(changes > MOST_RESULTS
      ? [notice('warning', `${counted(changes - MOST_RESULTS, 'change')} more: a run carries at most ${MOST_RESULTS}.`)]
      : []),
    ...undecided.slice(0, MOST_UNDECIDED).map(undecidedNotice),
    ...(hidden > 0 ? [notice('note', `${counted(hidden, 'more place')} could not be compared.`)] : []),
  ];
}

function undecidedNotice({ subject, detail, at }: Undecided) {
  const text = subject === undefined ? detail : `${subject}: ${detail}`;
  return { ...notice('note', text), locations: [{ physicalLocation: physical(at) }] };
}
