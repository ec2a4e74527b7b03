import type { EndpointTest, Validation } from '../model/validation.js';
import { markdownCode, markdownText } from './escape.js';
import { counted } from './verdict.js';

type Live = NonNullable<Validation['live']>;

const MARKS = { passed: '✅ passed', failed: '❌ failed', untested: '➖ untested' } as const;
/** The maximum number of differences that are listed per response. */
const LISTED = 20;

/** `CONTRACT_E2E_RESULTS.md`: the responses of a running service, endpoint by endpoint (requirement REQ-080). */
export function contractE2eResults(live: Live): string {
  const { report, endpoints, baseUrl, seed } = live;
  const contracts = [...new Set(endpoints.map(({ contract }) => contract))];
  const parts = [
    '# Contract E2E results',
    `Service: ${markdownCode(baseUrl)}. Values were made with the seed ${seed}.`,
    [
      '| Endpoints | Tested | Passed | Failed | Health |',
      '|---|---|---|---|---|',
      `| ${report.total_endpoints} | ${report.tested_endpoints} | ${report.passed_endpoints} | ${report.failed_endpoints} | ${report.health} |`,
    ].join('\n'),
    ...(report.untested_contracts.length === 0
      ? []
      : [`Not tested at all: ${report.untested_contracts.map(markdownCode).join(', ')}.`]),
    ...contracts.flatMap((contract) =>
      contractParts(
        contract,
        endpoints.filter((each) => each.contract === contract),
      ),
    ),
  ];
  return `${parts.join('\n\n')}\n`;
}

function contractParts(contract: string, tests: readonly EndpointTest[]): readonly string[] {
  const rows = tests.map(({ subject, outcome, target, status, millis, why }) => {
    const cells = [
      markdownCode(subject),
      MARKS[outcome],
      target === undefined ? '' : markdownCode(target),
      status ?? '',
      millis === undefined ? '' : `${millis} ms`,
      markdownText(why ?? ''),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    `## ${markdownText(contract)}`,
    ['| Endpoint | Result | Request | Status | Time | Why |', '|---|---|---|---|---|---|', ...rows].join('\n'),
    ...tests.flatMap(differences),
  ];
}

function differences({ subject, violations }: EndpointTest): readonly string[] {
  if (violations.length === 0) return [];
  const rows = violations.slice(0, LISTED).map(({ field, expected, actual }) => {
    return `| ${field === '' ? '(the body)' : markdownCode(field)} | ${markdownText(expected)} | ${markdownText(actual)} |`;
  });
  const rest = violations.length - LISTED;
  return [
    `### ${markdownCode(subject)}`,
    ['| Field | Expected | Actual |', '|---|---|---|', ...rows].join('\n'),
    ...(rest > 0 ? [`_${counted(rest, 'difference')} more._`] : []),
  ];
}
