/** `const core = require('./core')`, `import kit from 'kit'` */
const WHOLE = /\b(?:import|const|let|var) ([\w$]{1,60}) (?:from|= require\() ?["']([^"'\n]{1,200})["']/g;
/** Statements that call one import with another. */
const CALLS = /^(?:await )?(?:require\(["']([^"'\n]{1,200})["']\)|([\w$]{1,60}))\(([\w$]{1,60})[,)]/gm;

/**
 * Whether a file passes an export of another file of the service to a package: an app, on which the package may register routes.
 */
export function handsToPackage(text: string): boolean {
  const calls = [...text.matchAll(CALLS)];
  if (calls.length === 0) return false;
  const specifiers = new Map([...text.matchAll(WHOLE)].map(([, name = '', specifier = '']) => [name, specifier]));
  return calls.some(([, required, callee = '', given = '']) => {
    const specifier = required ?? specifiers.get(callee);
    return specifier !== undefined && isPackage(specifier) && specifiers.get(given)?.startsWith('.') === true;
  });
}

const isPackage = (specifier: string): boolean => /^@?[a-z]/i.test(specifier) && !specifier.startsWith('node:');
