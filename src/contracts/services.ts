import { contractIdOf, ownersOf, placesFor, type ServicePlace, touches } from '../model/service.js';
import type { Contract, Message } from './contract.js';
import { fitsGlobs } from './glob.js';

/** A service with the contracts that it implements and consumes. Globs start from the root of the repository. */
export interface ContractedService extends ServicePlace {
  /** Absent: the contracts in its folders. */
  readonly contracts?: readonly string[] | undefined;
  /** Contracts of other services: it consumes their events. */
  readonly consumes?: readonly string[] | undefined;
  /**
   * Further contracts that it implements according to a change under review only: the services that implement them otherwise
   * still must.
   */
  readonly addedContracts?: readonly string[] | undefined;
  /** Further contracts that it consumes, according to a change under review only. */
  readonly addedConsumes?: readonly string[] | undefined;
}

/** Selects contracts by the code that is scanned. */
export interface ServiceFilter {
  /** The folder that is scanned, from the root of the repository; empty: all of it. */
  readonly folder: string;
  /** Absent: all services. */
  readonly service?: string | undefined;
  /** Ids of contracts that a change under review adds: no service implemented them before. */
  readonly isNew?: ReadonlySet<string> | undefined;
  /** Globs of contracts that some service must implement. */
  readonly listed?: readonly string[] | undefined;
}

/**
 * The contracts with the services that implement them, as far as their code is scanned. A contract that several services
 * implement appears once for each; a contract whose events a service consumes appears again from its side. A contract without a
 * service stays unchanged.
 */
export function contractsFor(
  contracts: readonly Contract[],
  services: readonly ContractedService[],
  requested: ServiceFilter,
): readonly Contract[] {
  const scanned = new Set(services.filter((each) => touches(each, requested.folder)).map(({ name }) => name));
  const only = services.find(({ name }) => name === requested.service);
  return contracts
    .flatMap((contract) => withServices(contract, services, requested.isNew?.has(contract.id) === true))
    .filter((contract) => {
      if (requested.service === undefined) return contract.service === undefined || scanned.has(contract.service);
      if (contract.service !== undefined) return contract.service === requested.service;
      return only === undefined || !isOthers(contract, only, requested);
    });
}

/** A contract that only a change under review assigns to services. */
export interface AssignedContracts {
  readonly id: string;
  /** Names of the services that shall implement it; none: a service consumes it. */
  readonly owners: readonly string[];
}

/** The contracts without a provider that a change under review assigns to services. */
export function assignedByChange(
  contracts: readonly Contract[],
  services: readonly ContractedService[],
): readonly AssignedContracts[] {
  return contracts.flatMap((contract): readonly AssignedContracts[] => {
    if (providersOf(contract, services).length > 0) return [];
    const owners = servicesOf(contract, services).map(({ name }) => name);
    const isRelied = services.some(({ addedConsumes = [] }) => fitsGlobs(addedConsumes, contract.id));
    return owners.length > 0 || isRelied ? [{ id: contract.id, owners }] : [];
  });
}

function withServices(contract: Contract, services: readonly ContractedService[], isNew: boolean): readonly Contract[] {
  const providers = providersOf(contract, services);
  const owners = servicesOf(contract, services).filter((each) => !providers.includes(each));
  const consumers = services.filter((each) => reliesOn(each, contract));
  const [consumer, another] = consumers;
  const relied = consumer === undefined || another !== undefined ? {} : { consumer: consumer.name };
  // An old contract stays with its providers, whatever the change says; a new one belongs to the services that the change names.
  const retained =
    providers.length > 0
      ? [...provided(contract, providers, relied), ...owners.map(({ name }) => providedBy(name, contract, relied))]
      : provided(contract, isNew ? owners : [], relied);
  // A contract without events has no consumer's side.
  return contract.messages.length === 0 ? retained : [...retained, ...consumers.map(({ name }) => consumedBy(name, contract))];
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

/** The providers according to settings that are not under review. */
function providersOf({ id }: Contract, services: readonly ContractedService[]): readonly ContractedService[] {
  const settled = services.filter(({ proposed }) => proposed !== true);
  const named = settled.filter(({ contracts }) => contracts !== undefined && fitsGlobs(contracts, id));
  if (named.length > 0) return named;
  return ownersOf(id, settled).filter(({ contracts }) => contracts === undefined);
}

/** The providers according to the change under review only. */
function servicesOf({ id }: Contract, services: readonly ContractedService[]): readonly ContractedService[] {
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
 * Whether this service only consumes a contract that no service is named for, so that it need not implement it. All services
 * share models. A contract without events can only be implemented, if it is listed.
 */
function isOthers(contract: Contract, service: ContractedService, { isNew, listed = [] }: ServiceFilter): boolean {
  const { id, operations, messages } = contract;
  const relies = fitsGlobs(service.consumes ?? [], id) || (isNew?.has(id) === true && reliesOn(service, contract));
  if (!relies || messages.length > 0) return relies;
  return operations.length > 0 && !fitsGlobs(listed, id);
}

/** One application publishes what the other handles. */
function consumedBy(service: string, contract: Contract): Contract {
  const id = contractIdOf(contract.id, service, 'consumer');
  const messages = contract.messages.map((message): Message => {
    const direction = message.direction === 'publish' ? 'subscribe' : 'publish';
    return { ...message, direction, subject: `${direction} ${message.channel}` };
  });
  return { ...contract, id, service, consumer: service, role: 'consumer', messages, operations: [], models: [] };
}
