import { relative } from 'node:path';
import type { Config } from '../config/schema.js';
import type { ContractedService } from '../contracts/services.js';
import { nearest } from '../model/nearest.js';
import { UserError } from '../model/user-error.js';
import type { ScanRequest } from '../scan.js';
import { existingFolder } from './folders.js';

type Services = Config['services'];

/** The service of a name. UserError: there is none. */
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

/** The folder of a service stays in its repository, whatever the configuration says. */
export function serviceFolder(repository: string, path: string): string {
  const folder = existingFolder(repository, path);
  if (relative(repository, folder).startsWith('..')) {
    throw new UserError(`The service's folder ${path} is outside the repository.`, {
      hint: 'Name a folder of the repository in `services`.',
    });
  }
  return folder;
}

/** The services with their folders, all of which have to be there. */
export function placesOfServices(repository: string, services: Services): readonly ContractedService[] {
  return Object.entries(services).map(([name, { path, folders = [], contracts, consumes, base_path }]) => ({
    name,
    folders: [...(path === undefined ? [] : [path]), ...folders].map((folder) =>
      relative(repository, serviceFolder(repository, folder)).replaceAll('\\', '/'),
    ),
    ...(contracts === undefined ? {} : { contracts }),
    ...(consumes === undefined ? {} : { consumes }),
    ...(base_path === undefined ? {} : { basePath: base_path }),
  }));
}

/**
 * Which contracts are read: of one service, or of all.
 *
 * @param besides lists of the configuration that only add to what is found
 */
export function contractWishes(
  name: string | undefined,
  { contracts, services }: Config,
  besides: readonly string[],
): Pick<ScanRequest, 'contractGlobs' | 'findContracts'> {
  const own = Object.entries(services).filter(([each]) => name === undefined || each === name);
  const lists = own.flatMap(([, service]) => service.contracts ?? []);
  const consumed = own.flatMap(([, { consumes = [] }]) => consumes);
  // The contracts of a service stand in place of those of all.
  const kept = name !== undefined && lists.length > 0 ? lists : [...contracts, ...lists];
  const names = ['contracts', ...own.map(([each]) => `services.${each}.contracts`)];
  const isFound = contracts.length === 0 && own.some(([, service]) => service.contracts === undefined);
  const counting = name !== undefined && lists.length > 0 ? names.slice(1) : names;
  return {
    contractGlobs: [...new Set([...kept, ...consumed])],
    findContracts: isFound || counting.some((each) => besides.includes(each)),
  };
}
