import { UserError } from '../../model/user-error.js';
import { type ExactJson, parseExactJson } from './exact-json.js';
import { pythonJson } from './python-json.js';

/** A contract in the exchange format of services; the names are the Contract Engine's. */
export interface ServiceContract {
  readonly contract_id: string;
  /** `openapi`, `asyncapi`, `json_schema`, ... */
  readonly contract_type: string;
  /** The service that implements it; empty: unknown. */
  readonly provider_service: string;
  /** The service that consumes it; empty: any. */
  readonly consumer_service: string;
  readonly version: string;
  /** Of the complete document, not of the reduced one in a cache. */
  readonly spec_hash: string;
  readonly spec: ExactJson;
  readonly implemented: boolean;
  /** The file that implements it; empty: none. */
  readonly evidence_path: string;
}

const MOST_CONTRACTS = 100_000;
const TEXTS = [
  'contract_id',
  'contract_type',
  'provider_service',
  'consumer_service',
  'version',
  'spec_hash',
  'evidence_path',
] as const;

/**
 * Parses the output of {@link printContracts}, or a plain list.
 *
 * @param name for messages
 * @throws UserError if it is something else
 */
export function parseContracts(text: string, name: string): readonly ServiceContract[] {
  const root = parseExactJson(text);
  const list = root instanceof Map ? root.get('contracts') : root;
  if (!Array.isArray(list) || list.length > MOST_CONTRACTS) throw noCache(name, 'it has no list of contracts');
  return list.map((entry: ExactJson, index) => contractOf(entry, name, index));
}

function contractOf(entry: ExactJson, name: string, index: number): ServiceContract {
  if (!(entry instanceof Map)) throw noCache(name, `its entry ${index + 1} is no object`);
  const texts = TEXTS.map((field) => [field, entry.get(field) ?? ''] as const);
  const wrong = texts.find(([, value]) => typeof value !== 'string');
  if (wrong !== undefined) throw noCache(name, `${wrong[0]} of its entry ${index + 1} is no text`);
  const read = Object.fromEntries(texts) as Record<(typeof TEXTS)[number], string>;
  if (read.contract_id === '') throw noCache(name, `its entry ${index + 1} has no contract_id`);
  return { ...read, spec: entry.get('spec') ?? new Map(), implemented: entry.get('implemented') === true };
}

function noCache(name: string, why: string): UserError {
  return new UserError(`${name} is not a list of contracts: ${why}.`, { hint: 'Remove it; Tallystick writes it again.' });
}

/** The text of `CONTRACTS.json`, one line per contract. It leaves out how callers authenticate. */
export function printContracts(contracts: readonly ServiceContract[]): string {
  const lines = contracts.map((contract) => {
    const { spec, ...rest } = contract;
    return pythonJson(new Map<string, ExactJson>([...Object.entries(rest), ['spec', withoutSecurity(spec)]]));
  });
  return `{"formatVersion": 1, "contracts": [${lines.length === 0 ? '' : `\n${lines.join(',\n')}\n`}]}\n`;
}

/** Removes security schemes, which may contain tokens: of OpenAPI 3, AsyncAPI and OpenAPI 2 (requirement SEC-003). */
export function withoutSecurity(spec: ExactJson): ExactJson {
  if (!(spec instanceof Map)) return spec;
  const left = new Map<string, ExactJson>(spec);
  left.delete('securityDefinitions');
  const components = left.get('components');
  if (!(components instanceof Map) || !components.has('securitySchemes')) return left;
  const retained = new Map<string, ExactJson>(components);
  retained.delete('securitySchemes');
  return left.set('components', retained);
}
