/** https://go.dev/ref/spec#Operator_precedence: operators with their precedence; longer ones first. */
export const OPERATORS: readonly (readonly [string, number])[] = [
  ...['||'].map((one) => [one, 1] as const),
  ...['&&'].map((one) => [one, 2] as const),
  ...['==', '!=', '<=', '>='].map((one) => [one, 3] as const),
  ...['<<', '>>', '&^'].map((one) => [one, 5] as const),
  ...['<', '>'].map((one) => [one, 3] as const),
  ...['+', '-', '|', '^'].map((one) => [one, 4] as const),
  ...['*', '/', '%', '&'].map((one) => [one, 5] as const),
];
