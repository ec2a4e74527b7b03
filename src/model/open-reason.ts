import { GAP_REASONS } from './gap.js';

/**
 * Why a subject could not be compared, as a key for advice: what may hide its code, or
 * - `base-path`: its contract matches below several paths.
 * - `package-type`: a package declares its type.
 * - `unknown-body`: the sent value could not be followed to its end.
 * - `rewritten`: a filter, an interceptor or a plugin may change the response.
 * - `undescribed-body`: its contract has a body without any described field.
 * - `other-media`: the code sends something else than the expected JSON.
 * - `shared-handler`: its handler serves other paths too, and has several bodies.
 * - `broken-contract`: the contract is invalid there.
 * - `other-contract`: another contract describes its route.
 * - `other-route`: it is unknown which route answers it.
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
