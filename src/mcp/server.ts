import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  GetPromptRequestSchema,
  type JSONRPCMessage,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type Tool as ToolCard,
} from '@modelcontextprotocol/sdk/types.js';
import { toJSONSchema, z } from 'zod';
import { type Journal, noJournal, toolName } from '../journal/entry.js';
import { nearest } from '../model/nearest.js';
import { TOOL } from '../model/tool.js';
import { badInput, mistyped } from './bad-input.js';
import type { FailureCode } from './call-failure.js';
import type { Engine } from './engine.js';
import { lazyValue } from './lazy-value.js';
import type { Library } from './library.js';
import { refusal, refusalOf, refusedInput } from './refusal.js';
import type { Tool, Toolset } from './tool.js';

/** A served engine: the first call of its tools opens it, so that a client sees the tools at once. */
export interface ServedEngine {
  readonly toolset: Toolset;
  readonly open: () => Promise<Engine>;
}

export interface ServeOptions {
  /** Called with bugs, of which the client learns only that they happened, and with unreadable messages: a sentence. */
  readonly onBug: (error: unknown) => void;
  /** Records calls by the client's own name. */
  readonly journal?: Journal;
}

/** A running server. */
export interface Serving {
  /** Resolves when the client has disconnected, or {@link Serving.close} was called. */
  readonly ended: Promise<void>;
  /** Resolves when every received call is answered. */
  answered(): Promise<void>;
  /** Ends the connection, then every opened engine. */
  close(): Promise<void>;
}

/**
 * Serves engines to one client by the Model Context Protocol (2025-11-25): tools with their schemas, and the resources and prompts of
 * the one that has any. Invalid input and failed
 * tools are answers with `isError` that an agent can read; an unknown tool is an error of the protocol. Structured answers
 * other than objects are wrapped as `{ result }`.
 */
export async function serve(
  engines: readonly ServedEngine[],
  transport: Transport,
  { onBug, journal = noJournal }: ServeOptions,
): Promise<Serving> {
  const served = new Map(engines.flatMap((engine) => toolsOf(engine)));
  const librarian = [...served.values()].find(({ prompts }) => prompts !== undefined);
  const running = new Set<Promise<CallToolResult>>();
  const server = new Server(
    { name: TOOL.name, title: 'Tallystick', version: TOOL.version },
    {
      capabilities: { tools: {}, ...(librarian === undefined ? {} : { resources: {}, prompts: {} }) },
      instructions: engines.map(({ toolset }) => toolset.instructions).join('\n'),
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...served].map(([name, { tool }]) => cardOf(name, tool)) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) => {
    const asked = served.get(params.name);
    const written = writerOf(journal, server.getClientVersion()?.name, toolName(asked?.server ?? TOOL.name, params.name));
    if (asked === undefined) {
      written(0, { code: 'unknown-tool', message: 'There is no such tool.' });
      const hint = hintOf(params.name, [...served.keys()], 'tools/list');
      throw refused(ErrorCode.InvalidParams, `There is no tool ${params.name}.`, hint);
    }
    const answer = answerOf(asked, params.name, { given: params.arguments ?? {}, signal, onBug, written });
    running.add(answer);
    return answer.finally(() => running.delete(answer));
  });
  if (librarian !== undefined) offer(server, librarian, onBug);
  const ended = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  server.onerror = (error) => onBug(misunderstood(error));
  const send = transport.send.bind(transport);
  transport.send = (message, sent) => send(withReadableError(message), sent);
  await server.connect(transport);
  const close = async (): Promise<void> => {
    await server.close();
    await Promise.all([...new Set([...served.values()].map(({ engine }) => engine))].map((engine) => engine.close()));
  };
  const answered = async (): Promise<void> => {
    // Answers are sent one turn of the loop after they are ready.
    while (running.size > 0) await Promise.allSettled([...running]).then(() => new Promise(setImmediate));
  };
  return { ended, answered, close };
}

/** https://modelcontextprotocol.io/specification/2025-11-25/server/resources#error-handling */
const RESOURCE_NOT_FOUND = -32002;

/** Resources and prompts. What is wrong in the repository, and unknown names, are errors of the protocol with a sentence. */
function offer(server: Server, { engine, prompts = {} }: ServedTool, onBug: ServeOptions['onBug']): void {
  const from = async <T>(read: (library: Library) => Promise<T>): Promise<T> => {
    try {
      const { library } = await engine.get();
      if (library === undefined) throw new McpError(ErrorCode.InternalError, 'There is nothing to read.');
      return await read(library);
    } catch (error) {
      if (error instanceof McpError) throw error;
      const why = refusalOf(error);
      if (why !== undefined) throw new McpError(ErrorCode.InvalidParams, why.text);
      onBug(error);
      throw new McpError(ErrorCode.InternalError, `This failed because of a mistake in ${TOOL.name}.`);
    }
  };
  server.setRequestHandler(ListResourcesRequestSchema, () =>
    from(async (library) => ({ resources: [...(await library.resources())] })),
  );
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) =>
    from(async (library) => {
      const found = await library.read(uri);
      if (found === undefined) {
        const known = (await library.resources()).map((resource) => resource.uri);
        throw refused(RESOURCE_NOT_FOUND, `There is no resource ${uri}.`, hintOf(uri, known, 'resources/list'));
      }
      return { contents: [{ uri, ...found }] };
    }),
  );
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: Object.entries(prompts).map(([name, { description, arguments: asked }]) => ({
      name,
      description,
      arguments: Object.entries(asked).map(([name, description]) => ({ name, description, required: true })),
    })),
  }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params: { name, arguments: given = {} } }) =>
    from(async (library) => {
      const prompt = Object.hasOwn(prompts, name) ? prompts[name] : undefined;
      if (prompt === undefined)
        throw refused(ErrorCode.InvalidParams, `There is no prompt ${name}.`, `Known: ${Object.keys(prompts).join(', ')}.`);
      const missing = Object.keys(prompt.arguments).filter((each) => (given[each] ?? '') === '');
      if (missing.length > 0) throw new McpError(ErrorCode.InvalidParams, `${name} needs ${missing.join(', ')}.`);
      const text = await library.prompt(name, given);
      return { description: prompt.description, messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
    }),
  );
}

const refused = (code: number, message: string, hint: string): McpError => new McpError(code, refusal(message, hint));

/** The nearest of the known names; else the request that lists them. */
function hintOf(given: string, known: readonly string[], list: string): string {
  const meant = nearest(given, known);
  return meant === undefined ? `${list} names all of them.` : `Did you mean ${meant}?`;
}

/** Invalid messages are errors of the client, so the stack is irrelevant. */
function misunderstood(error: Error): string {
  const why =
    error instanceof SyntaxError ? error.message : (error.message.match(/^[^\n[{]{1,200}/)?.[0] ?? 'it is none of JSON-RPC 2.0');
  return `A message was not understood: ${why}`;
}

/** An engine that is opened once, on demand. */
function lazyEngine(open: () => Promise<Engine>) {
  let opened: Promise<Engine> | undefined;
  const get = lazyValue(() => {
    opened = open();
    return opened;
  });
  return { get, close: async (): Promise<void> => (await opened?.catch(() => undefined))?.close() };
}

/** Records one call: its attempts, and why it failed. */
type Written = (attempt: 0 | 1, failure?: { readonly code: FailureCode; readonly message: string }) => void;

function writerOf(journal: Journal, client: string | undefined, tool: string): Written {
  const [began, started] = [new Date(), performance.now()];
  return (attempt, failure) =>
    journal.write({
      timestamp: began.toISOString(),
      agent: client ?? '',
      tool,
      taskId: '',
      attempt,
      durationMs: performance.now() - started,
      status: failure === undefined ? 'success' : 'error',
      errorCode: failure?.code ?? '',
      message: failure?.message ?? '',
    });
}

interface ServedTool {
  /** The id of its toolset. */
  readonly server: string;
  readonly tool: Tool;
  readonly engine: ReturnType<typeof lazyEngine>;
  /** Of its toolset. */
  readonly prompts: Toolset['prompts'];
}

function toolsOf({ toolset, open }: ServedEngine): readonly (readonly [string, ServedTool])[] {
  const engine = lazyEngine(open);
  return Object.entries(toolset.tools).map(([name, tool]) => [
    name,
    { server: toolset.id, tool, engine, prompts: toolset.prompts },
  ]);
}

/** A tool for a client's list. */
function cardOf(name: string, { purpose, input, output, isProse, failures, readOnly, idempotent }: Tool): ToolCard {
  return {
    name,
    // An empty list of a name that is not known must not read like a fact; prose says so itself.
    description: [purpose, ...(isProse === true ? [] : failures)].join(' '),
    inputSchema: objectSchema(input, 'input'),
    ...(isProse === true
      ? {}
      : { outputSchema: objectSchema(isObject(output) ? output : z.object({ result: output }), 'output') }),
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

interface Asked {
  readonly given: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  readonly onBug: (error: unknown) => void;
  readonly written: Written;
}

async function answerOf(
  { tool, engine }: ServedTool,
  name: string,
  { given, signal, onBug, written }: Asked,
): Promise<CallToolResult> {
  const failed = (attempt: 0 | 1, code: FailureCode, message: string): CallToolResult => {
    written(attempt, { code, message });
    return { isError: true, content: [{ type: 'text', text: message }] };
  };
  const input = tool.input.safeParse(given);
  const wrong = mistyped(name, given, tool.input);
  if (wrong !== undefined) return failed(0, 'bad-input', refusedInput(wrong));
  if (!input.success) return failed(0, 'bad-input', refusedInput(badInput(name, input.error, tool.input)));
  try {
    const output: unknown = await (await engine.get()).call(name, input.data, { signal });
    const text = typeof output === 'string' ? output : JSON.stringify(output);
    written(1);
    if (tool.isProse === true) return { content: [{ type: 'text', text }] };
    const structured = isObject(tool.output) ? output : { result: output };
    return { content: [{ type: 'text', text }], structuredContent: structured as Record<string, unknown> };
  } catch (error) {
    const why = refusalOf(error);
    if (why !== undefined) return failed(1, why.code, why.text);
    onBug(error);
    return failed(1, 'tool-error', `${name} failed because of a mistake in ${TOOL.name}.`);
  }
}

const LONGEST = 300;
const issues = z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })).min(1);

/**
 * A message as clients are sent it: the SDK answers a request of the wrong form with an internal error that holds the issues of its
 * schema as JSON, where the protocol has a code and people read a sentence.
 */
function withReadableError(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message) || message.error.code !== ErrorCode.InternalError) return message;
  const why = sentenceOf(message.error.message);
  return why === undefined ? message : { ...message, error: { code: ErrorCode.InvalidParams, message: why } };
}

function sentenceOf(text: string): string | undefined {
  if (!text.startsWith('[')) return undefined;
  try {
    const found = issues.safeParse(JSON.parse(text));
    const parts = found.data?.map(({ path, message }) => `${path.join('.')}: ${message.replace(/^Invalid input: /, '')}`);
    return parts && `The request is not understood: ${parts.join('; ')}`.slice(0, LONGEST);
  } catch {
    return undefined;
  }
}
