/**
 * Why code violates a contract operation that the base of a pull request satisfies:
 * - `code-changed`: the contract did not change.
 * - `contract-ahead`: the contract changed without breaking its clients, and the code does not follow yet.
 * - `contract-broke`: the contract itself changed in a way that breaks, or may break, its clients.
 */
export type Cause = 'code-changed' | 'contract-ahead' | 'contract-broke';
