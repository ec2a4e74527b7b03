import { fileOfContract, touches } from '../model/service.js';
import { UserError } from '../model/user-error.js';
import type { LoadedContracts } from './choose.js';
import type { Contract } from './contract.js';
import {
  type AssignedContracts,
  assignedByChange,
  type ContractedService,
  contractsFor,
  type ServiceFilter,
} from './services.js';

/** The services that contracts may belong to, and how the contracts were chosen. */
export interface Assignment extends Omit<ServiceFilter, 'isNew'> {
  readonly services: readonly ContractedService[];
  /** The user named each of the contracts: none may be left out. */
  readonly areNamed: boolean;
  /** It is no error if no contract remains: there are contracts from elsewhere. */
  readonly mayBeNone?: boolean;
  /** Whether a change under review adds a file, from the root of the repository. Absent: it adds none. */
  readonly isNew?: ((file: string) => Promise<boolean>) | undefined;
}

/**
 * Assigns the loaded contracts to the services that implement them, with notices about those left out.
 *
 * @throws UserError if none is left, or if a contract that the user named is left out
 */
export async function assigned(loaded: LoadedContracts, assignment: Assignment): Promise<LoadedContracts> {
  const { services, service, areNamed } = assignment;
  const isNew = await newOnes(loaded.contracts, assignment);
  const retained = contractsFor(loaded.contracts, services, { ...assignment, isNew });
  const isRetained = ({ id }: Contract): boolean => retained.some((each) => each.id === id || fileOfContract(each.id) === id);
  const left = loaded.contracts.filter((contract) => !isRetained(contract));
  const [first] = left;
  if (areNamed && first !== undefined) throw notOf(first, assignment);
  if (retained.length === 0 && assignment.mayBeNone !== true) {
    throw new UserError(service === undefined ? 'No contract was found.' : `No contract of the service ${service} was found.`, {
      hint: 'Name one with --contract FILE.',
    });
  }
  const assignments = assignedByChange(loaded.contracts, services).filter(({ id }) => !isNew.has(id));
  const notices = [...(loaded.notices ?? []), ...noticesOn(retained, left, assignment), ...assignments.flatMap(notFollowed)];
  return { ...loaded, contracts: retained, notices };
}

async function newOnes(contracts: readonly Contract[], { services, isNew }: Assignment): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  if (isNew === undefined) return found;
  for (const { id } of assignedByChange(contracts, services)) if (await isNew(id)) found.add(id);
  return found;
}

function notFollowed({ id, owners }: AssignedContracts): readonly string[] {
  if (owners.length === 0) return [];
  return [`${id} existed before this change, so it is compared with all code, not only with that of ${owners.join(' and ')}.`];
}

/** The service that implements a contract, whichever folder is scanned. */
function keeperOf(contract: Contract, services: readonly ContractedService[]): string | undefined {
  return contractsFor([contract], services, { folder: '' })[0]?.service;
}

function notOf(contract: Contract, { service, services, folder }: Assignment): UserError {
  const keeper = keeperOf(contract, services);
  const whose = keeper === undefined ? 'no service implements it' : `it belongs to the service ${keeper}`;
  const scanned = service === undefined ? `the folder \`${folder}\`` : `the service ${service}`;
  return new UserError(`The contract \`${contract.id}\` cannot be compared with ${scanned}: ${whose}.`, {
    hint: 'Leave it out, or scan its service.',
  });
}

function noticesOn(retained: readonly Contract[], left: readonly Contract[], assignment: Assignment): readonly string[] {
  const { services, service, folder, areNamed } = assignment;
  const scanned = services.filter((each) => (service === undefined ? touches(each, folder) : each.name === service));
  const isIdle = ({ name, contracts }: ContractedService): boolean =>
    contracts?.length !== 0 && retained.every((contract) => contract.service !== name);
  const idle = areNamed ? [] : scanned.filter(isIdle);
  const relied = left.filter((contract) => contract.messages.length === 0 && keeperOf(contract, services) === undefined);
  return [
    ...idle.map(({ name }) => `The service ${name} has no contract of its own, so its code alone is not compared.`),
    ...relied.map(({ id }) => `${id} is not compared because ${service ?? ''} only relies on it, and it has no events.`),
  ];
}
