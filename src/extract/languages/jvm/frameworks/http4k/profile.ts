import type { Profile } from '../../../../extractor.js';

/** What the http4k reader resolves, and the gaps it leaves. */
export const http4kProfile: Profile = {
  id: 'jvm/http4k',
  title: 'http4k',
  // https://www.http4k.org/ecosystem/http4k/reference/core/#routing: the first route that matches handles the request
  matching: { firstMatch: true },
  signals: (text) => /\borg\.http4k\b/.test(text),
};
