/** Credentials for agents and models. */
const KEYS = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'] as const;

/**
 * The token, keys for models, and the values of variables that headers name. Texts of one or two letters are no secrets: nearly
 * each line contains them.
 */
export function secretsOf(
  { token, headers }: { readonly token: string; readonly headers: readonly string[] },
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const named = headers.flatMap((header) =>
    [...header.matchAll(/\$\{?([A-Za-z_]\w{0,99})/g)].map(([, name = '']) => env[name] ?? ''),
  );
  const keys = KEYS.map((name) => env[name] ?? '');
  return [token, ...keys, ...named.filter((value) => value.length > 2)].filter((value) => value !== '');
}
