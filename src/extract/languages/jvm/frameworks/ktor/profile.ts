import type { Profile } from '../../../../extractor.js';

const SIGNALS =
  /\bio\.ktor\.(?:server\.)?(?:routing|resources|locations|application|response)\b|\bRouting\b|\brouting\s*\{|@Resource\b/;

/** What the Ktor reader resolves, and the gaps it leaves. */
export const ktorProfile: Profile = {
  id: 'jvm/ktor',
  title: 'Ktor',
  // HEAD requires a plugin. https://ktor.io/docs/server-autohead-response.html
  matching: { headByGet: false },
  signals: (text, path) => path.endsWith('.kt') && SIGNALS.test(text),
};
