import type { Contract } from '../contracts/contract.js';
import type { Codebase, CodeMessage } from '../facts/codebase.js';
import type { Location } from '../model/location.js';
import { ownersOf, placesFor, type ServicePlace } from '../model/service.js';
import { type Paired, type PairOptions, pair } from './pair.js';
import type { Candidate, EventPairing } from './rule.js';

/** How services of one repository are told apart. */
export interface ServiceOptions extends PairOptions {
  readonly services?: readonly ServicePlace[] | undefined;
}

/**
 * As {@link pair}, each contract beside the code of its own service: what stands in the folders of others is not looked at. What
 * stands in nobody's may be anybody's: where only that keeps a promise, nobody knows whether this service does. A contract without a
 * service is laid beside all code.
 */
export function pairServices(contracts: readonly Contract[], codebase: Codebase, options: ServiceOptions): Paired {
  const { services = [], ...others } = options;
  const names = [...new Set(contracts.map(({ service }) => service))];
  if (services.length === 0 || names.every((name) => name === undefined)) return pair(contracts, codebase, others);
  const besides = contracts.some(({ operations, messages }) => operations.length + messages.length > 0);
  const parts = names.map((name) => {
    const service = services.find((each) => each.name === name);
    const own = contracts.filter((contract) => contract.service === name);
    const code = name === undefined ? codebase : seenBy(name, codebase, services);
    const { basePath = others.basePath, proposedBasePath } = service ?? others;
    return pair(own, code, { ...others, basePath, proposedBasePath, besides });
  });
  return joined(contracts, parts, services);
}

/** The code that may be a service's. Models are looked for everywhere: they are shared. */
function seenBy(name: string, codebase: Codebase, services: readonly ServicePlace[]): Codebase {
  const places = placesFor(name, services);
  const isOwn = ({ at }: { readonly at: Location }): boolean => {
    const owners = ownersOf(at.file, places);
    return owners.length === 0 || owners.some((owner) => owner.name === name);
  };
  return {
    ...codebase,
    routes: codebase.routes.filter(isOwn),
    messages: codebase.messages.filter(isOwn),
    gaps: codebase.gaps.filter(isOwn),
    ...(codebase.aside && { aside: codebase.aside.filter(isOwn) }),
  };
}

function joined(contracts: readonly Contract[], parts: readonly Paired[], services: readonly ServicePlace[]): Paired {
  const rank = new Map(contracts.map((contract, index) => [contract, index]));
  const inOrder = <Laid extends { readonly contract: Contract }>(laid: readonly Laid[]): readonly Laid[] =>
    [...laid].sort((one, other) => (rank.get(one.contract) ?? 0) - (rank.get(other.contract) ?? 0));
  const events = inOrder(parts.flatMap((part) => part.events))
    .filter(isAnybodys)
    .map((pairing) =>
      doubted(
        pairing,
        pairing.actuals.map(({ message }) => message.at),
        services,
      ),
    );
  const documented = new Set(parts.flatMap((part) => [...part.documented]));
  const met = new Set<CodeMessage>(events.flatMap(({ actuals }) => actuals.map(({ message }) => message)));
  const told = new Set<object>([...documented, ...met]);
  const unpromised = parts
    .flatMap((part) => part.unpromised)
    .filter(({ what }) => {
      const found = what.kind === 'route' ? what.route : what.message;
      const isNew = !told.has(found);
      told.add(found);
      return isNew;
    });
  return {
    pairings: inOrder(parts.flatMap((part) => part.pairings)).map((pairing) =>
      doubted(
        pairing,
        pairing.actuals.map(({ at }) => at),
        services,
      ),
    ),
    events,
    models: inOrder(parts.flatMap((part) => part.models)),
    gaps: parts.flatMap((part) => part.gaps),
    unpromised,
    violations: parts.flatMap((part) => part.violations),
    documented,
    basePaths: new Map(parts.flatMap((part) => [...part.basePaths])),
  };
}

/** Nobody has to take everything that another publishes. */
function isAnybodys({ contract, actuals }: EventPairing): boolean {
  return contract.role !== 'consumer' || actuals.length > 0;
}

/** A promise that only code in nobody's folder keeps: another service may be the one that uses it. */
function doubted<Laid extends Candidate>(laid: Laid, at: readonly Location[], services: readonly ServicePlace[]): Laid {
  const [first] = at;
  const { service } = laid.contract;
  if (service === undefined || first === undefined) return laid;
  const places = placesFor(service, services);
  const own = places.find(({ name }) => name === service);
  if (own === undefined || own.folders.length === 0 || places.length === 1) return laid;
  if (at.some(({ file }) => ownersOf(file, places).includes(own))) return laid;
  const undecided = `only ${first.file} keeps it, which is in no folder of ${own.name}, nor of another service`;
  return { ...laid, undecided: laid.undecided ?? undecided };
}
