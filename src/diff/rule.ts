/** How grave a change is: it breaks those who keep to the base; it may; it does not. */
export type DiffSeverity = 'error' | 'warning' | 'note';

/** Who sends the data: `request`, the others to the service; `response`, the service to the others. `none`: it is about no data. */
export type Direction = 'request' | 'response';

/**
 * What a change does to the set of valid payloads (of calls, for operations): fewer are valid, more are, or both. `keeps`: neither.
 * To narrow what is sent to the service breaks its senders, to widen what it sends breaks its readers.
 */
export type Effect = 'narrows' | 'widens' | 'shifts' | 'keeps';

/** A row of the table of rules. */
export interface DiffRule {
  readonly id: string;
  readonly direction: Direction | 'none';
  readonly effect: Effect;
  readonly severity: DiffSeverity;
  /** One sentence: what it finds. */
  readonly purpose: string;
  /** The rule of the other direction, or why there is none. */
  readonly mirror: string | { readonly none: string };
  /** Where the mirror has another severity: why. */
  readonly unlike?: string;
}
