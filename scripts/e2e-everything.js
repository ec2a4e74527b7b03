/** Our client against a server that others wrote: `@modelcontextprotocol/server-everything`, over its standard streams. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { npx } from './e2e-npx.js';

const SERVER = '@modelcontextprotocol/server-everything@2026.8.31';

const tool = (/** @type {z.ZodObject} */ input, /** @type {z.ZodType} */ output, /** @type {object} */ more = {}) => ({
  ...{ purpose: '', input, output, failures: [], fallback: '', readOnly: true, idempotent: true, ...more },
});

/** What is asked of it: a text, an object that is structured, what takes longer than we wait, and what it does not have. */
const TOOLS = {
  echo: tool(z.object({ message: z.string() }), z.string(), { unanswered: '' }),
  'get-structured-content': tool(
    z.object({ location: z.string() }),
    z.object({ temperature: z.number(), conditions: z.string(), humidity: z.number() }),
    { unanswered: { temperature: 0, conditions: '', humidity: 0 } },
  ),
  'trigger-long-running-operation': tool(z.object({ duration: z.number(), steps: z.number() }), z.string(), {
    ...{ unanswered: '', timeoutMs: 500, retries: 0 },
  }),
  'is-not-there': tool(z.object({}), z.string(), { unanswered: '' }),
};

/** @type {readonly [keyof typeof TOOLS, object, (answer: any) => boolean][]} */
const QUESTIONS = [
  ['echo', { message: 'a text' }, ({ value, failure }) => failure === undefined && value === 'Echo: a text'],
  ['get-structured-content', { location: 'New York' }, ({ value, failure }) => failure === undefined && value.conditions !== ''],
  ['trigger-long-running-operation', { duration: 20, steps: 2 }, ({ failure }) => failure?.code === 'tool-timeout'],
  ['is-not-there', {}, ({ failure }) => failure?.code === 'unknown-tool'],
];

/**
 * @param {string} lib the compiled sources
 * @returns {Promise<string[]>} what failed, a sentence each
 */
export async function everything(lib) {
  const load = (/** @type {string[]} */ ...path) => import(pathToFileURL(join(lib, 'mcp', ...path)).href);
  const { openSession } = await load('sessions', 'session.js');
  const { clientOf } = await load('clients', 'client.js');
  const [command, args] = npx(SERVER, 'mcp-server-everything', ['stdio']);
  const toolset = { id: 'everything', title: 'Everything', instructions: '', tools: TOOLS };
  // npx may have to fetch it first.
  const options = { startupTimeoutMs: 120_000, toolTimeoutMs: 30_000, env: process.env };
  const session = openSession(toolset, { kind: 'stdio', command, args }, options);
  const failures = [];
  try {
    const { name, version, tools = [] } = await session.open();
    console.log(`${name} ${version}: ${tools.length} tools`);
    const client = clientOf(session, { agent: 'e2e' });
    for (const [asked, input, isRight] of QUESTIONS) {
      const answer = await client[asked](input);
      if (isRight(answer)) console.log(`everything: ${asked} as expected`);
      else failures.push(`everything: ${asked} gave ${JSON.stringify(answer)}`);
    }
  } catch (error) {
    failures.push(`everything: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await session.close();
  }
  return failures;
}
