import type { Resolved } from '../config/resolve.js';
import { type ConfiguredServer, codebaseIntelligenceServer, contractEngineServer } from './configured-server.js';

/** Who answers the tools of an engine; `why` is a sentence. */
export type Choice =
  /** The engine of this process; with `why` where the settings name another, which may not be asked. */
  | { readonly kind: 'embedded'; readonly why?: string }
  /** A server that somebody trusted named. */
  | { readonly kind: 'server'; readonly server: ConfiguredServer; readonly namedBy: string }
  /** The settings have it off. */
  | { readonly kind: 'off' };

/** Whether a command that a configuration names may be started; no `why`: it may. */
export interface CommandTrust {
  /** Why it may not: a sentence. */
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
 * Who answers for an engine (design, section 6 and 7): off unless it is enabled; the embedded one unless the user set a command (the
 * seed's default command is documentation); a command only where somebody trusted named it.
 */
export function chooseEngine(id: keyof typeof SECTIONS, { resolved, commands, env, repository }: ChoiceRequest): Choice {
  const section = SECTIONS[id];
  const { config, setBy } = resolved;
  if (!config[section].enabled) return { kind: 'off' };
  const namedBy = setBy([section, 'mcp_command']);
  if (namedBy === 'default' || config[section].mcp_command.trim() === '') return { kind: 'embedded' };
  // What flags and inputs say was typed by somebody who could have started the command as well.
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

/** Events whose code somebody else may have written. */
const FOREIGN = new Set([
  'pull_request',
  'pull_request_target',
  'pull_request_review',
  'pull_request_review_comment',
  'workflow_run',
  'merge_group',
  'issue_comment',
]);

/** Whether this is a workflow about a change that somebody else may have written, such as a pull request. */
export function isForeign(env: Readonly<Record<string, string | undefined>>): boolean {
  return FOREIGN.has(env.GITHUB_EVENT_NAME ?? '') || (env.CI_MERGE_REQUEST_IID ?? '') !== '';
}

/**
 * Whether the command line may start what the repository's configuration names: with `--allow-commands`, and never in a workflow
 * about a pull request, whose configuration is the change's own.
 */
export function commandTrust(isAllowed: boolean, env: Readonly<Record<string, string | undefined>>): CommandTrust {
  if (isForeign(env)) return { why: "on a pull request the configuration may be the change's own." };
  return isAllowed ? {} : { why: 'it is only started with --allow-commands.' };
}
