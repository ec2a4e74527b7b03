import { joinPaths, type PathTemplate } from '../model/endpoint.js';
import { UserError } from '../model/user-error.js';

export interface BaseUrl {
  /** `http://127.0.0.1:3000`: the only origin that is contacted. */
  readonly origin: string;
  /** The prefix of every path; `/`: none, then the prefix that the contract declares applies. */
  readonly path: PathTemplate;
}

const HINT = 'For example --base-url http://localhost:3000, or with a path when all endpoints lie below it.';

/** Reads `--base-url`. UserError: not an address, a scheme other than http and https, credentials, query or fragment in it. */
export function baseUrlOf(text: string): BaseUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new UserError('--base-url is no address of a service.', { hint: HINT });
  if (url.username !== '' || url.password !== '')
    throw new UserError('--base-url must not contain credentials because reports show it.', {
      hint: "Put them into a variable, and name it: --header 'Authorization=$API_TOKEN'.",
    });
  if (url.search !== '' || url.hash !== '')
    throw new UserError('--base-url has a query or a fragment, which no endpoint can be added to.', { hint: HINT });
  return { origin: url.origin, path: joinPaths(url.pathname) };
}
