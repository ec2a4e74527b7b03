import { inline } from './blocks.js';

/** An untrusted row of the Contract Engine's list. */
export interface ContractRow {
  readonly id: string;
  readonly type: string;
  readonly version: string;
  readonly service_name: string;
}

/** The Contract Engine's answers before an agent begins. */
export interface ContractAnswers {
  /** The built service's name in contracts: its contracts come first. */
  readonly service: string;
  readonly unimplemented: readonly ContractRow[];
  readonly implemented: readonly ContractRow[];
  /** Most contracts of either kind. */
  readonly limit: number;
  /** Tests generated from contracts, relative to the workspace. */
  readonly tests: readonly string[];
}

/** The text of `CONTRACT ENGINE CONTEXT` (REQ-060B). Empty: nothing known. */
export function contractContext({ service, unimplemented, implemented, limit, tests }: ContractAnswers): string {
  return [
    ...section('Contracts that nothing implements yet:', unimplemented, service, limit),
    ...section('Contracts that are implemented, and have to stay so:', implemented, service, limit),
    ...(tests.length === 0
      ? []
      : [
          'Tests that were generated from contracts. They call a running service, whose address the variable BASE_URL says. Copy what fits into the tests of the project:',
          ...tests.map((file) => `- ${inline(file, 300)}`),
        ]),
  ].join('\n');
}

function section(title: string, rows: readonly ContractRow[], service: string, limit: number): readonly string[] {
  if (rows.length === 0) return [];
  const own = ({ service_name }: ContractRow): boolean => service_name === service || service_name === '';
  const sorted = [...rows.filter(own), ...rows.filter((row) => !own(row))];
  const rest = sorted.length - limit;
  return [title, ...sorted.slice(0, limit).map(lineOf), ...(rest > 0 ? [`- and ${rest} more: ask list_contracts`] : [])];
}

function lineOf({ id, type, version, service_name }: ContractRow): string {
  const owner = service_name === '' ? '' : `, kept by ${inline(service_name, 100)}`;
  return `- ${inline(id, 200)}: ${inline(`${type} ${version}`, 100)}${owner}`;
}

/** Codebase Intelligence's answers before an agent begins. */
export interface CodebaseAnswers {
  /** Of `search_semantic('architecture overview')`. */
  readonly found: readonly { readonly symbol: string; readonly kind: string; readonly file: string; readonly line: number }[];
  /** A map of the code, relative to the workspace; absent: none. */
  readonly map?: string | undefined;
}

/** The text of `CODEBASE INTELLIGENCE CONTEXT` (REQ-060B). Empty: nothing known. */
export function codebaseContext({ found, map }: CodebaseAnswers): string {
  const lines = found.map(
    ({ symbol, kind, file, line }) => `- ${inline(symbol, 200)} (${inline(kind, 50)}): ${inline(file, 300)}:${line}`,
  );
  return [
    ...(lines.length === 0 ? [] : ['Where to begin reading, as a search for its architecture finds it:', ...lines]),
    ...(map === undefined ? [] : [`A map of the services, as the code was when this build began: ${map}`]),
  ].join('\n');
}
