import type { Contract } from '../../../contracts/contract.js';
import type { CodeMessage } from '../../../facts/codebase.js';
import { fitChannel } from '../../../model/channel.js';
import { fileOfContract, ownersOf } from '../../../model/service.js';
import type { OutputOf } from '../../tool.js';
import type { architect } from '../../toolsets/architect.js';
import type { RepositoryCode } from './repository-code.js';
import type { RepositoryService } from './repository-services.js';

/** The services of a repository and their dependencies. */
export type ServiceMap = OutputOf<typeof architect.tools.get_service_map>;
type Dependency = ServiceMap['dependencies'][number];

/** Beyond this many channels only those with equal texts match. */
const MOST_FITTED = 500;

/**
 * Derives dependencies from code and contracts. The handler of an event depends on its publisher, the named consumer of a
 * contract on its provider.
 */
export function serviceMap(
  services: readonly RepositoryService[],
  { codebase, languages }: RepositoryCode,
  contracts: readonly Contract[],
): ServiceMap {
  const isIn = (service: RepositoryService) => {
    return (file: string): boolean => ownersOf(file, services).some(({ name }) => name === service.name);
  };
  const rows = services.map((service) => {
    const own = isIn(service);
    const messages = codebase.messages.filter(({ at }) => own(at.file));
    return {
      name: service.name,
      path: service.folders[0] ?? '',
      languages: sorted([...languages].filter(([file]) => own(file)).map(([, language]) => language)),
      endpoints: codebase.routes.filter(({ at }) => own(at.file)).length,
      publishes: channels(messages, 'publish'),
      consumes: channels(messages, 'subscribe'),
    };
  });
  const all = [...byEvents(rows), ...byContracts(contracts)];
  const once = new Map(all.map((each) => [`${each.from}\0${each.to}\0${each.via}`, each]));
  return { services: rows, dependencies: [...once.keys()].sort().flatMap((key) => once.get(key) ?? []) };
}

function channels(messages: readonly CodeMessage[], direction: CodeMessage['direction']): string[] {
  return sorted(messages.filter((each) => each.direction === direction).map(({ channel }) => channel));
}

function byEvents(rows: ServiceMap['services']): readonly Dependency[] {
  const count = rows.reduce((sum, { publishes, consumes }) => sum + publishes.length + consumes.length, 0);
  const fits = (one: string, other: string): boolean => {
    if (one === other || count > MOST_FITTED) return one === other;
    const fit = fitChannel(one, other);
    return fit === 'same' || fit === 'instance';
  };
  return rows.flatMap((reader) =>
    reader.consumes.flatMap((channel) =>
      rows
        .filter((sender) => sender !== reader && sender.publishes.some((sent) => fits(sent, channel) || fits(channel, sent)))
        .map((sender) => ({ from: reader.name, to: sender.name, via: `event ${channel}` })),
    ),
  );
}

function byContracts(contracts: readonly Contract[]): readonly Dependency[] {
  const isRetained = (contract: Contract): boolean => contract.role !== 'consumer' && contract.service !== undefined;
  const pairs = contracts.flatMap((contract): readonly Dependency[] => {
    const file = fileOfContract(contract.id);
    const via = `contract ${file}`;
    if (isRetained(contract))
      return contract.consumer === undefined ? [] : [{ from: contract.consumer, to: contract.service ?? '', via }];
    const providers = contracts.filter((each) => isRetained(each) && fileOfContract(each.id) === file);
    return providers.map((each) => ({ from: contract.service ?? '', to: each.service ?? '', via }));
  });
  return pairs.filter(({ from, to }) => from !== '' && from !== to);
}

function sorted(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort();
}
