/** A request with its expected result. The tests contain it as JSON. */
export interface TestCase {
  readonly name: string;
  readonly method: string;
  /** As the contract writes it. */
  readonly path: string;
  /** Values for the path. `from`: the path of the list that contains an existing value. */
  readonly values: Readonly<Record<string, { readonly value: unknown; readonly isKnown: boolean; readonly from?: string }>>;
  readonly query: readonly (readonly [string, unknown])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly mediaType?: string;
  /** `kept`: the answer matches the contract; `refused`: a status of 400 to 499; `unauthorized`: 401 or 403. */
  readonly expects: 'kept' | 'refused' | 'unauthorized';
  /** It changes data. */
  readonly writes: boolean;
  /** It needs credentials. */
  readonly secured: boolean;
}
