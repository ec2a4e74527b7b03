/** What the generators of all languages share. */

export const capital = (/** @type {string} */ word) => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * One to `count`.
 *
 * @template Made
 * @param {number} count
 * @param {(index: number) => Made} make
 * @returns {Made[]}
 */
export const many = (count, make) => Array.from({ length: count }, (_, index) => make(index + 1));
