import type { Contract, Operation } from '../contracts/contract.js';
import { joinPaths, pathKey } from '../model/endpoint.js';
import { compareBodies } from './bodies.js';
import type { Collector } from './collector.js';
import { compareParameters } from './parameters.js';
import { compareResponses } from './responses.js';
import { compareSecurity } from './security.js';

/** Compares the operations of two OpenAPI documents. */
export function compareOperations(base: Contract, head: Contract, collector: Collector): void {
  const moved = compareBasePaths(base, head, collector);
  const keys = moved ? pathOnly : fullKeys;
  const atHead = new Map<string, Operation>();
  for (const operation of head.operations) for (const key of keys(operation, head)) atHead.set(key, operation);
  const found = new Set<Operation>();
  for (const operation of base.operations) {
    const others = keys(operation, base).map((key) => atHead.get(key));
    const [other] = others;
    for (const each of others) if (each !== undefined) found.add(each);
    if (other !== undefined && others.every((each) => each !== undefined))
      compareOperation(operation, other, base, head, collector);
    else removed(operation, head, collector);
  }
  for (const operation of head.operations) {
    if (found.has(operation)) continue;
    const { subject, at } = operation;
    collector.note({ rule: 'endpoint-added', subject, message: `${subject} is new.`, baseAt: base.at, headAt: at });
  }
}

function removed({ subject, deprecated, at }: Operation, head: Contract, collector: Collector): void {
  const rule = deprecated ? 'deprecated-endpoint-removed' : 'endpoint-removed';
  const message = deprecated ? `${subject}, which was deprecated, is gone.` : `${subject} is gone.`;
  collector.note({ rule, subject, message, baseAt: at, headAt: head.at });
}

const prefixesOf = (operation: Pick<Operation, 'prefixes'>, contract: Contract): readonly string[] => {
  const prefixes = operation.prefixes ?? contract.prefixes;
  return prefixes.length === 0 ? ['/'] : prefixes;
};

/**
 * The keys of an operation include its servers' paths: a segment that moves from the server's path to the operation's changes
 * nothing.
 */
function fullKeys(operation: Operation, contract: Contract): readonly string[] {
  return prefixesOf(operation, contract).map((prefix) => `${operation.method} ${pathKey(joinPaths(prefix, operation.path))}`);
}

const pathOnly = ({ method, path }: Operation): readonly string[] => [`${method} ${pathKey(path)}`];

/**
 * Whether all operations moved to another path: that is one change, not one for each of them. False if at least one still has its
 * old address.
 */
function compareBasePaths(base: Contract, head: Contract, collector: Collector): boolean {
  const atHead = new Set(head.operations.flatMap((operation) => fullKeys(operation, head)));
  const stays = base.operations.some((operation) => fullKeys(operation, base).every((key) => atHead.has(key)));
  const known = new Set(head.operations.flatMap(pathOnly));
  if (stays || !base.operations.some((operation) => pathOnly(operation).some((key) => known.has(key)))) return false;
  const [before, after] = [base, head].map((contract) => prefixesOf({}, contract).join(', '));
  const rule = base.prefixes.length === 0 ? 'base-path-declared' : 'base-path-changed';
  const message = `The operations are served below ${after}${rule === 'base-path-declared' ? '; the base names no path' : ` and were below ${before}`}.`;
  collector.note({ rule, subject: head.id, message, before, after, baseAt: base.at, headAt: head.at });
  return true;
}

/** Whether the path ends with a slash, which many servers ignore. Templates are stored without it. */
const isSlashed = ({ subject }: Operation): boolean => /[^ ]\/$/.test(subject);

function compareOperation(base: Operation, head: Operation, from: Contract, to: Contract, collector: Collector): void {
  const { subject } = head;
  const broken = base.broken ?? head.broken;
  if (broken !== undefined) {
    collector.undecided(subject, broken, head.broken === undefined ? base.at : head.at);
    return;
  }
  if (head.deprecated && !base.deprecated)
    collector.note({
      rule: 'endpoint-deprecated',
      subject,
      message: `${subject} is deprecated.`,
      baseAt: base.at,
      headAt: head.at,
    });
  if (isSlashed(base) !== isSlashed(head))
    collector.undecided(subject, `${base.subject} has become ${subject}: whether it is still answered is not known`, head.at);
  compareParameters(base, head, collector);
  compareBodies(base, head, collector);
  compareResponses(base, head, collector);
  compareSecurity(base, head, from, to, collector);
}
