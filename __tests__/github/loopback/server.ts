import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Call, full, notFound } from './call.js';
import { type Fault, Faults, Gates } from './faults.js';
import { LIMITS, type Limits, Meter } from './limits.js';
import { findOperation, type Operation } from './operations.js';
import { answerOutside, json, parsed, planned, type Reply, replyTo } from './reply.js';
import { handlers } from './routes/index.js';
import { refusal, type Token } from './token.js';
import { type Beginning, createWorld, type World } from './world.js';

/** A request that came in, as a test looks at it afterwards. */
export interface Seen {
  /** GitHub's id of the operation, such as `checks/create`. */
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  /** What was answered; 0 where the connection was cut. */
  readonly status: number;
  readonly token: Token | undefined;
}

/** A GitHub of one repository, on a port of this machine. */
export interface GitHub {
  readonly world: World;
  /** For GITHUB_API_URL, GITHUB_SERVER_URL and GITHUB_GRAPHQL_URL. */
  readonly api: string;
  readonly server: string;
  readonly graphql: string;
  readonly requests: readonly Seen[];
  /** What a client of GitHub must never do: requests that GitHub does not describe, or refuses for their form or their size. */
  readonly misuses: readonly string[];
  readonly tokens: Token[];
  /** From now on, requests go wrong. */
  fail(fault: Fault): void;
  /** From now on nothing goes wrong. */
  heal(): void;
  /** Holds requests of an operation until so many are there. */
  readonly gates: Gates;
  forget(): void;
  stop(): Promise<void>;
}

export interface Options extends Beginning {
  readonly tokens?: readonly Token[];
  readonly limits?: Partial<Limits>;
  /** A GitHub Enterprise Server: the API lies under /api/v3. */
  readonly enterprise?: boolean;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

/** Starts one on a free port. */
export async function startGitHub(options: Options = {}): Promise<GitHub> {
  const world = createWorld(options);
  const limits = { ...LIMITS, ...options.limits };
  const state: State = {
    world,
    limits,
    tokens: [...(options.tokens ?? [])],
    requests: [],
    misuses: [],
    meters: new Map(),
    faults: new Faults(),
    gates: new Gates(),
    prefix: options.enterprise === true ? '/api/v3' : '',
    server: '',
  };
  const http = createServer((request, response) => {
    answer(state, request, response).catch((error: unknown) => {
      state.misuses.push(`The loopback broke: ${error instanceof Error ? error.stack : String(error)}`);
      response.destroy();
    });
  });
  // A connection that the server gives up while the client waits for a busy machine would count as a try.
  http.keepAliveTimeout = 120_000;
  await new Promise<void>((started) => http.listen(0, '127.0.0.1', started));
  state.server = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    world,
    api: `${state.server}${state.prefix}`,
    server: state.server,
    graphql: `${state.server}${state.prefix === '' ? '' : '/api'}/graphql`,
    requests: state.requests,
    misuses: state.misuses,
    tokens: state.tokens,
    fail: (fault) => state.faults.plan(fault),
    heal: () => state.faults.clear(),
    gates: state.gates,
    forget: () => {
      state.requests.length = 0;
      state.misuses.length = 0;
      state.meters.clear();
    },
    stop: async () => {
      state.gates.open();
      http.closeAllConnections();
      await new Promise((stopped) => http.close(stopped));
    },
  };
}

interface State {
  readonly world: World;
  readonly limits: Limits;
  readonly tokens: Token[];
  readonly requests: Seen[];
  readonly misuses: string[];
  readonly meters: Map<string, Meter>;
  readonly faults: Faults;
  readonly gates: Gates;
  readonly prefix: string;
  server: string;
}

async function answer(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const address = new URL(url, state.server);
  const text = await textOf(request);
  const { authorization } = request.headers;
  const secret = /^(?:token|bearer) (\S+)$/i.exec(authorization ?? '')?.[1];
  const token = state.tokens.find((known) => known.secret === secret);
  // Pages lead on by the repository's number.
  const path = address.pathname.slice(state.prefix.length).replace(/^\/repositories\/4711\//, `/repos/${full(state.world)}/`);
  const operation = address.pathname.startsWith(`${state.prefix}/`) ? findOperation(method, path) : undefined;
  const name = operation?.id ?? `${method} ${address.pathname}`;

  const meter = meterOf(state, token);
  meter.begin();
  response.on('close', () => meter.end());
  await state.gates.pass(name);
  const trouble = await state.faults.strike(name);
  const body: unknown = text === '' ? undefined : parsed(text);
  const seen = (status: number) => state.requests.push({ operation: name, method, path, body, status, token });
  if (trouble === 'cut before') {
    seen(0);
    response.destroy();
    return;
  }
  const reply =
    planned(trouble) ??
    answerOutside(state, { address, authorization, method, body, token }) ??
    (authorization !== undefined && token === undefined
      ? json(401, { message: 'Bad credentials', status: '401' })
      : carryOut(state, { operation, name, method, address, body, token, accept: request.headers.accept ?? '' }));
  if (trouble === 'cut after') {
    seen(0);
    response.destroy();
    return;
  }
  seen(reply.status);
  if (reply.status >= 400) response.setHeader('x-github-request-id', String(state.requests.length));
  response.writeHead(reply.status, reply.headers).end(reply.body);
}

interface Asked {
  readonly operation: Operation | undefined;
  readonly name: string;
  readonly method: string;
  readonly address: URL;
  readonly body: unknown;
  readonly token: Token | undefined;
  readonly accept: string;
}

function carryOut(state: State, asked: Asked): Reply {
  const { operation, name, token, address } = asked;
  const { world, limits } = state;
  if (operation === undefined) {
    state.misuses.push(`${name}: GitHub does not describe it, or the fixture does not hold it`);
    return json(404, { message: 'Not Found', status: '404' });
  }
  const wait = meterOf(state, token).exceeded(name, asked.method, Date.now());
  if (wait !== undefined) {
    state.misuses.push(`${name}: a secondary rate limit is exceeded`);
    return json(403, { message: 'You have exceeded a secondary rate limit.', status: '403' }, { 'retry-after': String(wait) });
  }
  const known = [full(world), ...world.pulls.map(({ headRepository }) => headRepository)];
  if ('owner' in operation.path && !known.includes(`${operation.path.owner}/${operation.path.repo}`))
    return json(404, { message: 'Not Found', status: '404' });
  const refused = refusal(name, token, world);
  if (refused !== undefined) {
    const headers = refused.accepted === undefined ? {} : { 'x-accepted-github-permissions': refused.accepted };
    return json(refused.status, { message: refused.message, status: String(refused.status) }, headers);
  }
  const { query, wrong } = operation.query(address.searchParams);
  const mistakes = [...wrong, ...operation.body(asked.body)];
  if (mistakes.length > 0) {
    state.misuses.push(`${name}: ${mistakes.join('; ')}`);
    return json(422, { message: `Invalid request.\n\n${mistakes.join('\n')}`, status: '422' });
  }
  const call: Call = {
    world,
    token,
    limits,
    path: operation.path,
    query,
    body: asked.body,
    accept: asked.accept,
    api: `${state.server}${state.prefix}`,
    html: state.server,
  };
  return checked(state, operation, replyTo(handlers[name]?.(call) ?? notFound, call, address));
}

function meterOf(state: State, token: Token | undefined): Meter {
  const key = token?.secret ?? '';
  const meter = state.meters.get(key) ?? new Meter(state.limits);
  state.meters.set(key, meter);
  return meter;
}

/** Refs that somebody else moved in between are refused with 422 too: no client can know. */
function isLostRace(operation: string, status: number): boolean {
  return status === 422 && (operation === 'git/create-ref' || operation === 'git/update-ref');
}

/** The loopback must not answer what GitHub never does, nor refuse quietly what a client should never have sent. */
function checked(state: State, operation: Operation, reply: Reply): Reply {
  const isJson = (reply.headers['content-type'] ?? '').startsWith('application/json');
  const body: unknown = isJson && reply.body !== undefined ? JSON.parse(reply.body.toString('utf8')) : undefined;
  if (reply.status < 400)
    state.misuses.push(...operation.answer(reply.status, body).map((what) => `${operation.id} is answered wrongly: ${what}`));
  if (isLostRace(operation.id, reply.status)) return reply;
  if (reply.status === 422 || reply.status === 413 || reply.status === 400) {
    const detail = JSON.stringify(body).slice(0, 300);
    state.misuses.push(`${operation.id}: ${reply.status} ${detail}`);
  }
  return reply;
}
