import type { Engines } from '../agents/engines.js';
import { block, inline, paragraphs } from './blocks.js';

/** The agent's results (REQ-080), relative to the workspace. */
export const E2E_RESULTS_FILE = '.tallystick/CONTRACT_E2E_RESULTS.md';

/** A contract's endpoint to call. */
export interface E2eEndpoint {
  /** Id of its contract, or `SVC-001`. */
  readonly contract: string;
  /** `METHOD /path` as the contract writes it. */
  readonly subject: string;
}

export interface E2ePrompt {
  readonly service_name: string;
  readonly endpoints: readonly E2eEndpoint[];
  readonly engines: Engines;
}

const LISTED = 200;

/** REQ-080: tells an agent to call every contracted endpoint of the running service. */
export function contractE2ePrompt({ service_name, endpoints, engines }: E2ePrompt): string {
  const rest = endpoints.length - LISTED;
  const list = endpoints.slice(0, LISTED).map(({ contract, subject }) => `- ${inline(contract, 200)}: ${inline(subject, 300)}`);
  return paragraphs(
    `CONTRACT COMPLIANCE E2E of service \`${inline(service_name, 100)}\`. Start the service as its specs say, on a free port, and wait until it answers.`,
    [
      '1. Make a real HTTP request to each endpoint below (every SVC-xxx entry and every operation of a contract), with input that the contract allows; create what it needs through the service itself. Nothing is mocked.',
      engines.validation
        ? '2. Call validate_endpoint() via Contract Engine MCP with service_name, method, path, status_code and the body of the response, for each of them.'
        : '2. Compare status and every field of the response with the contract, field by field: name, type, what is required.',
      '3. Record pass or fail for each: passed only with a promised success and no difference; failed with the field, what was promised and what came; untested with the reason when you could not call it.',
      `4. Write the results to \`${E2E_RESULTS_FILE}\` (CONTRACT_E2E_RESULTS.md), one row an endpoint, exactly these columns: \`| Contract | Endpoint | Result | Status | Why |\`. Result is \`passed\`, \`failed\` or \`untested\`.`,
      '5. End the service.',
      '6. End your answer with the line `START: command`: the command that starts the service in the current folder, so that it listens on the port that the environment variable PORT names. The service is started with it and every endpoint is called again: that result counts, and yours is compared with it.',
    ].join('\n'),
    block('ENDPOINTS', [...list, ...(rest > 0 ? [`- and ${rest} more: read them from the contracts`] : [])].join('\n')),
  );
}

const COLUMNS = 5;
const MOST_ROWS = 10_000;

/**
 * What the agent says of each endpoint, by contract and subject. Rows that were not asked for are dropped; of two rows the worse
 * counts.
 *
 * @param text untrusted
 */
export function readE2eResults(text: string, endpoints: readonly E2eEndpoint[]): ReadonlyMap<string, string> {
  const results = new Map<string, string>();
  for (const line of text.split(/\r\n|\r|\n/).slice(0, MOST_ROWS)) {
    const cells = cellsOf(line);
    if (cells.length < COLUMNS - 1) continue;
    const [contract = '', subject = '', result = ''] = cells;
    const word = ['failed', 'untested', 'passed'].find((each) => result.toLowerCase() === each);
    const key = keyOf({ contract, subject });
    if (word !== undefined && graver(word, results.get(key))) results.set(key, word);
  }
  return new Map(
    endpoints.flatMap((endpoint) => {
      const result = results.get(keyOf(endpoint));
      return result === undefined ? [] : [[`${endpoint.contract} ${endpoint.subject}`, result] as const];
    }),
  );
}

function graver(word: string, before: string | undefined): boolean {
  const order = ['passed', 'untested', 'failed'];
  return before === undefined || order.indexOf(word) > order.indexOf(before);
}

function keyOf({ contract, subject }: E2eEndpoint): string {
  return `${contract}\n${subject.replaceAll('|', '')}`;
}

/** Cells of a row without backticks and marks of success; none: not a row. */
function cellsOf(line: string): readonly string[] {
  const trimmed = line.trim().slice(0, 4_000);
  if (!trimmed.startsWith('|') || !trimmed.endsWith('|')) return [];
  return trimmed
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.replace(/[`*✅❌➖]/gu, '').trim());
}
