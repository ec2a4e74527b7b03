import type { Lazy } from '../program.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../values/target.js';

/** Members that give the value of a result: its first type argument. */
const VALUES = /^(?:Value|ValueOrDefault|ResultObject|AsT0|\(match 0\))$/;
/** `(match 1)` is what the second function of `Match` is given, `AsT1` the second form. */
const PLACE = /^(?:AsT|\(match )(\d)\)?$/;

function type(_: Resolver, { path, on }: ExternalTarget): Lazy | undefined {
  const name = path.at(-1) ?? '';
  const [owner = ''] = on?.path ?? [];
  const place = VALUES.test(name) ? 0 : Number(PLACE.exec(name)?.[1] ?? -1);
  // only the forms of `OneOf` are all of its arguments
  if (on?.path.length !== 1 || (place > 0 && !owner.startsWith('OneOf'))) return undefined;
  return on.arguments[place];
}

/** ErrorOr, OneOf, Ardalis.Result, FluentResults, CSharpFunctionalExtensions: generic types with a value that code takes. */
export const csharpResults: KnownPackage = {
  title: 'ErrorOr, OneOf and results of C#',
  specifiers: /^(?:ErrorOr|OneOf|Result|IResult|Maybe|Option|Optional|Fin)(?:\|\d)?@/,
  boxes: true,
  type,
};
