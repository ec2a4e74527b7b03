import type { Profile } from '../../../../extractor.js';
import { PROVIDED_SIGNALS } from './provided.js';
import { UNREAD_SIGNALS } from './servers.js';

/** Words of registered servlets, and of filters for response bodies. */
const SERVLETS = /\bServletRegistrationBean\b|\baddServlet\b|\bWebServlet\b/;
const FILTERS =
  /\bdoFilter(?:Internal)?\b|\bHandlerMethodReturnValueHandler\b|\bResponseBodyMethodProcessor\b|\bServerHttpResponseDecorator\b|\bResponseFilter\b|\bHttpServerFilter\b|@Around\b/;

/** Frameworks that are recognised but not analysed: the service may have unknown routes, or change its handlers' responses. */
export const othersProfile: Profile = {
  id: 'jvm/others',
  title: 'others',
  signals: (text) => UNREAD_SIGNALS.test(text) || PROVIDED_SIGNALS.test(text) || SERVLETS.test(text) || FILTERS.test(text),
};
