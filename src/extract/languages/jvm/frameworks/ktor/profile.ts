import type { Profile } from '../profile.js';

const SIGNALS =
  /\bio\.ktor\.(?:server\.)?(?:routing|resources|locations|application|response)\b|\bRouting\b|\brouting\s*\{|@Resource\b/;

/** What the Ktor reader resolves, and the gaps it leaves. */
export const ktorProfile: Profile = {
  id: 'jvm/ktor',
  title: 'Ktor',
  resolves: [
    '`routing { }` with nested `route`, `method`, `authenticate` and the like; extension functions of `Route` across files; type-safe `@Resource` classes',
    'how `ContentNegotiation` writes JSON: `explicitNulls`, `encodeDefaults` and `namingStrategy` of kotlinx.serialization, Gson and its naming policies, Jackson',
    '`call.respond` with statuses, also in functions that are given the call',
  ],
  gaps: [
    'paths that are regular expressions or are not written out hide what is below their prefix',
    '`ktor.deployment.rootPath` of `application.conf` (that of `application.yaml` is read); routes of plugins; plugins that change bodies leave them open',
  ],
  // HEAD requires a plugin. https://ktor.io/docs/server-autohead-response.html
  matching: { headByGet: false },
  signals: (text, path) => path.endsWith('.kt') && SIGNALS.test(text),
};
