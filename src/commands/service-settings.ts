import { relative } from 'node:path';
import type { Proposed } from '../config/proposed.js';
import type { Config } from '../config/schema.js';
import { nearest } from '../model/nearest.js';
import { UserError } from '../model/user-error.js';
import type { ScanRequest } from '../scan.js';
import { existingFolder } from './folders.js';

type Services = Config['services'];

/** The service of a name. UserError: unknown name. */
export function serviceOf(name: string | undefined, services: Services): Services[string] | undefined {
  const names = Object.keys(services);
  if (name === undefined) return undefined;
  if (Object.hasOwn(services, name)) return services[name];
  const meant = nearest(name, names);
  throw new UserError(`There is no service ${name} in the configuration.`, {
    hint:
      names.length === 0
        ? 'Describe it under `services` in .tallystick.yml.'
        : meant === undefined
          ? `Known: ${names.join(', ')}.`
          : `Did you mean ${meant}?`,
  });
}

/** Keeps the folder of a service inside the repository. */
export function serviceFolder(repository: string, path: string): string {
  const folder = existingFolder(repository, path);
  if (relative(repository, folder).startsWith('..')) {
    throw new UserError(`The service's folder ${path} is outside the repository.`, {
      hint: 'Name a folder of the repository in `services`.',
    });
  }
  return folder;
}

/** The options that select contracts. */
export type ContractSelection = Pick<ScanRequest, 'contractLists' | 'findContracts' | 'exceptContracts' | 'listedContracts'>;

/** Selects contracts of one service or of all. Each list is evaluated alone: another list may name what one excludes. */
export function contractSelection(name: string | undefined, config: Config, proposed?: Proposed): ContractSelection {
  const { services } = config;
  // A list of exclusions applies to the found contracts. A change cannot exclude contracts of the base.
  const isExcept = config.contracts.length > 0 && !config.contracts.some(isRequested);
  const contracts = isExcept ? [] : config.contracts;

  const isKnown = (each: string): boolean => proposed?.services.get(each)?.isNew !== true || each === name;
  const requested = Object.entries(services).filter(([each]) => name === undefined || each === name);
  const own = requested.filter(([each]) => isKnown(each)).map(([, service]) => service);
  const lists = own.flatMap((service) => (service.contracts === undefined ? [] : [service.contracts]));
  const isListed = lists.some((list) => list.length > 0);
  // A service's own contracts replace the common ones.
  const chosen = name !== undefined && isListed ? lists : [contracts, ...lists];
  const consumed = own.map(({ consumes = [] }) => consumes);
  const added = requested.flatMap(([each, { contracts: ownList = [], consumes = [] }]) => {
    const change = proposed?.services.get(each);
    return isKnown(each) ? [change?.contracts ?? [], change?.consumes ?? []] : [ownList, consumes];
  });
  const mayMiss = (glob: string): boolean => proposed !== undefined && isRequested(glob) && !proposed.names(glob);
  const settled = [...chosen, ...consumed].filter((list) => list.length > 0);
  const isFound = contracts.length === 0 && requested.some(([, service]) => service.contracts === undefined);
  return {
    contractLists: [...settled, (proposed?.contracts ?? []).some(isRequested) ? (proposed?.contracts ?? []) : [], ...added]
      .filter((list) => list.length > 0)
      .map((globs) => ({ globs, optional: globs.filter(mayMiss) })),
    findContracts: isFound || settled.length === 0,
    ...(isExcept ? { exceptContracts: config.contracts.map((glob) => glob.slice(1)) } : {}),
    listedContracts: contracts,
  };
}

const isRequested = (glob: string): boolean => !glob.startsWith('!');
