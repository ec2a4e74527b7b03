import { contractIdOf, ownersOf, type ServicePlace, touches } from '../model/service.js';
import type { Contract, Message } from './contract.js';
import { fitsGlobs } from './glob.js';

/** A service with the contracts that it keeps and relies on. */
export interface ContractedService extends ServicePlace {
  /** Globs from the root of the repository; absent: those that lie in its folders. */
  readonly contracts?: readonly string[] | undefined;
  /** Globs of contracts of others: their events, as the other side of them. */
  readonly consumes?: readonly string[] | undefined;
}

/**
 * The contracts with the services that keep them: a contract that several have to keep is one for each, and one whose events a
 * service relies on is another for that, seen from its side. What no service is named for stays as it is.
 */
function withServices(contracts: readonly Contract[], services: readonly ContractedService[]): readonly Contract[] {
  return contracts.flatMap((contract): readonly Contract[] => {
    const providers = providersOf(contract, services);
    const consumers = services.filter(({ consumes = [] }) => fitsGlobs(consumes, contract.id));
    const [consumer, another] = consumers;
    const relied = consumer === undefined || another !== undefined ? {} : { consumer: consumer.name };
    return [...provided(contract, providers, relied), ...consumers.map(({ name }) => consumedBy(name, contract))];
  });
}

/** Of which code contracts are wanted. */
export interface Wanted {
  /** The folder that is scanned, from the root of the repository; empty: all of it. */
  readonly folder: string;
  /** Absent: of all services. */
  readonly service?: string | undefined;
}

/** The contracts with their services, as {@link withServices}, as far as their code is scanned. */
export function contractsFor(
  contracts: readonly Contract[],
  services: readonly ContractedService[],
  { folder, service }: Wanted,
): readonly Contract[] {
  const scanned = new Set(services.filter((each) => touches(each, folder)).map(({ name }) => name));
  const wanted = services.find(({ name }) => name === service);
  return withServices(contracts, services).filter((contract) => {
    if (service === undefined) return contract.service === undefined || scanned.has(contract.service);
    // What it only relies on is not its own promise.
    return contract.service === undefined ? !fitsGlobs(wanted?.consumes ?? [], contract.id) : contract.service === service;
  });
}

function provided(
  contract: Contract,
  providers: readonly ContractedService[],
  relied: Pick<Contract, 'consumer'>,
): readonly Contract[] {
  const [provider, another] = providers;
  if (provider === undefined) return [{ ...contract, ...relied }];
  if (another === undefined) return [{ ...contract, service: provider.name, ...relied }];
  return providers.map(({ name }) => ({
    ...contract,
    id: contractIdOf(contract.id, name, 'provider'),
    service: name,
    ...relied,
  }));
}

function providersOf({ id }: Contract, services: readonly ContractedService[]): readonly ContractedService[] {
  const named = services.filter(({ contracts }) => contracts !== undefined && fitsGlobs(contracts, id));
  if (named.length > 0) return named;
  return ownersOf(id, services).filter(({ contracts }) => contracts === undefined);
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
