import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type Tool as ToolCard,
} from '@modelcontextprotocol/sdk/types.js';
import { toJSONSchema, z } from 'zod';
import { TOOL } from '../model/tool.js';
import { CallError } from './call-failure.js';
import type { Engine } from './engine.js';
import type { Tool, Toolset } from './tool.js';

/** An engine that is served: opened with the first call of one of its tools, so that a client sees the tools at once. */
export interface ServedEngine {
  readonly toolset: Toolset;
  readonly open: () => Promise<Engine>;
}

/** A running server. */
export interface Serving {
  /** Ends when the client has gone, or {@link Serving.close} was called. */
  readonly ended: Promise<void>;
  /** When every call that has come in is answered. */
  answered(): Promise<void>;
  /** Ends the connection, then every engine that was opened. */
  close(): Promise<void>;
}

/**
 * Serves engines to one client, as the Model Context Protocol (2025-11-25) has it: tools with their schemas; a mistake in what was
 * asked, and a tool that failed, are answers with `isError` that an agent can read; an unknown tool is an error of the protocol.
 * Answers that are no objects are wrapped as `{ result }` where they are structured.
 *
 * @param onBug what is thrown by mistake of ours; the client learns no more than that it happened. Likewise a sentence about a
 * message that could not be understood
 */
export async function serve(
  engines: readonly ServedEngine[],
  transport: Transport,
  onBug: (error: unknown) => void,
): Promise<Serving> {
  const served = new Map(engines.flatMap((engine) => toolsOf(engine)));
  const running = new Set<Promise<CallToolResult>>();
  const server = new Server(
    { name: TOOL.name, title: 'Tallystick', version: TOOL.version },
    { capabilities: { tools: {} }, instructions: engines.map(({ toolset }) => toolset.instructions).join('\n') },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...served].map(([name, { tool }]) => cardOf(name, tool)) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) => {
    const asked = served.get(params.name);
    if (asked === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name}.`);
    const answer = answerOf(asked, params.name, params.arguments ?? {}, signal, onBug);
    running.add(answer);
    return answer.finally(() => running.delete(answer));
  });
  const ended = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  server.onerror = (error) => onBug(misunderstood(error));
  await server.connect(transport);
  const close = async (): Promise<void> => {
    await server.close();
    await Promise.all([...new Set([...served.values()].map(({ engine }) => engine))].map((engine) => engine.close()));
  };
  const answered = async (): Promise<void> => {
    // Answers are sent after they are there: one turn of the loop later.
    while (running.size > 0) await Promise.allSettled([...running]).then(() => new Promise(setImmediate));
  };
  return { ended, answered, close };
}

/** What comes in and is no message is a mistake of the client, of which our stack says nothing. */
function misunderstood(error: Error): string {
  const why =
    error instanceof SyntaxError ? error.message : (error.message.match(/^[^\n[{]{1,200}/)?.[0] ?? 'it is none of JSON-RPC 2.0');
  return `A message was not understood: ${why}`;
}

/** An engine that is opened once, when it is needed. */
class LazyEngine {
  readonly #open: () => Promise<Engine>;
  #opened: Promise<Engine> | undefined;

  constructor(open: () => Promise<Engine>) {
    this.#open = open;
  }

  /** Another try, where the last one failed. */
  async get(): Promise<Engine> {
    this.#opened ??= this.#open();
    return this.#opened.catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
  }

  async close(): Promise<void> {
    const engine = await this.#opened?.catch(() => undefined);
    await engine?.close();
  }
}

interface ServedTool {
  readonly tool: Tool;
  readonly engine: LazyEngine;
}

function toolsOf({ toolset, open }: ServedEngine): readonly (readonly [string, ServedTool])[] {
  const engine = new LazyEngine(open);
  return Object.entries(toolset.tools).map(([name, tool]) => [name, { tool, engine }]);
}

/** A tool as a client sees it. */
function cardOf(name: string, { purpose, input, output, readOnly, idempotent }: Tool): ToolCard {
  return {
    name,
    description: purpose,
    inputSchema: objectSchema(input, 'input'),
    outputSchema: objectSchema(isObject(output) ? output : z.object({ result: output }), 'output'),
    annotations: { readOnlyHint: readOnly, destructiveHint: false, idempotentHint: idempotent, openWorldHint: false },
  };
}

function objectSchema(schema: z.ZodType, io: 'input' | 'output'): ToolCard['inputSchema'] {
  const { $schema: _dialect, ...written } = toJSONSchema(schema, { io });
  return { ...written, type: 'object' } as ToolCard['inputSchema'];
}

function isObject(schema: z.ZodType): boolean {
  return schema instanceof z.ZodObject;
}

async function answerOf(
  { tool, engine }: ServedTool,
  name: string,
  given: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
  onBug: (error: unknown) => void,
): Promise<CallToolResult> {
  const input = tool.input.safeParse(given);
  if (!input.success) return mistake(`${name} cannot take this: ${z.prettifyError(input.error)}`);
  try {
    const output: unknown = await (await engine.get()).call(name, input.data, { signal });
    const text = typeof output === 'string' ? output : JSON.stringify(output);
    const structured = isObject(tool.output) ? output : { result: output };
    return { content: [{ type: 'text', text }], structuredContent: structured as Record<string, unknown> };
  } catch (error) {
    if (error instanceof CallError) return mistake(error.message);
    if (error instanceof Error && error.name === 'UserError') return mistake(error.message);
    onBug(error);
    return mistake(`${name} failed because of a mistake in ${TOOL.name}.`);
  }
}

function mistake(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}
