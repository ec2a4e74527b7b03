import { toolName } from '../../journal/entry.js';
import type { Tool, Toolset } from '../../mcp/tool.js';
import { parametersOf } from '../../mcp/tool-sheet.js';
import { codebaseIntelligence } from '../../mcp/toolsets/codebase-intelligence.js';
import { contractEngine } from '../../mcp/toolsets/contract-engine.js';
import { ROLES, type Role } from '../agent-names.js';
import type { Engines } from '../agents/engines.js';
import { awarenessFor } from '../agents/standards.js';
import { codeSpan } from './quoted-text.js';

/** The duties of a role, in one or two sentences. */
const DUTIES: Readonly<Record<Role, string>> = {
  architect:
    'You decide how the milestone is built before the others build it: modules, their borders, data, and the contracts between services. You leave specifications that tests can be written from, and no code.',
  'code-writer':
    'You make the failing tests pass with the least code that does so, one module after the other. Requirements and contracts are given; you change neither to make your work easier.',
  'code-reviewer':
    'You look for what is wrong with what others wrote, and prove it with file and line. You change no file. What you let pass is shipped.',
  'test-engineer':
    'You write the tests first: one or more for each requirement, which fail for the right reason until it is built, and whose expectations come from requirements and contracts, never from the code.',
  'wiring-verifier':
    'You try whether the parts are really connected: that it starts, that every route is registered, every export used, every answer as promised. You believe what you ran.',
};
const ANY_DUTY =
  'You do your part of the milestone and nothing beside it. What you claim at the end is checked against files, tests and contracts.';

/** REQ-050: the tools of the Contract Engine for agents. */
const CONTRACT_TOOLS = [
  'get_contract',
  'validate_endpoint',
  'generate_tests',
  'check_breaking_changes',
  'mark_implemented',
  'get_unimplemented_contracts',
] as const;

/** The instructions of a role; an unknown one gets the common part (TECH-034). */
export function roleSection(role: string, engines: Engines): string {
  const known = ROLES.find((each) => each === role);
  const title = known === undefined ? '## Role' : `## Role: ${known}`;
  return [title, known === undefined ? ANY_DUTY : DUTIES[known], awarenessFor(role, engines)].join('\n\n');
}

/** The tools of configured servers; empty: none is known (REQ-050, TECH-035). */
export function mcpSection(servers: Readonly<Record<string, unknown>>): string {
  const sections = [
    ...toolsOf(contractEngine, CONTRACT_TOOLS, servers),
    ...toolsOf(codebaseIntelligence, Object.keys(codebaseIntelligence.tools), servers),
  ];
  if (sections.length === 0) return '';
  const note = 'A tool that does not answer is no reason to stop: say so in your report, and go on by what the files say.';
  return ['## Available MCP Tools', note, ...sections].join('\n\n');
}

function toolsOf(set: Toolset, names: readonly string[], servers: Readonly<Record<string, unknown>>): readonly string[] {
  if (!Object.hasOwn(servers, set.id)) return [];
  const tools = names.flatMap((name) => {
    const tool = set.tools[name];
    return tool === undefined ? [] : [toolLines(set, name, tool)];
  });
  return [`### ${set.title}`, tools.join('\n')];
}

function toolLines(set: Toolset, name: string, tool: Tool): string {
  const parameters = parametersOf(tool);
  const call = parameters.map(({ name: parameter, isOptional }) => `${parameter}${isOptional ? '?' : ''}`).join(', ');
  const described = parameters.map(
    ({ name: parameter, type, description }) => `  - \`${parameter}\` (${type.replace(/\s+/g, ' ')}): ${description}`,
  );
  return [`- \`${toolName(set.id, name)}(${call})\`: ${tool.purpose}`, ...described].join('\n');
}

/** A contract in the registry. */
export interface ListedContract {
  readonly contract_id: string;
  readonly contract_type: string;
  readonly version: string;
  readonly provider_service: string;
  readonly consumer_service: string;
  readonly implemented: boolean;
}

/** The contracts, at most `limit` of them (REQ-052). */
export function contractsSection(contracts: readonly ListedContract[], limit: number): string {
  if (contracts.length === 0) return '';
  const rest = contracts.length - limit;
  const more = `... and ${rest} more. Use Contract Engine get_contract(contract_id) MCP tool to fetch additional contracts on demand.`;
  return ['## Contracts', '', ...contracts.slice(0, limit).map(contractLine), ...(rest > 0 ? ['', more] : [])].join('\n');
}

function contractLine(contract: ListedContract): string {
  const { contract_id, contract_type, version, provider_service, consumer_service, implemented } = contract;
  const services = [
    ...(provider_service === '' ? [] : [`kept by ${codeSpan(provider_service, 100)}`]),
    ...(consumer_service === '' ? [] : [`relied on by ${codeSpan(consumer_service, 100)}`]),
  ];
  const facts = [codeSpan(`${contract_type} ${version}`, 100), ...services, implemented ? 'implemented' : 'not implemented yet'];
  return `- ${codeSpan(contract_id)}: ${facts.join(', ')}`;
}

const MIN_RATIO = 0.8;

/** When a milestone is complete (REQ-051, TECH-036). */
export function convergenceSection(config: Readonly<Record<string, unknown>>, engines: Engines): string {
  const given = config.min_convergence_ratio;
  const ratio = typeof given === 'number' && given >= 0 && given <= 1 ? given : MIN_RATIO;
  return [
    '## Convergence Mandates',
    '',
    `- At least ${ratio} of the milestone's requirements are met (\`min_convergence_ratio\`), each shown by a test that passes. A box is ticked for what works, and never to reach the number.`,
    `- Contract validation: all contracts are scanned after the milestone, and the lower of the two ratios counts.${engines.validation ? ' Call `validate_endpoint` for every endpoint before you call it done.' : ''}`,
    `- Artifact registration: every new file is named in your report.${engines.registration ? ' Call `register_artifact` for each when you created it.' : ''}`,
    '- Zero mock data: nothing that is delivered answers with invented data or placeholders.',
  ].join('\n');
}
