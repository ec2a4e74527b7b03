/** One call of `claude` in print mode. */
export interface ClaudeCall {
  /** A definition below `.claude/agents`; empty: none. */
  readonly agent: string;
  readonly permissionMode: string;
  /** Allowed without asking; absent or empty: as the permission mode decides. */
  readonly allowedTools?: readonly string[] | undefined;
  readonly model?: string | undefined;
  readonly maxTurns?: number | undefined;
  /** US dollars. */
  readonly maxCostUsd?: number | undefined;
  /** A file with the only MCP servers; those of the workspace and the user are ignored. */
  readonly mcpConfig?: string | undefined;
  /** Messages arrive as JSON lines on its input while that is open. */
  readonly conversation?: boolean | undefined;
  /** Options of one backend. */
  readonly more?: readonly string[] | undefined;
}

/** One argument has at most 128 KiB on Linux, a whole command 32,767 characters on Windows. */
const LONGEST_ARGUMENT = process.platform === 'win32' ? 7_000 : 100_000;

/** Whether a name is a definition in the folder itself: no separators, no dots, not like an option. */
export function isAgentName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(name);
}

/** The arguments of a call, and its input: the prompt, when it is too long for an argument (REQ-BAP-004). */
export function claudeArguments(call: ClaudeCall, prompt: string): { readonly args: readonly string[]; readonly input?: string } {
  const flag = (name: string, value: string | number | undefined): readonly string[] =>
    value === undefined || value === '' ? [] : [name, String(value)];
  const args = [
    ...flag('--agent', call.agent),
    ...flag('--permission-mode', call.permissionMode),
    ...flag('--allowedTools', call.allowedTools?.join(',')),
    ...flag('--model', call.model),
    ...flag('--max-turns', call.maxTurns),
    ...flag('--max-budget-usd', call.maxCostUsd),
    ...flag('--mcp-config', call.mcpConfig),
    // In print mode it would start the servers of the workspace's `.mcp.json` without asking.
    '--strict-mcp-config',
    ...(call.more ?? []),
    ...['--output-format', 'stream-json', '--verbose'],
  ];
  if (call.conversation === true) return { args: [...args, '--input-format', 'stream-json', '-p'] };
  const text = asArgument(prompt);
  if (Buffer.byteLength(text) > LONGEST_ARGUMENT) return { args: [...args, '-p'], input: text };
  return { args: [...args, '-p', text] };
}

/** `-p` takes no value: a text with a leading dash would be an option. No argument can contain a NUL. */
function asArgument(prompt: string): string {
  const text = prompt.replaceAll('\0', '');
  return text.startsWith('-') ? `\n${text}` : text;
}
