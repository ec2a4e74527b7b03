import type { Profile } from '../../../../extractor.js';

/** What the Javalin reader resolves, and the gaps it leaves. */
export const javalinProfile: Profile = {
  id: 'jvm/javalin',
  title: 'Javalin',
  // https://javalin.io/documentation#handlers: the first matching endpoint handles the request, and a handler that does nothing
  // sends 200
  matching: { firstMatch: true, silentSuccess: true },
  signals: (text) => /\bio\.javalin\b/.test(text),
};
