import type { Lazy } from '../program.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../values/target.js';

/** Members that give the value of a result: its first type argument. */
const VALUES = /^(?:Value|ValueOrDefault|ResultObject)$/;
/** `(match 1)` is what the second function of `Match` is given, `AsT1` the second form. */
const PLACE = /^(?:AsT|\(match )(\d)\)?$/;

function type(_: Resolver, { path, on }: ExternalTarget): Lazy | undefined {
  const name = path.at(-1) ?? '';
  const [owner = ''] = on?.path ?? [];
  const form = PLACE.exec(name)?.[1];
  const place = form === undefined && VALUES.test(name) ? 0 : Number(form ?? -1);
  // only the forms of `OneOf` are all of its arguments, and its `Value` is any of them
  const isOneOf = owner.startsWith('OneOf');
  if (on?.path.length !== 1 || (isOneOf ? form === undefined : place > 0)) return undefined;
  return on.arguments[place];
}

/** ErrorOr, OneOf, Ardalis.Result, FluentResults, CSharpFunctionalExtensions: generic types with a value that code takes. */
export const csharpResults: KnownPackage = {
  title: 'ErrorOr, OneOf and results of C#',
  specifiers: /^(?:ErrorOr|OneOf(?:Base)?|Result|IResult|Maybe|Option|Optional|Fin)(?:\|\d)?@/,
  boxes: true,
  type,
};
