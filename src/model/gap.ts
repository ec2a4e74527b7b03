import type { Location } from './location.js';

/** Kinds of gaps in the analysis. */
export const GAP_REASONS = [
  'unreadable-file',
  'syntax-error',
  'too-large',
  'minified',
  'outside-repository',
  'dynamic-path',
  'dynamic-mount',
  'dynamic-channel',
  'unmounted-router',
  'undeclared-router',
  'unsupported-framework',
  'unresolved-reference',
  'unsupported-contract-feature',
  'extractor-crash',
  'rule-crash',
] as const;
export type GapReason = (typeof GAP_REASONS)[number];

/**
 * What a gap may hide: routes below a prefix (of these methods; `pages`: that send HTML only; `exact`: only the one of this exact
 * path; `ofLibrary`: a library's own, never those of the service below an unknown base path); these very routes, at an unknown mount point (they may serve an operation whose path ends with one of them); events that
 * are published or handled; or anything of the service.
 */
export type Hides =
  | {
      readonly prefix: string;
      readonly methods?: readonly string[];
      readonly pages?: boolean;
      readonly exact?: boolean;
      readonly ofLibrary?: boolean;
    }
  | { readonly routes: readonly { readonly method: string; readonly path: string }[] }
  | { readonly messages: 'publish' | 'subscribe' | 'any' }
  | 'service';

/**
 * Something that could not be analysed. It is reported; it is never a violation, and what it may hide is never called missing.
 */
export interface Gap {
  readonly reason: GapReason;
  /** One sentence for a reader. */
  readonly detail: string;
  readonly at: Location;
  readonly hides?: Hides;
}
