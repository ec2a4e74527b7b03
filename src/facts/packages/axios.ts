import type { Lazy } from '../program.js';
import { objectOf, unknownOf } from '../values/compose.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../values/target.js';
import { stepOf } from './query-steps.js';

const REQUESTS = /^(?:get|delete|head|options|post|put|patch|request|postForm|putForm|patchForm)$/;
const CLIENT = /^(?:default|axios|create|Axios|AxiosInstance|AxiosStatic)$/;

/**
 * A response: the call's type argument types `data`, `client.get<Book>('/book')`; a second one types the whole response after
 * interceptors.
 */
function call(_: Resolver, of: ExternalTarget, made: Lazy): Lazy | undefined {
  const method = of.path.at(-1) ?? '';
  const steps = of.path.slice(0, -1).filter((step) => step !== '()');
  const isClient = steps.every((step) => CLIENT.test(step));
  const [data, whole] = stepOf(method, made).types;
  if (data === undefined || !isClient || !(REQUESTS.test(method) || CLIENT.test(method)) || method === 'create') return undefined;
  if (whole !== undefined) return whole;
  const { file } = made.site;
  const part = { name: 'data', value: data, at: { file, line: 1 } };
  return objectOf(file, [part], { first: unknownOf(file, 'what else a response of axios has') });
}

/** https://axios-http.com/docs/res_schema */
export const axios: KnownPackage = {
  title: 'axios',
  specifiers: /^axios$/,
  call,
};
