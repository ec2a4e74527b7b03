import type { ResultForm } from '../source.js';

/** Handlers whose values are sent as they are, except responses. */
export const valueForm: ResultForm = {
  evident: /(?!)/,
  members: /(?!)/,
  reads: /^/,
  sets: () => undefined,
  made: () => undefined,
};
