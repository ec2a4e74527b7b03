import { relative } from 'node:path';
import { serverEnvironment } from '../../mcp/sessions/environment.js';
import { leadsOut } from '../../model/leads-out.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that sign `claude` in, in its own order of precedence, and how to pass them without an inherited variable. */
const SECRETS = [
  { name: 'ANTHROPIC_AUTH_TOKEN' },
  { name: 'ANTHROPIC_API_KEY', descriptor: 'CLAUDE_CODE_API_KEY_FILE_DESCRIPTOR' },
  { name: 'CLAUDE_CODE_OAUTH_TOKEN', descriptor: 'CLAUDE_CODE_OAUTH_TOKEN_FILE_DESCRIPTOR' },
] as const;

/** Addresses, proxies and limits for `claude`. */
const PASSED: ReadonlySet<string> = new Set([
  ...['ANTHROPIC_BASE_URL', 'ANTHROPIC_MODEL', 'ANTHROPIC_SMALL_FAST_MODEL', 'CLAUDE_CONFIG_DIR'],
  ...['ANTHROPIC_DEFAULT_OPUS_MODEL', 'ANTHROPIC_DEFAULT_SONNET_MODEL', 'ANTHROPIC_DEFAULT_HAIKU_MODEL'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'ALL_PROXY', 'API_TIMEOUT_MS', 'MAX_THINKING_TOKENS'],
  ...['BASH_DEFAULT_TIMEOUT_MS', 'BASH_MAX_TIMEOUT_MS', 'BASH_MAX_OUTPUT_LENGTH', 'MCP_TIMEOUT', 'MCP_TOOL_TIMEOUT'],
  ...['DISABLE_AUTOUPDATER', 'DISABLE_TELEMETRY', 'DISABLE_ERROR_REPORTING', 'DISABLE_PROMPT_CACHING'],
]);
/** Variables of an enclosing session: an agent must not consider itself part of it. */
const OF_A_SESSION = /^CLAUDE_CODE_(?:ENTRYPOINT|SSE_PORT|SESSION|CHILD|MESSAGING|EXECPATH|AGENT$|REMOTE|TASK_LIST_ID|TEAM)/;
/** Switches; variables with secrets are excluded. */
const SWITCH = /^CLAUDE_CODE_[A-Z0-9_]+$/;
const SECRET_SWITCH = /(?:TOKEN|KEY|PASSPHRASE|SECRET|DESCRIPTOR|CREDENTIALS)$/;

/** The secret of `claude`. */
export interface ClaudeSecret {
  /** Its original variable. */
  readonly name: string;
  readonly value: string;
  /** The variable that names a descriptor to read it from; absent: none. */
  readonly descriptor?: string | undefined;
}

/** The environment of a `claude`, without its secret. */
export interface ClaudeEnvironment {
  readonly variables: Record<string, string>;
  /** Absent: a file of its home may sign it in. */
  readonly secret?: ClaudeSecret | undefined;
}

/**
 * The environment of a `claude`: an allow-list (SEC-001) and its own switches. Its secret is separate, because child processes
 * inherit variables, but not a descriptor.
 */
export function claudeEnvironment(
  env: Environment,
  workspace: string,
  set: Readonly<Record<string, string>> = {},
): ClaudeEnvironment {
  const own = Object.entries(env).flatMap(([name, value]) => (value !== undefined && isOwn(name) ? [[name, value]] : []));
  const quiet = { DISABLE_AUTOUPDATER: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' };
  const secrets = SECRETS.map((secret) => ({ ...secret, value: env[secret.name] ?? '' }));
  return {
    variables: { ...outside(serverEnvironment(env), workspace), ...quiet, ...Object.fromEntries(own), ...set },
    secret: secrets.find(({ value }) => value !== ''),
  };
}

function isOwn(name: string): boolean {
  if (PASSED.has(name.toUpperCase())) return true;
  return SWITCH.test(name) && !OF_A_SESSION.test(name) && !SECRET_SWITCH.test(name);
}

/** Removes folders of the workspace from `PATH`: agents could replace the machine's programs. */
function outside(variables: Record<string, string>, workspace: string): Record<string, string> {
  const separator = process.platform === 'win32' ? ';' : ':';
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => {
      if (name.toUpperCase() !== 'PATH') return [name, value];
      return [
        name,
        value
          .split(separator)
          .filter((folder) => leadsOut(relative(workspace, folder)))
          .join(separator),
      ];
    }),
  );
}
