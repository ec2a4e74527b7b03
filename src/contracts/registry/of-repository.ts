import type { ServiceContract } from './service-contract.js';

/** A contract that a file of the repository describes. */
export interface OwnContract {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  /** Empty: unknown. */
  readonly service: string;
  readonly hash: string;
}

/** The contracts of a registry that belong to a repository, besides those that it has files for. */
export interface OfRepository {
  /** With the configured service that implements it, if there is one. */
  readonly contracts: readonly { readonly contract: ServiceContract; readonly service?: string }[];
  /** Notices about contracts that were left out: sentences with untrusted text. */
  readonly notices: readonly string[];
}

const DOCUMENTS: ReadonlySet<string> = new Set(['openapi', 'asyncapi', 'json_schema']);
const MOST_NAMES = 5;
/** Names are untrusted, and may have any length. */
const LONGEST = 80;

/**
 * The contracts of a registry that the code of a repository must implement and no file there describes. One registry may serve
 * many repositories: with all of its contracts, everything would be missing. So a contract counts if its provider is a configured
 * service. If none is configured, those of the services whose contracts the repository has count, or those of the only service. A
 * file of the repository takes precedence over the registry.
 *
 * @param services names of the configured services whose code is scanned; none: none is configured
 */
export function ofRepository(
  registered: readonly ServiceContract[],
  own: readonly OwnContract[],
  services: readonly string[],
): OfRepository {
  const here = registered.filter((each) => isDescribed(each, own, registered));
  const elsewhere = registered.filter((each) => !here.includes(each));
  const requested = services.length > 0 ? new Set(services) : providersOf(registered, here);
  const retained = elsewhere.filter(({ provider_service: provider }) => requested?.has(provider) === true);
  const readable = retained.filter(
    ({ contract_type, spec }) => DOCUMENTS.has(contract_type.toLowerCase().replaceAll('-', '_')) && spec instanceof Map,
  );
  const unread = retained
    .filter((each) => !readable.includes(each))
    .map(({ contract_id, contract_type }) => ({ contract_id, contract_type }));
  return {
    contracts: readable.map((contract) =>
      services.length > 0 ? { contract, service: contract.provider_service } : { contract },
    ),
    notices: [
      ...(requested === undefined && elsewhere.length > 0 ? [unknownNotice(elsewhere)] : []),
      ...unread.map(
        ({ contract_id, contract_type }) =>
          `${contract_id.slice(0, LONGEST)} of the Contract Engine is not compared because ${contract_type.slice(0, LONGEST) || 'it'} is no supported kind of document.`,
      ),
    ],
  };
}

/** Undefined: there are several services, and it is unknown which belong to this repository. */
function providersOf(registered: readonly ServiceContract[], here: readonly ServiceContract[]): ReadonlySet<string> | undefined {
  const [all, known] = [registered, here].map((each) => new Set(each.map(({ provider_service }) => provider_service)));
  if (all === undefined || all.size <= 1) return all;
  return known === undefined || known.size === 0 ? undefined : known;
}

function isDescribed(contract: ServiceContract, own: readonly OwnContract[], registered: readonly ServiceContract[]): boolean {
  const { contract_id, contract_type, provider_service, spec_hash } = contract;
  const title = titleOf(contract);
  const ofPair = own.filter(({ service, type }) => service !== '' && service === provider_service && type === contract_type);
  const isOnly =
    ofPair.length === 1 &&
    registered.filter((each) => each.provider_service === provider_service && each.contract_type === contract_type).length === 1;
  return (
    isOnly ||
    own.some(
      (each) =>
        each.id === contract_id ||
        each.hash === spec_hash ||
        (each.type === contract_type && each.title !== '' && each.title === title),
    )
  );
}

function titleOf({ spec }: ServiceContract): string {
  const info = spec instanceof Map ? spec.get('info') : undefined;
  const title = info instanceof Map ? info.get('title') : spec instanceof Map ? spec.get('title') : undefined;
  return typeof title === 'string' ? title : '';
}

function unknownNotice(contracts: readonly ServiceContract[]): string {
  const names = [...new Set(contracts.map(({ provider_service }) => provider_service || 'no service'))].sort();
  const shown = names.slice(0, MOST_NAMES).map((name) => name.slice(0, LONGEST));
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  return `The Contract Engine has contracts of several services (${shown.join(', ')}${more}), and Tallystick cannot tell which of them are here. Those without a file are not compared. Name the services of this repository under \`services\`.`;
}
