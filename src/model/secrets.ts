/** Names of variables and headers with secret values: tokens, keys, passwords (requirement SEC-001). */
const SECRET_WORDS =
  /(?:^|[_-])(?:TOKENS?|KEYS?|APIKEY|SECRETS?|PASSWORDS?|PASSWD|PASSPHRASE|PWD|AUTH|AUTHORIZATION|CREDENTIALS?|COOKIE|BEARER)(?:$|[_-])/;
/** `PWD` by itself is the current folder. */
const NO_SECRETS: ReadonlySet<string> = new Set(['PWD', 'OLDPWD', 'SSH_AUTH_SOCK']);

/** Shorter values occur everywhere in ordinary text. */
const SHORTEST = 6;

/** Whether a name belongs to a secret: `GITHUB_TOKEN`, `ANTHROPIC_API_KEY`, `X-Api-Key`, `accessToken`. */
export function isSecretName(name: string): boolean {
  const upper = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase();
  return !NO_SECRETS.has(upper) && SECRET_WORDS.test(upper);
}

/** The values of all secret variables, longest first. */
export function secretsOf(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const values = Object.entries(env).flatMap(([name, value]) => (isSecretName(name) && value !== undefined ? [value] : []));
  return longestFirst(values);
}

/** The text with these secrets masked, and those in URLs (`https://user:password@host`). */
export function masked(text: string, secrets: readonly string[]): string {
  const shown = longestFirst(secrets).reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
  return shown.replace(/:\/\/[^\s/@]+@/g, '://***@');
}

function longestFirst(values: readonly string[]): readonly string[] {
  return [...new Set(values)].filter((value) => value.length >= SHORTEST).sort((a, b) => b.length - a.length);
}
