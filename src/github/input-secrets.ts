/** What agents and models are paid with. */
const KEYS = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'] as const;

/** The token, keys for models, and what variables hold that headers name. Nearly every line holds a text of a letter or two: those are no secrets. */
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
