import type { Cause } from '../model/cause.js';
import type { ContractChange, ContractDiff } from './change.js';

/** What is broken: the parts of a violation that say which promise. */
export interface Broken {
  readonly contract: string;
  readonly subject: string;
  readonly status?: string | undefined;
  readonly field?: string | undefined;
}

/** Why a promise is newly broken, given what became of the contracts. `undefined`: what became of this one is not known. */
export function causeOf(broken: Broken, diffs: readonly ContractDiff[]): Cause | undefined {
  const diff = diffs.find(({ contract }) => contract === broken.contract);
  if (diff === undefined) return undefined;
  const changes = diff.changes.filter((change) => concerns(change, broken));
  if (changes.some(({ severity }) => severity !== 'note')) return 'contract-broke';
  if (changes.length > 0) return 'contract-ahead';
  const isOpen = diff.undecided.some(({ subject }) => subject === undefined || subject === broken.subject);
  return isOpen ? undefined : 'code-changed';
}

function concerns(change: ContractChange, { contract, subject, status, field }: Broken): boolean {
  // What is said of a contract as a whole (another base path, a new contract) is said of all its promises.
  if (change.subject === contract) return true;
  // In another subject the same lines stand in another part, below another field; the last name is what both have.
  if (change.subject !== subject) {
    if (!change.alsoIn.includes(subject)) return false;
    return change.field === undefined || field === undefined || lastOf(change.field) === lastOf(field);
  }
  if (change.part !== undefined && status !== undefined && !isOf(change.part, status)) return false;
  return change.field === undefined || field === undefined || isWithin(change.field, field);
}

/** `response 200 application/json` is of the response 200; no other part is of any. */
function isOf(part: string, status: string): boolean {
  return part === `response ${status}` || part.startsWith(`response ${status} `);
}

/** Whether one of two fields is the other, or holds it. */
function isWithin(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return long === short || (long.startsWith(short) && /^[.[{]/.test(long.slice(short.length)));
}

function lastOf(field: string): string {
  return field.slice(field.lastIndexOf('.') + 1);
}
