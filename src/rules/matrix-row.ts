import type { OpenReason } from '../model/open-reason.js';

/** What became of a promise. */
export type Status = 'verified' | 'violated' | 'missing' | 'unverified';

/** One promise of a contract. */
export interface MatrixRow {
  readonly contract: string;
  readonly kind: 'endpoint' | 'event' | 'model';
  readonly subject: string;
  readonly status: Status;
  /** It is verified by its route (an event by its channel) alone: no field is promised, so none was compared. */
  readonly byRoute?: true;
  /** The start of its route's path could not be read: only the rest of the path says that it is this promise's. */
  readonly start?: 'unknown';
  /** The status of its success could not be read: it may be another than the promised one. */
  readonly success?: 'unknown';
  /** Nothing is seen to serve the app that its route is registered on. */
  readonly served?: 'unknown';
  readonly compared: number;
  /** So many of its fields were compared by type alone: values are promised, and those of the code are not known. */
  readonly byType?: number;
  readonly unknown: number;
  readonly promisedAt: { readonly file: string; readonly line: number };
  readonly codeAt: { readonly file: string; readonly line: number } | null;
  /** Why it is unverified, or what else a reader should know. */
  readonly note?: string;
  /** Of what is unverified: the kind of its first reason. */
  readonly reason?: OpenReason;
  /** That reason alone, without the fields that it concerns and without what else the note says. */
  readonly why?: string;
  /** The package whose type it is, as code imports it. */
  readonly package?: string;
  /** So many findings about it are ignored, as somebody decided. */
  readonly ignored?: number;
  /** Unverified, as it is broken by what is ignored alone: somebody has seen what it is. */
  readonly excused?: true;
}

/** What a row says besides of being verified by its route alone; nothing where a field was compared. */
export function byRouteOf({ status, compared }: Pick<MatrixRow, 'status' | 'compared'>): Pick<MatrixRow, 'byRoute'> {
  return status === 'verified' && compared === 0 ? { byRoute: true } : {};
}
