import type { Profile } from '../../../../extractor.js';

const SIGNALS =
  /@(?:[\w.]{0,80}\.)?(?:RequestMapping|(?:Get|Post|Put|Patch|Delete|Http)(?:Mapping|Exchange)|RestController|Controller)\b|\baddPathPrefix\b|\bRouterFunctions?\b|\b(?:coRouter|router)\s*\{|\bResponseBodyAdvice\b|HttpMessageConverter\b|[a-z0-9](?:Delegate|ApiService)\b/;

/** What the Spring reader resolves, and the gaps it leaves. */
export const springProfile: Profile = {
  id: 'jvm/spring',
  title: 'Spring MVC and WebFlux',
  signals: (text) => SIGNALS.test(text),
};
