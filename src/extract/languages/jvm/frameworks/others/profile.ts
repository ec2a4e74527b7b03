import type { Profile } from '../profile.js';
import { PROVIDED_SIGNALS } from './provided.js';
import { UNREAD_SIGNALS } from './servers.js';

/** Servlets that are registered, and what handlers' bodies pass through. */
const SERVLETS = /\bServletRegistrationBean\b|\baddServlet\b|\bWebServlet\b/;
const FILTERS =
  /\bdoFilter(?:Internal)?\b|\bHandlerMethodReturnValueHandler\b|\bResponseBodyMethodProcessor\b|\bServerHttpResponseDecorator\b|\bResponseFilter\b|\bHttpServerFilter\b|@Around\b/;

/** Recognised, but not read: the service may have routes that nobody saw, or change what handlers send. */
export const othersProfile: Profile = {
  id: 'jvm/others',
  title: 'others',
  resolves: [],
  gaps: [],
  signals: (text) => UNREAD_SIGNALS.test(text) || PROVIDED_SIGNALS.test(text) || SERVLETS.test(text) || FILTERS.test(text),
};
