import { GAP_REASONS } from './gap.js';

/**
 * Why a promise could not be compared, as far as advice goes: what may hide its code, else
 * - `base-path`: its contract fits below several paths.
 * - `package-type`: it is of a type that a package declares.
 * - `unknown-body`: what is sent could not be followed to its end.
 * - `rewritten`: a filter, an interceptor or a plugin may change what is sent.
 * - `undescribed-body`: its contract promises a body and describes no field of it.
 * - `other-media`: something else is sent where JSON is promised.
 * - `shared-handler`: its handler answers other paths too, and has several bodies.
 * - `broken-contract`: the contract is broken where it stands.
 * - `other-contract`: another contract promises what its route serves.
 * - `other-route`: it is not known which route answers it.
 */
export const OPEN_REASONS = [
  ...GAP_REASONS,
  'base-path',
  'package-type',
  'unknown-body',
  'rewritten',
  'undescribed-body',
  'other-media',
  'shared-handler',
  'broken-contract',
  'other-contract',
  'other-route',
] as const;
export type OpenReason = (typeof OPEN_REASONS)[number];
