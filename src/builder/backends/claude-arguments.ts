/** One call of `claude` in print mode. */
export interface ClaudeCall {
  /** A definition below `.claude/agents`; empty: none. */
  readonly agent: string;
  readonly permissionMode: string;
  /** Used without asking; absent or empty: as the permission mode says. */
  readonly allowedTools?: readonly string[] | undefined;
  readonly model?: string | undefined;
  readonly maxTurns?: number | undefined;
  /** US dollars. */
  readonly maxCostUsd?: number | undefined;
  /** A file of MCP servers. There are no others, whatever the workspace or the user's own settings name. */
  readonly mcpConfig?: string | undefined;
  /** Messages come as lines of JSON on its input, as long as that is open. */
  readonly conversation?: boolean | undefined;
  /** Flags of one backend. */
  readonly more?: readonly string[] | undefined;
}

/** One argument holds at most 128 KiB on Linux, a whole command 32,767 characters on Windows. */
const LONGEST_ARGUMENT = process.platform === 'win32' ? 7_000 : 100_000;

/** Whether a definition of that name lies in the folder of definitions itself: no separators, no dots, nothing that looks like a flag. */
export function isAgentName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(name);
}

/** Arguments for a call, and what is written to its input: the prompt, where it is too long for an argument (seed 003, REQ-BAP-004). */
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
    // In print mode it starts what the `.mcp.json` of the workspace names, unasked.
    '--strict-mcp-config',
    ...(call.more ?? []),
    ...['--output-format', 'stream-json', '--verbose'],
  ];
  if (call.conversation === true) return { args: [...args, '--input-format', 'stream-json', '-p'] };
  const text = asArgument(prompt);
  if (Buffer.byteLength(text) > LONGEST_ARGUMENT) return { args: [...args, '-p'], input: text };
  return { args: [...args, '-p', text] };
}

/** `-p` itself takes no value: what begins like a flag would be one. No argument can hold a NUL. */
function asArgument(prompt: string): string {
  const text = prompt.replaceAll('\0', '');
  return text.startsWith('-') ? `\n${text}` : text;
}
