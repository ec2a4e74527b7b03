import type { CodeResponse, CodeRoute } from '../facts/codebase.js';
import { compareShapes } from './comparison/compare-shapes.js';
import { TOGETHER } from './comparison/compare-unions.js';
import type { Comparison, Difference } from './comparison/comparison.js';
import { type ExpectedBody, expectedBodies, expectsJson, impossibleBodies } from './comparison/expected-bodies.js';
import { type Gathered, gather, learn, nothingYet, withoutUnknown } from './comparison/gathered.js';
import { responseMessage } from './comparison/messages.js';
import { type About, collectViolations, type Found } from './comparison/response-violations.js';
import { OF_ANOTHER_PATH, sentBodies, statusNote, strangeSuccesses } from './comparison/sent-bodies.js';
import type { EndpointRule, Pairing, RuleContext, Verdict, Violation } from './rule.js';

/** The rule's id in reports. */
const ID = 'CONTRACT-001';

/** Why an operation stays unverified although nothing contradicts the contract: the contract describes no field. */
const NO_FIELD = 'no field of its JSON body was compared because the contract describes none';

/** Why a violation of only one of several operations at a path does not count. */
const SHARED = 'several operations have this path, and the scan cannot tell which one a response belongs to';

/** Response bodies have the fields that the contract describes. */
export const contract001: EndpointRule = {
  about: 'endpoint',
  id: ID,
  title: 'Response bodies have the fields of the contract',
  problems: {
    missing: 'error',
    type: 'error',
    enum: 'error',
    optionality: 'error',
    nullability: 'error',
    case: 'error',
    format: 'warning',
    status: 'warning',
    extra: 'note',
  },
  check: (pairing, context) => {
    if (pairing.actuals.length === 0 || (pairing.undecided !== undefined && pairing.tentative !== true)) return silent();
    const results = expectedBodies(pairing.expectation).map((body) => ({ body, result: compareBody(body, pairing, context) }));
    const bodies = results.flatMap(({ body, result }) => collectViolations(aboutBody(pairing, body), result.found));
    // A missing body needs no second finding about its status.
    const isGone = bodies.some(({ problem, field }) => problem === 'missing' && field === undefined);
    const violations = [...bodies, ...bodiesWhereNoneCanBe(pairing), ...(isGone ? [] : otherStatuses(pairing))];
    const compared = results.reduce((sum, { result }) => sum + result.compared.size, 0);
    const open = results.flatMap(({ result }) => [...result.unknown].map(([field, why]) => ({ field, why })));
    const broken = violations.some(({ severity }) => severity === 'error');
    if (pairing.tentative === true && !broken) return silent();
    const isBare = !broken && compared === 0 && open.length === 0 && expectsJson(pairing.expectation);
    const unknown = isBare ? [{ field: '', why: NO_FIELD, reason: 'undescribed-body' as const }] : open;
    return {
      outcome: broken ? 'broken' : unknown.length > 0 ? 'open' : 'kept',
      compared,
      byType: [...new Set(results.flatMap(({ result }) => [...result.byType]))],
      unknown,
      violations,
      notes: [...new Set(pairing.actuals.flatMap((route) => statusNote(pairing.expectation, route) ?? []))].sort(),
    };
  },
};

/** A response with status 204 has no body, whatever the contract describes under it: the contract is wrong, not the code. */
function bodiesWhereNoneCanBe({ contract, subject, expectation, actuals }: Pairing): readonly Violation[] {
  return impossibleBodies(expectation).flatMap(({ status, at }) => {
    const sent = actuals.flatMap(({ responses }) => responses.filter((one) => String(one.status) === status));
    const actual = `no body, because HTTP allows none with status ${status}`;
    const found = sent.map((one): Found => {
      return { difference: { path: '', problem: 'missing', weight: 'weak', expected: 'a JSON body', actual }, at: one.at };
    });
    return collectViolations({ check: ID, contract: contract.id, subject, status, at, messageOf: responseMessage }, found);
  });
}

/** Success statuses that the contract does not mention: a client that expects the documented one rejects the response. */
function otherStatuses({ contract, subject, expectation, actuals }: Pairing): readonly Violation[] {
  const found = actuals
    .flatMap((route) => strangeSuccesses(expectation, route))
    .map(({ expected, actual, at }): Found => {
      return { difference: { path: '', problem: 'status', weight: 'weak', expected, actual }, at };
    });
  const [first] = found;
  const about = { check: ID, contract: contract.id, subject, at: expectation.at, messageOf: responseMessage };
  return first === undefined ? [] : collectViolations({ ...about, status: first.difference.expected }, found);
}

function silent(): Verdict {
  return { outcome: 'silent', compared: 0, unknown: [], violations: [] };
}

/**
 * A difference that violates only some of several operations at one path is undecided: the values of the path's parameters select
 * the operation.
 */
function compareBody(body: ExpectedBody, pairing: Pairing, context: RuleContext): Gathered {
  const result = compareAlone(body, pairing, context);
  if (pairing.sharing === undefined || result.found.length === 0) return result;
  const others = pairing.sharing.flatMap((expectation) =>
    expectedBodies(expectation).filter(({ status }) => status === body.status),
  );
  const alone = others.map((other) => compareAlone(other, pairing, context).found);
  const options = [body, ...others].map(({ shape }) => shape);
  const together = compareAlone({ ...body, shape: { kind: 'union', options } }, pairing, context).found;
  const found = result.found.filter(
    ({ difference }) =>
      (difference.path === '' && together.some((other) => isAlike(difference, other.difference))) ||
      alone.every((list) => list.some((other) => isSame(difference, other.difference))),
  );
  if (found.length < result.found.length) learn(result, '', SHARED);
  return { ...result, found };
}

const isAlike = (a: Difference, b: Difference): boolean => a.path === b.path && a.problem === b.problem;
const isSame = (a: Difference, b: Difference): boolean => isAlike(a, b) && a.expected === b.expected;

/** Each route must satisfy the contract by itself: any of them may answer. */
function compareAlone(body: ExpectedBody, pairing: Pairing, context: RuleContext): Gathered {
  const result = nothingYet();
  for (const route of pairing.actuals) compareRoute(body, route, pairing, context, result);
  return withoutUnknown(result);
}

function compareRoute(body: ExpectedBody, route: CodeRoute, pairing: Pairing, context: RuleContext, result: Gathered): void {
  const { sure, doubtful, none, unknown } = sentBodies(body, pairing.expectation, route);
  const compared = sure.map((response) => ({ response, comparison: compareResponse(body, response, pairing, context) }));
  // a field that only some of several bodies leave out is optional; what a body has in an unknown part may be there
  const sent = new Set(compared.flatMap(({ comparison }) => sentFields(comparison)));
  const maySend = (path: string, by: Comparison): boolean =>
    sent.has(path) ||
    compared.some((other) => other.comparison !== by && [...other.comparison.unknown.keys()].some((one) => isWithin(path, one)));
  const isShared = route.sharesHandler === true;
  const options = sure.map(({ shape }) => shape);
  const [first] = sure;
  const union =
    first && sure.length > 1 && compareResponse(body, { ...first, shape: { kind: 'union', options } }, pairing, context);
  for (const { response, comparison } of compared) {
    const differences = comparison.differences.filter((one) => {
      if (union && union.unknown.get(one.path) === TOGETHER) {
        learn(result, one.path, TOGETHER);
        return false;
      }
      const isKnown = !isShared || one.weight !== 'broken' || compared.every((other) => breaks(other.comparison, one));
      if (!isKnown) learn(result, one.path, OF_ANOTHER_PATH);
      return isKnown && !(isMissingOption(one) && maySend(one.path, comparison));
    });
    gather(result, { ...comparison, differences }, response.at);
  }
  for (const response of doubtful) {
    const comparison = compareResponse(body, response, pairing, context);
    if (comparison.differences.length === 0) gather(result, comparison, response.at);
    else
      learn(
        result,
        '',
        `the response in line ${response.at.line} of ${response.at.file} does not match the contract, and its status is unknown`,
      );
  }
  if (none !== undefined) {
    result.compared.add('');
    result.found.push({ difference: noBody(body), at: none.at });
  }
  if (unknown !== undefined) learn(result, '', unknown);
}

/** Whether a body has the same difference, or is something else altogether. */
const breaks = ({ differences }: Comparison, one: Difference): boolean =>
  differences.some((other) => isAlike(one, other) || (other.path === '' && other.weight === 'broken'));

/** Whether the difference is an optional field that a body leaves out. */
const isMissingOption = ({ problem, weight }: Difference): boolean => problem === 'missing' && weight === 'weak';

/** Whether a path is another one, or that of a part of it: `data`, `data.user`, `data[]`. */
const isWithin = (path: string, outer: string): boolean =>
  path === outer || (outer !== '' && path.startsWith(outer) && '.['.includes(path.charAt(outer.length)));

function sentFields({ compared, differences }: Comparison): readonly string[] {
  const missing = new Set(differences.flatMap(({ path, problem }) => (problem === 'missing' ? [path] : [])));
  return [...compared].filter((path) => !missing.has(path));
}

function compareResponse(body: ExpectedBody, response: CodeResponse, pairing: Pairing, context: RuleContext): Comparison {
  const expected = { shape: body.shape, definitions: pairing.contract.definitions };
  const actual = { shape: response.shape, definitions: context.types };
  return compareShapes(expected, actual, { promisedAt: body.at, codeAt: response.at });
}

function aboutBody({ contract, subject }: Pairing, { status, at }: ExpectedBody): About {
  return { check: ID, contract: contract.id, subject, status, at, messageOf: responseMessage };
}

function noBody(body: ExpectedBody): Difference {
  return {
    path: '',
    problem: 'missing',
    weight: 'broken',
    expected: 'a JSON body',
    actual: 'no body',
    promisedAt: body.at,
  };
}
