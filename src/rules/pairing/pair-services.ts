import type { Contract } from '../../contracts/contract.js';
import type { Codebase, CodeMessage } from '../../facts/codebase.js';
import type { Location } from '../../model/location.js';
import { ownersOf, placesFor, type ServicePlace } from '../../model/service.js';
import type { Candidate, EventPairing } from '../rule.js';
import { type Paired, type PairOptions, pair } from './pair.js';

/** The places that separate the services of one repository. */
export interface ServiceOptions extends PairOptions {
  readonly services?: readonly ServicePlace[] | undefined;
}

/**
 * As {@link pair}, but each contract is compared only with the code of its own service. Code in another service's folders is
 * ignored. Code outside all services may belong to any: if only such code matches an operation, it stays unverified. A contract
 * without a service is compared with all code.
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

/** The code that may belong to a service. Models may be in any folder, because they are shared. */
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
  const known = new Set<object>([...documented, ...met]);
  const undocumented = parts
    .flatMap((part) => part.undocumented)
    .filter(({ what }) => {
      const found = what.kind === 'route' ? what.route : what.message;
      const isNew = !known.has(found);
      known.add(found);
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
    undocumented,
    violations: parts.flatMap((part) => part.violations),
    documented,
    basePaths: new Map(parts.flatMap((part) => [...part.basePaths])),
  };
}

/** A consumer need not handle everything that another service publishes. */
function isAnybodys({ contract, actuals }: EventPairing): boolean {
  return contract.role !== 'consumer' || actuals.length > 0;
}

/** Doubts a subject that only code outside all services matches: another service may use that code. */
function doubted<Laid extends Candidate>(laid: Laid, at: readonly Location[], services: readonly ServicePlace[]): Laid {
  const [first] = at;
  const { service } = laid.contract;
  if (service === undefined || first === undefined) return laid;
  const places = placesFor(service, services);
  const own = places.find(({ name }) => name === service);
  if (own === undefined || own.folders.length === 0 || places.length === 1) return laid;
  if (at.some(({ file }) => ownersOf(file, places).includes(own))) return laid;
  const undecided = `only ${first.file} serves it, but that file is in no folder of ${own.name} or of another service`;
  return { ...laid, undecided: laid.undecided ?? undecided };
}
