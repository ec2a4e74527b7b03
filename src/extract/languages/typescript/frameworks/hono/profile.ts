import type { Profile } from '../../../../extractor.js';

/** A file creates an app, by Hono itself or by a function of the service, or has a registration in a form that only Hono has. */
const SIGNALS =
  /\bhono\b|\bHono\b|\b(?:Bun|Deno)\.serve\(|\bserve\(|\.openapi\(|\.createApp\(\)|\.route\(\s*["'`][^"'`\n]*["'`]\s*,/;

/** Documentation and signals of the Hono reader, in a module that does not load the parser. */
export const honoProfile: Profile = {
  id: 'typescript/hono',
  title: 'Hono',
  // https://hono.dev/docs/api/routing#routing-priority
  matching: { firstMatch: true },
  signals: (text) => SIGNALS.test(text),
};
