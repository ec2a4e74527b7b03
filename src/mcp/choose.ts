import type { Resolved } from '../config/resolve.js';
import { type ConfiguredServer, codebaseIntelligenceServer, contractEngineServer } from './configured-server.js';

/** Which engine answers; `why` is a sentence. */
export type Choice =
  /** The embedded engine; with `why` when the settings name a server that may not be asked. */
  | { readonly kind: 'embedded'; readonly why?: string }
  /** A server that a trusted user named. */
  | { readonly kind: 'server'; readonly server: ConfiguredServer; readonly namedBy: string }
  /** The settings disable the engine. */
  | { readonly kind: 'off' };

/** Whether a configured command may be started; without `why` it may. */
export interface CommandTrust {
  /** Why not: a sentence. */
  readonly why?: string;
}

export interface ChoiceRequest {
  readonly resolved: Resolved;
  readonly commands: CommandTrust;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute. */
  readonly repository: string;
}

const SECTIONS = { 'contract-engine': 'contract_engine', 'codebase-intelligence': 'codebase_intelligence' } as const;

/**
 * Chooses the engine: off unless enabled, embedded unless the user set a command (the default command is documentation), a
 * server only if a trusted user named it.
 */
export function chooseEngine(id: keyof typeof SECTIONS, { resolved, commands, env, repository }: ChoiceRequest): Choice {
  const section = SECTIONS[id];
  const { config, setBy } = resolved;
  if (!config[section].enabled) return { kind: 'off' };
  const namedBy = setBy([section, 'mcp_command']);
  if (namedBy === 'default' || config[section].mcp_command.trim() === '') return { kind: 'embedded' };
  // Users who type options and inputs could also have started the command.
  const isTyped = namedBy === 'the command line' || namedBy === 'the inputs';
  if (!isTyped && commands.why !== undefined) {
    return { kind: 'embedded', why: `The command that ${namedBy} names for ${id} was not started: ${commands.why}` };
  }
  const server =
    id === 'contract-engine'
      ? contractEngineServer(config.contract_engine, env, repository)
      : codebaseIntelligenceServer(config.codebase_intelligence, env, repository);
  return { kind: 'server', server, namedBy };
}

/** Events that run untrusted code. */
const FOREIGN = new Set([
  'pull_request',
  'pull_request_target',
  'pull_request_review',
  'pull_request_review_comment',
  'workflow_run',
  'merge_group',
  'issue_comment',
]);

/** Whether the workflow runs for untrusted code, such as a pull request. */
export function isForeign(env: Readonly<Record<string, string | undefined>>): boolean {
  return FOREIGN.has(env.GITHUB_EVENT_NAME ?? '') || (env.CI_MERGE_REQUEST_IID ?? '') !== '';
}

/**
 * Whether the command line may start commands of the repository's configuration: with `--allow-commands`, but never in a
 * workflow for a pull request, which may have changed the configuration.
 */
export function commandTrust(isAllowed: boolean, env: Readonly<Record<string, string | undefined>>): CommandTrust {
  if (isForeign(env)) return { why: "on a pull request the configuration may be the change's own." };
  return isAllowed ? {} : { why: 'it is only started with --allow-commands.' };
}
