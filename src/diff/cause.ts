import type { Cause } from '../model/cause.js';
import type { ContractChange, ContractDiff } from './change.js';

/** The parts of a violation that identify the violated subject. */
export interface Broken {
  readonly contract: string;
  readonly subject: string;
  readonly status?: string | undefined;
  readonly field?: string | undefined;
}

/** Why a violation is new, given the differences of the contracts. `undefined`: the differences of this contract are unknown. */
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
  // A change of a whole contract (another base path, a new contract) affects all its subjects.
  if (change.subject === contract) return true;
  // In another subject the same lines may stand in another part, below another field; only the last name is common.
  if (change.subject !== subject) {
    if (!change.alsoIn.includes(subject)) return false;
    return change.field === undefined || field === undefined || lastOf(change.field) === lastOf(field);
  }
  if (change.part !== undefined && status !== undefined && !isOf(change.part, status)) return false;
  return change.field === undefined || field === undefined || isWithin(change.field, field);
}

/** `response 200 application/json` belongs to the response 200; other parts belong to no response. */
function isOf(part: string, status: string): boolean {
  return part === `response ${status}` || part.startsWith(`response ${status} `);
}

/** Whether the two fields are equal, or one contains the other. */
function isWithin(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return long === short || (long.startsWith(short) && /^[.[{]/.test(long.slice(short.length)));
}

function lastOf(field: string): string {
  return field.slice(field.lastIndexOf('.') + 1);
}
