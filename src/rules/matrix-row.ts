import type { OpenReason } from '../model/open-reason.js';

/** The verdict on a subject. */
export type Status = 'verified' | 'violated' | 'missing' | 'unverified';

/** One subject of a contract. */
export interface MatrixRow {
  readonly contract: string;
  readonly kind: 'endpoint' | 'event' | 'model';
  readonly subject: string;
  readonly status: Status;
  /** Only its route (an event: its channel) verifies it: the contract describes no field, so none was compared. */
  readonly byRoute?: true;
  /** The start of its route's path is unresolved: only the rest of the path matches the contract. */
  readonly start?: 'unknown';
  /** The status of its success response is unresolved: it may differ from the contract's. */
  readonly success?: 'unknown';
  /** No code is known to serve the app that its route is registered on. */
  readonly served?: 'unknown';
  readonly compared: number;
  /** The number of fields that were compared by type alone: the contract lists values, the code's values are unknown. */
  readonly byType?: number;
  readonly unknown: number;
  readonly promisedAt: { readonly file: string; readonly line: number };
  readonly codeAt: { readonly file: string; readonly line: number } | null;
  /** Why it is unverified, or what else a reader should know. */
  readonly note?: string;
  /** For an unverified subject: the kind of its first reason. */
  readonly reason?: OpenReason;
  /** Only that reason, without the fields that it concerns and without the rest of the note. */
  readonly why?: string;
  /** The package that declares the type, as code imports it. */
  readonly package?: string;
  /** The number of ignored findings about it. */
  readonly ignored?: number;
  /** Unverified, because all its violations are ignored: a user has reviewed them. */
  readonly excused?: true;
}

/** Marks a row that only its route verifies; empty if a field was compared. */
export function byRouteOf({ status, compared }: Pick<MatrixRow, 'status' | 'compared'>): Pick<MatrixRow, 'byRoute'> {
  return status === 'verified' && compared === 0 ? { byRoute: true } : {};
}
