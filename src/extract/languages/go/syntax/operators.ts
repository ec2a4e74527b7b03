type Operator = readonly [text: string, precedence: number];

/** https://go.dev/ref/spec#Operator_precedence: operators with their precedence; longer ones first. */
const OPERATORS: readonly Operator[] = [
  ...['||'].map((one) => [one, 1] as const),
  ...['&&'].map((one) => [one, 2] as const),
  ...['==', '!=', '<=', '>='].map((one) => [one, 3] as const),
  ...['<<', '>>', '&^'].map((one) => [one, 5] as const),
  ...['<', '>'].map((one) => [one, 3] as const),
  ...['+', '-', '|', '^'].map((one) => [one, 4] as const),
  ...['*', '/', '%', '&'].map((one) => [one, 5] as const),
];

const BY_FIRST: ReadonlyMap<string, readonly Operator[]> = new Map(
  OPERATORS.map(([first]) => [first.charAt(0), OPERATORS.filter(([text]) => text.startsWith(first.charAt(0)))]),
);

/** The operators that begin with a character, longer ones first. */
export const operatorsFrom = (first: string): readonly Operator[] => BY_FIRST.get(first) ?? [];
