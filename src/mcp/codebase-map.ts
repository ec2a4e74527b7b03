import type { CodeRoute } from '../facts/codebase.js';
import { ownersOf } from '../model/service.js';
import type { ScanRequest } from '../scan.js';
import type { Client } from './clients/client.js';
import { answered, Unanswered } from './engine.js';
import { domainModel } from './engines/architect/domain-model.js';
import { type RepositoryCode, readCode, readContracts } from './engines/architect/repository-code.js';
import { repositoryServices } from './engines/architect/repository-services.js';
import { serviceMap } from './engines/architect/service-map.js';
import { hiddenOf } from './engines/codebase-intelligence/service-facts.js';
import type { OutputOf } from './tool.js';
import type { architect } from './toolsets/architect.js';
import type { codebaseIntelligence } from './toolsets/codebase-intelligence.js';

type Tools = typeof codebaseIntelligence.tools;
type Interface = OutputOf<Tools['get_service_interface']>;

export type MapClient = Pick<Client<Tools>, 'get_service_interface' | 'find_dependencies' | 'search_semantic'>;

/** A service of the map, with lists of `get_service_interface`. */
interface ServiceOfMap {
  readonly name: string;
  readonly path: string;
  readonly languages: readonly string[];
  readonly endpoints: Interface['endpoints'];
  readonly published: Interface['events_published'];
  readonly consumed: Interface['events_consumed'];
  readonly hidden: NonNullable<Interface['hidden']>;
}

/** The content of `CODEBASE_MAP.md`. */
export interface MapOfCode {
  readonly origin: 'engine' | 'facts';
  readonly why?: string;
  readonly services: readonly ServiceOfMap[];
  readonly dependencies: OutputOf<typeof architect.tools.get_service_map>['dependencies'];
  readonly models: OutputOf<typeof architect.tools.get_domain_model>['entities'];
  readonly files?: readonly { file: string; imports: number; importedBy: number; circles: readonly (readonly string[])[] }[];
  readonly overview?: readonly { symbol: string; kind: string; file: string; line: number }[];
  readonly gaps: number;
}

/** Limit of requested files and of their results. */
const MOST_FILES = 50;
const MOST_RESULTS = 10;

/** The map of a scan's facts. @throws UserError for a broken contract or a missing folder */
export async function mapOfFacts(scan: ScanRequest): Promise<MapOfCode> {
  const [code, contracts] = await Promise.all([readCode(scan), readContracts(scan)]);
  const { routes, messages, gaps } = code.codebase;
  const services = repositoryServices(
    scan,
    [...routes, ...messages].map(({ at }) => at.file),
  );
  const { services: rows, dependencies } = serviceMap(services, code, contracts);
  const withCode = rows.map(({ name, path, languages }): ServiceOfMap => {
    const isOwn = (file: string): boolean => ownersOf(file, services).some((owner) => owner.name === name);
    return { name, path, languages, ...interfaceOf(code, isOwn) };
  });
  return { origin: 'facts', services: withCode, dependencies, models: domainModel(contracts).entities, gaps: gaps.length };
}

function interfaceOf({ codebase }: RepositoryCode, isOwn: (file: string) => boolean) {
  const events = (direction: 'publish' | 'subscribe') =>
    codebase.messages
      .filter((each) => each.direction === direction && isOwn(each.at.file))
      .map(({ channel, by, at }) => ({ channel, framework: by, file: at.file, line: at.line }));
  return {
    endpoints: codebase.routes.filter(({ at }) => isOwn(at.file)).map(endpointOf),
    published: events('publish'),
    consumed: events('subscribe'),
    hidden: codebase.gaps.filter(({ at }) => isOwn(at.file)).flatMap(hiddenOf),
  };
}

function endpointOf({ method, path, by, at }: CodeRoute): Interface['endpoints'][number] {
  return { method, path, framework: by, file: at.file, line: at.line };
}

/**
 * Adds answers of Codebase Intelligence to the map (REQ-040): the interface of each service, the dependencies of files with
 * routes, and where to start reading. If an answer is missing it returns the map of the facts with the reason, because half a
 * map would look complete.
 */
export async function mapOfEngine(facts: MapOfCode, client: MapClient): Promise<MapOfCode> {
  try {
    const services: ServiceOfMap[] = [];
    for (const service of facts.services) {
      const answer = answered(await client.get_service_interface({ service_name: service.name }));
      const { endpoints, events_published: published, events_consumed: consumed, hidden = service.hidden } = answer;
      // An engine that finds nothing in a service with code does not know the service.
      const isKnown = endpoints.length + published.length + consumed.length > 0;
      services.push(isKnown ? { ...service, endpoints, published, consumed, hidden } : service);
    }
    const entries = new Set(services.flatMap(({ endpoints, consumed }) => [...endpoints, ...consumed].map(({ file }) => file)));
    const files: NonNullable<MapOfCode['files']>[number][] = [];
    for (const file of [...entries].sort().slice(0, MOST_FILES)) {
      const { imports, imported_by, circular_deps } = answered(await client.find_dependencies({ file_path: file }));
      files.push({ file, imports: imports.length, importedBy: imported_by.length, circles: circular_deps });
    }
    const found = answered(await client.search_semantic({ query: 'architecture overview', n_results: MOST_RESULTS }));
    const overview = found.map(({ symbol, kind, file, line }) => ({ symbol, kind, file, line }));
    return { ...facts, origin: 'engine', services, files, overview };
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error;
    return { ...facts, why: `Codebase Intelligence did not answer: ${error.message}` };
  }
}
