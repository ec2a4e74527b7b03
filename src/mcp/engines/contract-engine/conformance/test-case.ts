/** A request with what has to become of it. It is written into the tests as JSON. */
export interface TestCase {
  readonly name: string;
  readonly method: string;
  /** As the contract writes it. */
  readonly path: string;
  /** Values for the path. `from`: the path of the list in which a value that is there can be found. */
  readonly values: Readonly<Record<string, { readonly value: unknown; readonly isKnown: boolean; readonly from?: string }>>;
  readonly query: readonly (readonly [string, unknown])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly mediaType?: string;
  /** `kept`: it answers as promised; `refused`: with a status of 400 to 499; `unauthorized`: 401 or 403. */
  readonly expects: 'kept' | 'refused' | 'unauthorized';
  /** It changes something. */
  readonly writes: boolean;
  /** Who calls has to prove who they are. */
  readonly secured: boolean;
}
