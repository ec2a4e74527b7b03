/** The official conformance suite against `src/mcp/server.ts`. It speaks HTTP alone, so that the server is put behind the SDK's transport. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { z } from 'zod';
import { npx } from './e2e-npx.js';

const SUITE = '@modelcontextprotocol/conformance@0.1.16';
const APPLICABLE = [
  ...['server-initialize', 'ping', 'tools-list', 'tools-call-simple-text', 'tools-call-error'],
  ...['resources-list', 'resources-read-text', 'prompts-list', 'prompts-get-simple', 'prompts-get-with-args'],
];

/** Scenarios that do not apply, and why. */
const NOT_APPLICABLE = {
  'logging-set-level, tools-call-with-logging': 'nothing is logged to clients: what went wrong is in the answer',
  'tools-call-with-progress': 'no tool takes long enough to tell how far it is',
  'completion-complete': 'arguments of prompts are not completed',
  'tools-call-image, -audio, -embedded-resource, -mixed-content': 'all answers are data: text and structured content',
  'tools-call-sampling, tools-call-elicitation, elicitation-*': 'nothing is asked back of models or users',
  'resources-read-binary, prompts-get-embedded-resource, -with-image': 'all that is served is text',
  'resources-templates-read, resources-subscribe, -unsubscribe': 'resources are listed whole, and clients are told of no changes',
  'json-schema-2020-12': 'wants a tool whose schema is written by hand; ours are made from zod',
  'server-sse-*, dns-rebinding-protection': 'of transports over HTTP; `tallystick serve` speaks over stdio alone',
};

/**
 * @param {string} lib the compiled sources
 * @returns {Promise<string[]>} what failed, a sentence each
 */
export async function conformance(lib) {
  const { serve } = await import(pathToFileURL(join(lib, 'mcp', 'server.js')).href);
  const { CallError } = await import(pathToFileURL(join(lib, 'mcp', 'call-failure.js')).href);
  const engine = testEngine(CallError);
  /** @type {Map<string, StreamableHTTPServerTransport>} */
  const sessions = new Map();
  const server = createServer(async (request, response) => {
    const known = sessions.get(String(request.headers['mcp-session-id'] ?? ''));
    if (known !== undefined) return known.handleRequest(request, response);
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        sessions.set(id, transport);
      },
    });
    await serve([engine], transport, { onBug: (/** @type {unknown} */ error) => console.error(error) });
    return transport.handleRequest(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/mcp`;
  const failures = [];
  for (const scenario of APPLICABLE) {
    const run = spawn(...npx(SUITE, 'conformance', ['server', '--url', url, '--scenario', scenario]), {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stated = '';
    for (const stream of [run.stdout, run.stderr]) stream.on('data', (data) => (stated += data));
    const [status] = await once(run, 'close');
    console.log(`${status === 0 ? 'passed' : 'failed'} ${scenario}`);
    if (status !== 0) failures.push(`${scenario}: ${stated.slice(-1_500)}`);
  }
  for (const [scenarios, why] of Object.entries(NOT_APPLICABLE)) console.log(`does not apply: ${scenarios} (${why})`);
  server.closeAllConnections();
  server.close();
  return failures;
}

/** The tools, resources and prompts that the suite looks for, answered as our engines answer. */
function testEngine(/** @type {new (code: string, message: string) => Error} */ CallError) {
  const common = {
    input: z.object({}),
    output: z.string(),
    unanswered: '',
    failures: [],
    fallback: '',
    readOnly: true,
    idempotent: true,
  };
  const toolset = {
    id: 'conformance',
    title: 'Conformance',
    instructions: 'Answers what the suite asks.',
    prompts: {
      test_simple_prompt: { description: 'A prompt.', arguments: {} },
      test_prompt_with_arguments: { description: 'A prompt.', arguments: { arg1: 'A word.', arg2: 'Another.' } },
    },
    tools: {
      test_simple_text: { ...common, purpose: 'Answers with a text.' },
      test_error_handling: { ...common, purpose: 'Fails.' },
    },
  };
  const uri = 'test://static-text';
  const library = {
    resources: async () => [{ uri, name: 'Text', description: 'A text.', mimeType: 'text/plain' }],
    read: async (/** @type {string} */ asked) =>
      asked === uri ? { mimeType: 'text/plain', text: 'This is the content of the static text resource.' } : undefined,
    prompt: async (/** @type {string} */ name, /** @type {Record<string, string>} */ given) =>
      name === 'test_simple_prompt' ? 'This is a simple prompt for testing.' : `Prompt with ${given.arg1} and ${given.arg2}`,
  };
  const open = async () => ({
    toolset,
    library,
    by: 'embedded',
    call: async (/** @type {string} */ name) => {
      if (name === 'test_error_handling')
        throw new CallError('tool-error', 'This tool intentionally returns an error for testing');
      return 'This is a simple text response for testing.';
    },
    close: async () => undefined,
  });
  return { toolset, open };
}
