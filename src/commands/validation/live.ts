import type { Contract } from '../../contracts/contract.js';
import { readerFor } from '../../contracts/load.js';
import { type OpenedContract, openContract } from '../../contracts/open.js';
import type { BaseUrl } from '../../live/base-url.js';
import type { GivenHeaders } from '../../live/headers.js';
import { type Comparison, type Outcome, outcomeOf } from '../../live/outcome.js';
import { type Examples, isJson, type Planned, type PlanOptions, planCalls } from '../../live/plan.js';
import { type Answered, runCalls } from '../../live/run.js';
import type { Bounds } from '../../live/send.js';
import { requestParts } from '../../mcp/engines/contract-engine/conformance/requests.js';
import { masked } from '../../model/secrets.js';
import { fileOfContract } from '../../model/service.js';
import { type EndpointTest, type EndpointTestReport, endpointReportOf } from '../../model/validation.js';
import type { Analysis } from '../../rules/judge.js';
import type { Violation } from '../../rules/rule.js';
import type { ContractClient } from './contract-client.js';
import { findingOf } from './finding.js';

/** How to call a running service. */
export interface LiveOptions {
  readonly base: BaseUrl;
  readonly given: GivenHeaders;
  readonly seed: number;
  readonly allowWrites: boolean;
  readonly bounds: Bounds;
}

export interface LiveRequest extends LiveOptions {
  /** Absolute. */
  readonly repository: string;
  /** The user's option, which overrides the contract's servers. */
  readonly basePath: string | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface LiveReport {
  readonly endpoints: readonly EndpointTest[];
  readonly report: EndpointTestReport;
  readonly violations: readonly Violation[];
  /** Why the service could not be reached at all. */
  readonly unreached?: string;
}

/** Calls each contracted endpoint of a running service and compares the answers. */
export async function checkLive(
  contracts: readonly Contract[],
  analysis: Pick<Analysis, 'contracts'>,
  client: ContractClient,
  request: LiveRequest,
): Promise<LiveReport> {
  const { given, bounds, base, onProgress } = request;
  const provided = contracts.filter(({ role, operations }) => role === undefined && operations.length > 0);
  const plan = planCalls(provided, planOptions(request, analysis));
  const pause = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis));
  const answers = await runCalls(plan, { base, headers: given.headers, bounds, pause, now: () => performance.now(), onProgress });
  const tests: EndpointTest[] = [];
  let next = 0;
  for (const planned of plan) {
    const answered = planned.kind === 'call' ? answers[next++] : undefined;
    tests.push(await testOf(planned, answered, client, given.secrets));
  }
  const first = answers[0]?.answer;
  const isUnreached = answers.length > 0 && answers.every(({ answer }) => answer.kind === 'unreached');
  return {
    endpoints: tests,
    report: endpointReport(tests),
    violations: tests.flatMap(findingsOf),
    ...(isUnreached && first !== undefined && 'why' in first ? { unreached: first.why } : {}),
  };
}

function planOptions(
  { seed, allowWrites, base, basePath, repository }: LiveRequest,
  analysis: Pick<Analysis, 'contracts'>,
): PlanOptions {
  const opened = new Map<string, OpenedContract>();
  const served = new Map(analysis.contracts.map(({ id, basePath: path }) => [id, path]));
  return {
    seed,
    allowWrites,
    prefixOf: (contract, operation) => {
      if (base.path !== '/') return base.path;
      if (basePath !== undefined) return basePath;
      const expected = operation.prefixes ?? contract.prefixes;
      const found = served.get(contract.id) ?? undefined;
      return found !== undefined && expected.includes(found) ? found : (expected[0] ?? found ?? '/');
    },
    examplesOf: (contract, operation): Examples => {
      const document = opened.get(contract.id) ?? openOne(contract, repository);
      opened.set(contract.id, document);
      const parts = requestParts(document, operation);
      return {
        parameter: (place, name) => parts.parameters.find((each) => each.in === place && each.name === name)?.example,
        body: parts.body?.example,
      };
    },
  };
}

function openOne({ id }: Contract, repository: string): OpenedContract {
  const { path, read } = readerFor(fileOfContract(id), repository);
  return openContract(path, read);
}

async function testOf(
  planned: Planned,
  answered: Answered | undefined,
  client: ContractClient,
  secrets: readonly string[],
): Promise<EndpointTest> {
  const { contract, operation } = planned.kind === 'call' ? planned.call : planned;
  const common = { contract: contract.id, subject: operation.subject, at: operation.at };
  if (planned.kind === 'none') return { ...common, outcome: 'untested', why: planned.why, violations: [] };
  if (answered === undefined) return { ...common, outcome: 'untested', why: 'it was not called', violations: [] };
  const { answer, target } = answered;
  const outcome = await judged(answered, contract, client);
  const shown = (text: string): string => masked(text, secrets).slice(0, 500);
  const violations = outcome.kind === 'failed' ? outcome.violations : [];
  return {
    ...common,
    outcome: outcome.kind,
    target: shown(target),
    ...(answer.kind === 'received' ? { status: answer.status } : {}),
    millis: answer.millis,
    ...('why' in outcome ? { why: shown(outcome.why) } : {}),
    violations: violations.map(({ field, expected, actual }) => ({
      field: shown(field),
      expected: shown(expected),
      actual: shown(actual),
    })),
  };
}

async function judged(answered: Answered, contract: Contract, client: ContractClient): Promise<Outcome> {
  const { answer, call } = answered;
  if (answer.kind !== 'received') return outcomeOf(answered, undefined);
  const { method, subject } = call.operation;
  if (method === 'HEAD')
    return { kind: 'untested', why: `it answered ${answer.status}, and an answer to HEAD has no body to compare` };
  const { value, failure } = await client.ask('validate_endpoint', {
    service_name: contract.service ?? (contract.title || contract.id),
    method,
    path: subject.slice(method.length + 1),
    response_body: bodyOf(answer.text, answer.contentType),
    status_code: answer.status,
    content_type: answer.contentType,
  });
  const compared: Comparison | undefined = failure === undefined ? value : undefined;
  return outcomeOf(answered, compared);
}

/** Invalid JSON under a JSON content type is a text. */
function bodyOf(text: string, contentType: string | undefined): unknown {
  if (text === '') return undefined;
  if (contentType !== undefined && !isJson(contentType)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function endpointReport(tests: readonly EndpointTest[]): EndpointTestReport {
  // What was asked and told nothing counts; what nobody may ask (a write) does not.
  return endpointReportOf(tests, tests.filter(({ outcome, target }) => outcome !== 'untested' || target !== undefined).length);
}

function findingsOf({ contract, subject, at, outcome, status, why, violations, target }: EndpointTest): readonly Violation[] {
  if (outcome !== 'failed') return [];
  const base = {
    problem: 'response',
    at,
    contract,
    subject,
    status: status === undefined ? undefined : String(status),
  } as const;
  if (violations.length === 0) return [findingOf({ ...base, message: `The running service, called at ${target}: ${why}.` })];
  return violations.map(({ field, expected, actual }) => {
    const what = field === '' ? 'its body' : `\`${field}\``;
    const message = `The running service, called at ${target}: ${what} is ${actual}, expected is ${expected}.`;
    return findingOf({ ...base, message, field, expected, actual, key: expected });
  });
}
