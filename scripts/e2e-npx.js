/** Programs of npm that run under a newer Node than this one. */

/**
 * @param {string} from the package
 * @param {string} program its program
 * @param {string[]} words what it is told
 * @returns {[string, string[]]}
 */
export function npx(from, program, words) {
  return ['npx', ['--yes', '--package', 'node@24', '--package', from, program, ...words]];
}
