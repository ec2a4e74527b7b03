/** The severity of a change for clients of the base: it breaks them; it may break them; it does not. */
export type DiffSeverity = 'error' | 'warning' | 'note';

/**
 * Who sends the data: `request`, the others to the service; `response`, the service to the others. `none`: the change concerns no
 * data.
 */
export type Direction = 'request' | 'response';

/**
 * What a change does to the set of valid data (for operations: of valid calls): fewer are valid, more are, or both. `keeps`:
 * neither.
 * Narrowing what the service receives breaks its senders; widening what it sends breaks its readers.
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
  /** The reason if the mirror has another severity. */
  readonly unlike?: string;
}
