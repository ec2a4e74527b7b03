import { type Answer, type Call, full } from './call.js';
import type { Trouble } from './faults.js';
import { answerGraphql } from './graphql.js';
import { pageOf } from './paging.js';
import type { Token } from './token.js';
import type { World } from './world.js';

/** A finished answer. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** An answer in JSON. */
export const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: Buffer.from(JSON.stringify(body)),
});

/** JSON where it is some, else the text. */
export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** The answer that a planned trouble gives. */
export function planned(trouble: Trouble | undefined): Reply | undefined {
  if (trouble === undefined || typeof trouble === 'string') return undefined;
  const message = trouble.message ?? `Planned ${trouble.status}`;
  return json(trouble.status, { message, status: String(trouble.status) }, trouble.headers);
}

/** What is no operation of the REST API: GraphQL, and the host that archives lie with. */
export function answerOutside(
  state: { readonly world: World; readonly misuses: string[] },
  asked: {
    readonly address: URL;
    readonly authorization: string | undefined;
    readonly method: string;
    readonly body: unknown;
    readonly token: Token | undefined;
  },
): Reply | undefined {
  const { pathname } = asked.address;
  const archive = /^(?:\/api\/v3)?\/_archives\/(\d+)$/.exec(pathname)?.[1];
  if (archive !== undefined) {
    if (asked.authorization !== undefined) {
      state.misuses.push('A token of GitHub was sent to the host of archives.');
      return json(400, { message: 'InvalidAuthenticationInfo' });
    }
    const found = state.world.artifacts.find(({ id }) => id === Number(archive));
    return { status: found === undefined ? 404 : 200, headers: { 'content-type': 'application/zip' }, body: found?.archive };
  }
  if (!/^(?:\/api)?\/graphql$/.test(pathname)) return undefined;
  const answered = answerGraphql(asked.body, asked.token, state.world);
  state.misuses.push(...answered.misuses);
  return json(answered.status, answered.body);
}

/** What a handler says, as HTTP: lists in pages. Pages lead on by the repository's number, as on GitHub. */
export function replyTo(answered: Answer, { query, world }: Call, address: URL): Reply {
  if ('status' in answered) {
    if (Buffer.isBuffer(answered.body))
      return { status: answered.status, headers: { 'content-type': 'application/vnd.github.raw' }, body: answered.body };
    if (answered.body === undefined) return { status: answered.status, headers: answered.headers ?? {}, body: undefined };
    return json(answered.status, answered.body, answered.headers);
  }
  const byNumber = new URL(address);
  byNumber.pathname = byNumber.pathname.replace(`/repos/${full(world)}/`, '/repositories/4711/');
  const { items, link } = pageOf(answered.list, query, byNumber);
  const body = answered.under === undefined ? items : { total_count: answered.list.length, [answered.under]: items };
  return json(200, body, link === undefined ? {} : { link });
}
