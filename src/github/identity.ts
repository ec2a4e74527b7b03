import type { Api } from './api.js';

const known = new WeakMap<Api, Promise<string>>();

/**
 * The login of the token. For an app, such as that of a workflow's own token, only GraphQL returns it:
 * https://docs.github.com/graphql/reference/queries#viewer
 */
export function viewer(api: Api): Promise<string> {
  const asked = known.get(api) ?? ask(api);
  known.set(api, asked);
  return asked;
}

async function ask(api: Api): Promise<string> {
  const { viewer } = await api.graphql<{ readonly viewer: { readonly login: string } }>('{ viewer { login } }');
  return viewer.login;
}

/** Whether an account is that of `viewer`. GraphQL omits the `[bot]` that REST adds to names of apps. */
export function isAccount(account: { readonly login: string } | null | undefined, login: string): boolean {
  const name = (full: string): string => full.replace(/\[bot\]$/, '');
  if (account === null || account === undefined) return false;
  return account.login === login || (account.login.endsWith('[bot]') && name(account.login) === name(login));
}
