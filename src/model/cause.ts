/**
 * Why code does not keep a promise that the base of a pull request keeps:
 * - `code-changed`: the contract says what it said.
 * - `contract-ahead`: the contract changed in a way that harms nobody who keeps to it, and the code does not follow yet.
 * - `contract-broke`: the contract itself changed in a way that breaks, or may break, those who keep to it.
 */
export type Cause = 'code-changed' | 'contract-ahead' | 'contract-broke';
