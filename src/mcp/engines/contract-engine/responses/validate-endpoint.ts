import type { Operation } from '../../../../contracts/contract.js';
import { pathTemplate } from '../../../../contracts/formats/openapi-paths.js';
import type { OpenedContract } from '../../../../contracts/open.js';
import { joinPaths, type PathTemplate, pathKey } from '../../../../model/endpoint.js';
import { decodedPart } from '../../../../model/repository-path.js';
import { answerFor, bodyFor, isJson } from './choose-answer.js';
import { choice, describeKind } from './describe.js';
import { nameOf, type WrittenSchema } from './schema-writer.js';
import { type Validator, validators } from './validator.js';
import { type EndpointViolation, violationsOf } from './violations.js';
import { writtenAnswers } from './written-answers.js';

/** A response of a running endpoint. */
export interface Response {
  readonly method: string;
  /** As requested, or as the contract writes it. */
  readonly path: string;
  readonly status: number;
  /** Absent: unknown. */
  readonly contentType?: string | undefined;
  /** `undefined`: no body. */
  readonly body: unknown;
}

/** The result of a comparison; with an error it was impossible or incomplete, and the response is not valid. */
export interface Compared {
  readonly valid: boolean;
  readonly violations: readonly EndpointViolation[];
  readonly error?: string;
}

/** A contract that may describe the endpoint. */
export interface Candidate {
  readonly opened: OpenedContract;
  /** Paths below which its code serves its operations. */
  readonly prefixes: readonly PathTemplate[];
  /** Among matches the lowest rank counts. Default: 0. */
  readonly rank?: number;
}

/** An operation that may match. */
interface Met {
  readonly opened: OpenedContract;
  readonly operation: Operation;
  readonly fit: Fit;
  readonly rank: number;
}

/** An expected body with its validator. */
interface Comparer {
  readonly mediaType: string;
  readonly written: WrittenSchema | undefined;
  readonly validate: Validator | undefined;
}
interface ComparedAnswer {
  readonly status: string;
  readonly bodies: readonly Comparer[];
}

/** Compares responses with contracts. Caches validators as long as their contract exists. */
export class ResponseComparer {
  readonly #answers = new WeakMap<OpenedContract, Map<string, readonly ComparedAnswer[]>>();

  /** @throws UserError when the contract is broken there */
  async compare(response: Response, candidates: readonly Candidate[]): Promise<Compared> {
    const met = metBy(response, candidates);
    if (typeof met === 'string') return failed(met);
    const { subject } = met.operation;
    const answers = await this.#answersOf(met);
    const answer = answerFor(response.status, answers);
    if (answer === undefined) {
      const expected = answers.length === 0 ? 'none' : choice(answers.map(({ status }) => status));
      return failed(`${met.opened.contract.id} promises no status ${response.status} for ${subject}, but ${expected}.`);
    }
    return comparedWith(answer, response, subject);
  }

  async #answersOf({ opened, operation }: Met): Promise<readonly ComparedAnswer[]> {
    const known = this.#answers.get(opened) ?? new Map<string, readonly ComparedAnswer[]>();
    this.#answers.set(opened, known);
    const before = known.get(operation.subject);
    if (before !== undefined) return before;
    const compile = await validators();
    const answers = writtenAnswers(opened, operation).map(({ status, bodies }) => ({
      status,
      bodies: bodies.map(({ mediaType, written }) => {
        // No validator may accept the schema of a body that is never compared.
        const isCompared = written !== undefined && (isJson(mediaType) || isText(written));
        return { mediaType, written, validate: isCompared ? compile(written) : undefined };
      }),
    }));
    known.set(operation.subject, answers);
    return answers;
  }
}

function failed(error: string): Compared {
  return { valid: false, violations: [], error };
}

/** The matching operation, or why none matches. */
function metBy({ method, path: given }: Response, candidates: readonly Candidate[]): Met | string {
  const path = given.trim().replace(/^https?:\/\/[^/?#]*/i, '');
  const there = candidates.flatMap(({ opened, prefixes, rank = 0 }) =>
    opened.contract.operations.flatMap((operation): readonly Met[] => {
      const served = operation.prefixes ?? opened.contract.prefixes;
      const fit = fitOf(path, operation.path, [...served, ...prefixes]);
      return fit === undefined ? [] : [{ opened, operation, fit, rank }];
    }),
  );
  const asked = method.trim().toUpperCase();
  const [met] = there
    .filter(({ operation }) => operation.method === asked)
    .sort((one, other) => one.rank - other.rank || byFit(one.fit, other.fit));
  if (met !== undefined) return met;
  if (there.length === 0) return `No contract promises ${asked} ${path}.`;
  return `No contract promises ${asked} for ${path}, but ${choice(there.map(({ operation }) => operation.method))}.`;
}

function comparedWith({ bodies, status }: ComparedAnswer, response: Response, subject: string): Compared {
  const { body, contentType, method } = response;
  const isEmpty = body === undefined || body === '';
  // Answers to HEAD, and with 304, have no body (RFC 9110, 9.3.2 and 15.4.5).
  const isBare = method.trim().toUpperCase() === 'HEAD' || response.status === 304;
  if (bodies.length === 0 || isBare)
    return isEmpty || body === null ? fits() : broken([{ field: '', expected: 'no body', actual: describeKind(body) }]);
  const expected = choice(bodies.map(({ mediaType }) => mediaType));
  if (isEmpty) return broken([{ field: '', expected, actual: 'no body' }]);
  const described = bodyFor(contentType, bodies);
  if (described === undefined) return broken([{ field: '', expected, actual: contentType ?? 'no media type' }]);
  const about = `${subject} (${status})`;
  const { validate, written } = described;
  const type = isKnown(contentType) ? contentType : described.mediaType;
  if (!isJson(type) && typeof body !== 'string' && !isKnown(contentType))
    return failed(`${about} is promised as ${type}, and this body is JSON: say its \`content_type\`.`);
  if (written === undefined) return fits();
  if (validate === undefined || (!isJson(type) && !(isText(written) && typeof body === 'string')))
    return failed(`${about} is promised as ${type}, which is not compared with its schema.`);
  const violations = violationsOf(validate(body), body, written.defs);
  if (written.unsupported.length === 0) return violations.length === 0 ? fits() : broken(violations);
  const error = `Not all that is promised for ${about} can be compared: ${written.unsupported.join(' ')}`;
  return { valid: false, violations, error };
}

const isKnown = (contentType: string | undefined): contentType is string => (contentType ?? '').trim() !== '';

/** Whether a schema describes only texts, so that it also applies to bodies other than JSON. */
function isText({ schema, defs }: WrittenSchema): boolean {
  const linked = typeof schema === 'object' && typeof schema.$ref === 'string' ? defs[nameOf(schema.$ref)] : schema;
  return typeof linked === 'object' && linked.type === 'string';
}

const fits = (): Compared => ({ valid: true, violations: [] });
const broken = (violations: readonly EndpointViolation[]): Compared => ({ valid: false, violations });

/** How well a requested path fits a template, by literal segments from the left. Absent: it does not fit. */
type Fit = readonly number[];

/**
 * Whether a requested path (`/api/books/7?full=1`), or one as contracts write it (`/books/{id}`), fits a template.
 *
 * @param prefixes paths below which the template is served, besides the root
 */
function fitOf(asked: string, template: PathTemplate, prefixes: readonly PathTemplate[]): Fit | undefined {
  const path = pathTemplate(asked);
  if (pathKey(path) === pathKey(template)) return [Number.POSITIVE_INFINITY];
  const segments = segmentsOf(path);
  const fitting = ['/', ...prefixes].flatMap((prefix) => {
    const fit = fitOfSegments(segments, segmentsOf(joinPaths(prefix, template)));
    return fit === undefined ? [] : [fit];
  });
  return fitting.sort(byFit)[0];
}

/** Sorts the better fit first. */
function byFit(one: Fit, other: Fit): number {
  const at = one.findIndex((weight, index) => weight !== other[index]);
  return at === -1 ? other.length - one.length : (other[at] ?? 0) - (one[at] ?? 0);
}

const segmentsOf = (path: PathTemplate): readonly string[] => path.split('/').filter((segment) => segment !== '');

function fitOfSegments(asked: readonly string[], template: readonly string[]): Fit | undefined {
  const rest = template.findIndex((segment) => /^\{[^{}]*\*\}$/.test(segment));
  const isRest = rest !== -1 && rest === template.length - 1;
  if (isRest ? asked.length < rest : asked.length !== template.length) return undefined;
  const fixed = isRest ? template.slice(0, rest) : template;
  const weights = fixed.map((segment, index) => weightOf(asked[index] ?? '', segment));
  return weights.every((weight) => weight !== undefined) ? weights : undefined;
}

/** 2: literal; 1: partly literal; 0: any text. */
function weightOf(asked: string, segment: string): number | undefined {
  if (asked === segment || decodedPart(asked) === segment) return 2;
  const parts = segment.split(/\{[^{}]*\}/);
  if (parts.length === 1) return undefined;
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (asked.length <= first.length + last.length || !asked.startsWith(first) || !asked.endsWith(last)) return undefined;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = asked.indexOf(part, at + 1);
    if (found === -1) return undefined;
    at = found + part.length;
  }
  return parts.some((part) => part !== '') ? 1 : 0;
}
