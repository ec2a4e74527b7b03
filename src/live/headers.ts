import { UserError } from '../model/user-error.js';

/** Headers for every request, with the secret values in them. */
export interface GivenHeaders {
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
}

/** A token of RFC 9110. */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
const VARIABLE = /\$(?:\{([A-Za-z_]\w{0,99})\}|([A-Za-z_]\w{0,99}))/g;
/** Headers of the connection, which users cannot set. */
const OURS = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'content-type', 'upgrade', 'expect']);
const HINT = "For example --header 'Authorization=Bearer $API_TOKEN': the variable's value is never shown.";

/**
 * Reads `--header NAME=VALUE`. `$VARIABLE` and `${VARIABLE}` stand for environment variables, so that command lines hold no
 * secrets. Outputs mask the value of a variable and the whole header value.
 *
 * @throws UserError another form, an invalid name, a variable that is not set
 */
export function headersOf(given: readonly string[], env: Readonly<Record<string, string | undefined>>): GivenHeaders {
  const headers: Record<string, string> = {};
  const secrets: string[] = [];
  for (const text of given) {
    const at = text.indexOf('=');
    const name = text.slice(0, Math.max(0, at)).trim();
    if (!NAME.test(name)) throw new UserError('--header is not of the form NAME=VALUE.', { hint: HINT });
    if (OURS.has(name.toLowerCase())) throw new UserError(`--header cannot set ${name}.`, { hint: HINT });
    const value = text.slice(at + 1).replace(VARIABLE, (_, braced?: string, bare?: string) => {
      const found = env[braced ?? bare ?? ''];
      if (found === undefined || found === '')
        throw new UserError(`--header ${name} names the variable ${braced ?? bare}, which is not set.`, { hint: HINT });
      secrets.push(found);
      return found;
    });
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      throw new UserError(`The value of --header ${name} cannot be sent.`, { hint: HINT });
    headers[name] = value;
    secrets.push(value);
  }
  return { headers, secrets };
}
