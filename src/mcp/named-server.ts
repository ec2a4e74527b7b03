import { z } from 'zod';
import { UserError } from '../model/user-error.js';
import { readServersFile, SERVERS_FILE } from './servers-file.js';
import { serversIn } from './servers-text.js';
import type { StdioServer } from './sessions/server-address.js';

/** The used part of an entry; other keys are for other readers. */
const entry = z.object({
  command: z.string().trim().min(1),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.unknown()).default({}),
});

/** A server in a repository's `.mcp.json`; `why`: a sentence without its full stop. */
export type NamedServer =
  | { readonly kind: 'none' }
  | { readonly kind: 'unusable'; readonly name: string; readonly why: string }
  | { readonly kind: 'server'; readonly name: string; readonly address: StdioServer };

/**
 * Finds a server in `.mcp.json` without deciding whether it may be started. Takes literal values of its environment that are
 * not secret; variables in it (`${NAME}`) are left for the agent.
 *
 * @param repository absolute; the server is started in it
 * @param requested names of it
 */
export function namedServer(repository: string, requested: RegExp): NamedServer {
  let servers: Readonly<Record<string, unknown>>;
  try {
    const text = readServersFile(repository);
    servers = text === undefined ? {} : serversIn(text);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { kind: 'unusable', name: SERVERS_FILE, why: error.message.replace(/\.$/, '') };
  }
  const name = Object.keys(servers).find((each) => requested.test(each));
  if (name === undefined) return { kind: 'none' };
  const read = entry.safeParse(servers[name]);
  if (!read.success) return { kind: 'unusable', name, why: 'it is no command, and nothing else is asked' };
  const { command, args, env } = read.data;
  if ([command, ...args].some((word) => word.includes('${')))
    return { kind: 'unusable', name, why: 'its command has variables, which only agents fill in' };
  const settings = Object.entries(env).flatMap(([key, value]) =>
    typeof value === 'string' && !value.includes('${') ? [[key, value] as const] : [],
  );
  return {
    kind: 'server',
    name,
    address: { kind: 'stdio', command, args, cwd: repository, settings: Object.fromEntries(settings) },
  };
}
