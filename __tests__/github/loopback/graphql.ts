import type { Token } from './token.js';

/**
 * GraphQL, as far as anybody asks it here: whom the token stands for. `GET /user` does not tell an app, this does.
 * https://docs.github.com/graphql/reference/queries#viewer
 */
export function answerGraphql(
  body: unknown,
  token: Token | undefined,
): { readonly status: number; readonly body: unknown; readonly misuses: readonly string[] } {
  if (token === undefined) return { status: 401, body: { message: 'Requires authentication', status: '401' }, misuses: [] };
  const { query = '' } = (body ?? {}) as { query?: string };
  if (!/^(?:query\s*)?\{\s*viewer\s*\{\s*login\s*\}\s*\}$/.test(query.trim()))
    return { status: 200, body: { errors: [{ message: 'unknown query' }] }, misuses: [`GraphQL: ${query}`] };
  return { status: 200, body: { data: { viewer: { login: token.actor.login } } }, misuses: [] };
}
