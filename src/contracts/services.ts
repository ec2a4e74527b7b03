import { contractIdOf, ownersOf, placesFor, type ServicePlace, touches } from '../model/service.js';
import type { Contract, Message } from './contract.js';
import { fitsGlobs } from './glob.js';

/** A service with the contracts that it keeps and relies on. Globs start from the root of the repository. */
export interface ContractedService extends ServicePlace {
  /** Absent: those that lie in its folders. */
  readonly contracts?: readonly string[] | undefined;
  /** Contracts of others: their events, as the other side of them. */
  readonly consumes?: readonly string[] | undefined;
  /** More that it keeps, as only a change under review says: who keeps them otherwise still has to. */
  readonly addedContracts?: readonly string[] | undefined;
  /** More that it relies on, as only a change under review says. */
  readonly addedConsumes?: readonly string[] | undefined;
}

/** Of which code contracts are wanted. */
export interface ServiceFilter {
  /** The folder that is scanned, from the root of the repository; empty: all of it. */
  readonly folder: string;
  /** Absent: of all services. */
  readonly service?: string | undefined;
  /** Ids of contracts that a change under review brings: nobody kept them before it. */
  readonly isNew?: ReadonlySet<string> | undefined;
  /** Globs of contracts that have to be kept, by whatever service. */
  readonly listed?: readonly string[] | undefined;
}

/**
 * The contracts with the services that keep them, as far as their code is scanned: a contract that several have to keep is one for
 * each, and one whose events a service relies on is another for that, seen from its side. What no service is named for stays as it is.
 */
export function contractsFor(
  contracts: readonly Contract[],
  services: readonly ContractedService[],
  wanted: ServiceFilter,
): readonly Contract[] {
  const scanned = new Set(services.filter((each) => touches(each, wanted.folder)).map(({ name }) => name));
  const only = services.find(({ name }) => name === wanted.service);
  return contracts
    .flatMap((contract) => withServices(contract, services, wanted.isNew?.has(contract.id) === true))
    .filter((contract) => {
      if (wanted.service === undefined) return contract.service === undefined || scanned.has(contract.service);
      if (contract.service !== undefined) return contract.service === wanted.service;
      return only === undefined || !isOthers(contract, only, wanted);
    });
}

/** A contract that nobody else is named for, and only a change under review gives to services. */
export interface AssignedContracts {
  readonly id: string;
  /** Names of those that shall keep it; none: one relies on it. */
  readonly claimants: readonly string[];
}

/** What a change under review gives to services, of what nobody else is named for. */
export function claimedByChange(
  contracts: readonly Contract[],
  services: readonly ContractedService[],
): readonly AssignedContracts[] {
  return contracts.flatMap((contract): readonly AssignedContracts[] => {
    if (providersOf(contract, services).length > 0) return [];
    const claimants = claimantsOf(contract, services).map(({ name }) => name);
    const isRelied = services.some(({ addedConsumes = [] }) => fitsGlobs(addedConsumes, contract.id));
    return claimants.length > 0 || isRelied ? [{ id: contract.id, claimants }] : [];
  });
}

function withServices(contract: Contract, services: readonly ContractedService[], isNew: boolean): readonly Contract[] {
  const providers = providersOf(contract, services);
  const claimants = claimantsOf(contract, services).filter((each) => !providers.includes(each));
  const consumers = services.filter((each) => reliesOn(each, contract));
  const [consumer, another] = consumers;
  const relied = consumer === undefined || another !== undefined ? {} : { consumer: consumer.name };
  // What was there before the change is kept by whom it was kept by then; what only the change brings, by whom that names.
  const kept =
    providers.length > 0
      ? [...provided(contract, providers, relied), ...claimants.map(({ name }) => providedBy(name, contract, relied))]
      : provided(contract, isNew ? claimants : [], relied);
  // What has no events has no other side.
  return contract.messages.length === 0 ? kept : [...kept, ...consumers.map(({ name }) => consumedBy(name, contract))];
}

type Relied = Pick<Contract, 'consumer'>;

function provided(contract: Contract, providers: readonly ContractedService[], relied: Relied): readonly Contract[] {
  const [provider, another] = providers;
  if (provider === undefined) return [{ ...contract, ...relied }];
  if (another === undefined) return [{ ...contract, service: provider.name, ...relied }];
  return providers.map(({ name }) => providedBy(name, contract, relied));
}

const providedBy = (service: string, contract: Contract, relied: Relied): Contract => ({
  ...contract,
  id: contractIdOf(contract.id, service, 'provider'),
  service,
  ...relied,
});

/** Whom everybody agrees on. */
function providersOf({ id }: Contract, services: readonly ContractedService[]): readonly ContractedService[] {
  const settled = services.filter(({ proposed }) => proposed !== true);
  const named = settled.filter(({ contracts }) => contracts !== undefined && fitsGlobs(contracts, id));
  if (named.length > 0) return named;
  return ownersOf(id, settled).filter(({ contracts }) => contracts === undefined);
}

/** Whom only a change under review names. */
function claimantsOf({ id }: Contract, services: readonly ContractedService[]): readonly ContractedService[] {
  return services.filter(({ name, proposed, added, contracts, addedContracts = [] }) => {
    if (fitsGlobs(addedContracts, id)) return true;
    if (contracts !== undefined) return proposed === true && fitsGlobs(contracts, id);
    return added !== undefined && ownersOf(id, placesFor(name, services)).some((owner) => owner.name === name);
  });
}

function reliesOn({ consumes = [], addedConsumes = [] }: ContractedService, { id }: Contract): boolean {
  return fitsGlobs(consumes, id) || fitsGlobs(addedConsumes, id);
}

/**
 * Whether a contract that no service is named for is one that this service only relies on, and so need not keep. Models are
 * shared by all; what has no events can only be kept, where somebody lists it.
 */
function isOthers(contract: Contract, service: ContractedService, { isNew, listed = [] }: ServiceFilter): boolean {
  const { id, operations, messages } = contract;
  const relies = fitsGlobs(service.consumes ?? [], id) || (isNew?.has(id) === true && reliesOn(service, contract));
  if (!relies || messages.length > 0) return relies;
  return operations.length > 0 && !fitsGlobs(listed, id);
}

/** What one application publishes the other handles. */
function consumedBy(service: string, contract: Contract): Contract {
  const id = contractIdOf(contract.id, service, 'consumer');
  const messages = contract.messages.map((message): Message => {
    const direction = message.direction === 'publish' ? 'subscribe' : 'publish';
    return { ...message, direction, subject: `${direction} ${message.channel}` };
  });
  return { ...contract, id, service, consumer: service, role: 'consumer', messages, operations: [], models: [] };
}
