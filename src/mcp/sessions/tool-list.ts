import { CallError } from '../call-failure.js';

/** Limit of pages, because a server could send them without end. */
const MOST_PAGES = 20;

/** A tool in a server's list. */
export interface ListedTool {
  readonly name: string;
  /** Unchecked JSON Schemas. */
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
}

/** All tools of a server; `undefined` when it cannot list them. */
export async function listTools(
  list: (params: Record<string, unknown>) => Promise<Readonly<Record<string, unknown>>>,
): Promise<readonly ListedTool[] | undefined> {
  const tools: ListedTool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    try {
      const answer = await list(cursor === undefined ? {} : { cursor });
      if (!Array.isArray(answer.tools)) return undefined;
      tools.push(...answer.tools.flatMap(toolOf));
      if (typeof answer.nextCursor !== 'string' || answer.nextCursor === cursor) return tools;
      cursor = answer.nextCursor;
    } catch (error) {
      // An old server may have tools without listing them.
      if (error instanceof CallError && (error.code === 'unknown-tool' || error.code === 'tool-error')) return undefined;
      throw error;
    }
  }
  return tools;
}

function toolOf(given: unknown): readonly ListedTool[] {
  if (typeof given !== 'object' || given === null || !('name' in given) || typeof given.name !== 'string') return [];
  return [
    {
      name: given.name,
      ...('inputSchema' in given ? { inputSchema: given.inputSchema } : {}),
      ...('outputSchema' in given ? { outputSchema: given.outputSchema } : {}),
    },
  ];
}
