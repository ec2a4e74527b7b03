import type { ErrorObject } from 'ajv';

/** Keywords whose errors mean another kind of value: another type or constant. */
const KINDS = ['type', 'const', 'enum'];

/**
 * The errors to report for a value that fits no option: those of the nearest option, below the place of the value; without an
 * option of its kind, the error that none fits.
 *
 * @param own the error that no option fits
 * @param found the errors of each option, at places below the value
 */
export function chosenErrors(own: ErrorObject, found: readonly (readonly ErrorObject[])[]): ErrorObject[] {
  const near = found.filter((errors) => !errors.some((error) => error.instancePath === '' && KINDS.includes(error.keyword)));
  const ranked = near.map((errors) => ({ errors, strange: errors.filter(isOfAnother).length }));
  ranked.sort((one, other) => one.strange - other.strange || one.errors.length - other.errors.length);
  const [nearest, next] = ranked;
  if (nearest === undefined) return [own];
  const isTie = next !== undefined && next.strange === nearest.strange && next.errors.length === nearest.errors.length;
  // Two options are equally near: reporting the errors of one would be a guess.
  if (isTie && JSON.stringify(placesOf(next.errors)) !== JSON.stringify(placesOf(nearest.errors))) return [own];
  return nearest.errors.map((error) => ({ ...error, instancePath: `${own.instancePath}${error.instancePath}` }));
}

/** A constant right below indicates another option: `kind: "cat"`. */
const isOfAnother = ({ instancePath, keyword }: ErrorObject): boolean =>
  ['const', 'enum'].includes(keyword) && instancePath.lastIndexOf('/') === 0;

const placesOf = (errors: readonly ErrorObject[]): readonly unknown[] =>
  errors.map(({ instancePath, keyword, params }) => [instancePath, keyword, params]);
