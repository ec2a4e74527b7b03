import type { Contract, Operation } from '../../contracts/contract.js';
import { joinPaths, pathKey } from '../../model/endpoint.js';
import { nearest } from '../../model/nearest.js';
import type { Shape } from '../../model/shape.js';
import { describeShape } from '../../model/shape-text.js';
import { UserError } from '../../model/user-error.js';

/** Levels of named schemas that a contract's text writes out. */
const DEPTH = 4;
/** Operations that a refusal names. */
const MOST_NAMED = 12;

export interface Found {
  readonly contract: Contract;
  readonly operation: Operation;
}

export function allOperations(contracts: readonly Contract[]): readonly Found[] {
  return contracts.flatMap((contract) => contract.operations.map((operation) => ({ contract, operation })));
}

/**
 * The operations with this name: `METHOD /path` with any names of parameters, below a server's path or not; a path that is
 * really called; or an operationId.
 *
 * @throws UserError when there is none, with the nearest
 */
export function operationsNamed(asked: string, all: readonly Found[]): readonly Found[] {
  const [, method, path] = /^(?:([A-Za-z]+)\s+)?(\/\S*)$/.exec(asked.trim()) ?? [];
  const byName = all.filter(({ operation }) => operation.name === asked.trim());
  if (byName.length > 0) return byName;
  if (method !== undefined && path !== undefined) {
    const alike = all.filter(({ operation }) => operation.method === method.toUpperCase());
    const found = ofPath(path, alike);
    if (found.length > 0) return found;
  }
  throw unknown(asked, all, path === undefined ? [] : ofPath(path, all));
}

/** The operations of a path, as contracts write it or as it is called. */
function ofPath(path: string, all: readonly Found[]): readonly Found[] {
  const exact = all.filter((found) => pathsOf(found).some((known) => pathKey(known) === pathKey(path)));
  return exact.length > 0 ? exact : all.filter((found) => pathsOf(found).some((known) => answers(known, path)));
}

function unknown(asked: string, all: readonly Found[], others: readonly Found[]): UserError {
  const subjects = [...new Set(all.map(({ operation }) => operation.subject))];
  const meant = nearest(asked, [...subjects, ...all.flatMap(({ operation }) => operation.name ?? [])]);
  const known =
    others.length > 0
      ? `This path has: ${[...new Set(others.map(({ operation }) => operation.subject))].join(', ')}.`
      : meant === undefined
        ? namedOf(subjects)
        : `Did you mean ${meant}?`;
  return new UserError(`No contract has an operation ${asked}. ${known}`);
}

/** The first few of the known operations, and how many there are. */
export function namedOf(subjects: readonly string[]): string {
  const more = subjects.length - MOST_NAMED;
  return `Known (${subjects.length}): ${subjects.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

function pathsOf({ contract, operation }: Found): readonly string[] {
  const prefixes = operation.prefixes ?? contract.prefixes;
  return [operation.path, ...prefixes.map((prefix) => joinPaths(prefix, operation.path))];
}

/** Whether a request for this path is one for the template, segment by segment. */
function answers(template: string, path: string): boolean {
  const [requested, given] = [template.split('/'), joinPaths(path).split('/')];
  return requested.length === given.length && requested.every((part, index) => part.startsWith('{') || part === given[index]);
}

/** What the contract says of an operation, a line for each part. */
export function contractText({ contract, operation }: Found): readonly string[] {
  const shown = (shape: Shape | undefined): string => (shape ? describeShape(shape, contract.definitions, DEPTH) : 'any');
  return [
    ...operation.parameters.map(
      ({ name, in: place, required, shape, at }) =>
        `${place} parameter ${name}${required ? '' : '?'}: ${shown(shape)}  (line ${at.line})`,
    ),
    ...operation.requestBodies.map(
      ({ mediaType, required, shape, at }) =>
        `request body ${mediaType}${required ? '' : ', optional'}: ${shown(shape)}  (line ${at.line})`,
    ),
    ...operation.responses.map(
      ({ status, mediaType, shape, at }) =>
        `response ${status}${mediaType === undefined ? ': no body' : ` ${mediaType}: ${shown(shape)}`}  (line ${at.line})`,
    ),
    ...(operation.security.length === 0 ? [] : [`security: ${operation.security.join(', ')}`]),
    ...(operation.deprecated ? ['deprecated'] : []),
    ...(operation.broken === undefined ? [] : [`Not all of it could be read: ${operation.broken}.`]),
  ];
}
