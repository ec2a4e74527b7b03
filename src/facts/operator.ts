/**
 * - `awaited`: without Promise, Observable and the like
 * - `partial`, `required`, `nullable` (with a literal `keys`: unless it is a value type of C#; with other `keys`: where those may
 *   be null), `non-null` (with `keys`: not the literal `false` either); `partial` with `keys`: the
 *   declared type of a value that was not analysed, so its optional members may in fact always be present
 * - `tested`: one of the forms of `of`, which a condition in the code selects; the result of the condition is unknown. With
 *   `keys` (null) it decides only whether there is a value; with `keys` (absent) something besides the value decides
 * - `possible`: `of`, or else another option beside it; `keys` is a literal with the reason why that is unknown
 * - `tagged`: the forms of `of` whose members satisfy `keys`, a list of `[name, constant or absent, holds]`; `tested` if that
 *   distinguishes none
 * - `members-tested`: `of`, with members narrowed by the tests in `keys`, a list of `[name, constant or absent, holds]`
 * - `instances`: the forms of `of` that are instances of one of some types, or of none of them: `keys` is a tuple of a boolean
 *   for which of the two, and the types
 * - `or-else`: `of`, and `keys` where that may be null or absent
 * - `when`: `of`, if conditions may hold; `keys` is a list of `[value, literal or absent, holds]`
 * - `pick`, `omit`: `keys` is a union of literals; `record`: `keys` to `of`; `named`: one member `of`, named by the constant
 *   `keys`; `keyof`; `values-of` (`T[keyof T]`); `instance-type`
 * - `colon-path`, `segment-path`, `mux-pattern`, `route-template`, `typed-path`: paths with parts that only linking resolves;
 *   the module of model/ with that name parses them
 * - `likely`: a text that is `of`, or another one; `if-text`: the text `of`, or an empty one where that is no text
 * - `described`: the data that a schema value describes (a JSON Schema object, a zod or TypeBox schema, ...)
 * - `altered`: `of` after statements on it; `keys` is a tuple of them, see `facts/values/alterations`
 * - `having`: `keys` is a tuple of a name and two values: the first where `of` surely has such a member (`[]`: where it is a
 *   list, `{}`: a map, `{:}`: a map or one that is written out, `.`: has any, `:problem`: is problem details of C#), the second
 *   where it surely has none
 * - `opened`: `first-known`, where `of` is a class that leaves members open (of any type, or of type parameters that are not
 *   given), else `of`
 * - `first-known`: `keys` where that is known, else `of`; `content`: an element of a list or page, else `of` without null;
 *   `mapped`: `keys` for each element of a list or page, or once; `boxed`: the list `of` as the one value of a publisher or
 *   future, `unboxed`: the list alone
 * - `made`: an instance of the class `of`; `keys` is a tuple of its constructor's arguments; `narrowed`: `of` where it has the
 *   type `keys`
 * - `filled`: a struct `of` with values for members by their names in the source, in the object `keys`
 * - `surely`: a value of the type `of`, whose members are there and not null where those of the value `keys` surely are
 * - `given`: a value of the type `of`, written out as `keys`; `blank`: an instance of a class whose members have no value yet
 * - `received`: a request's body, typed as `of`; `keys` is the depth within it (see `facts/values/received`)
 * - `declared`: `of` where it has a declared type, else unknown: later assignments have that type as well
 * - `entries`: a dictionary as a list of pairs of key and value; `sum`: `of + keys`, of texts, lists or numbers; `difference`:
 *   of numbers only
 * - `slashed`: the text `of` with slashes as in `keys`: `start`, `end`, `both` (without them), `begun`, `ended` (with one at
 *   its start, its end)
 * - `below`: the path `of` below the second of `keys`, a tuple of two paths, where that is below the first as well; else its
 *   beginning is unknown
 * - `rooted`: `of` wrapped under the name of its class, see `facts/routers/roots`
 * - `source-names`: a model with the source names of its members, at every depth
 * - `nulls-omitted`: `of` without the members that may be null, at every depth
 * - `fields-written`: the same for a serializer that writes fields and ignores getters (Gson): an instance may have more members
 * - `camel-cased`: `of` with all names as `djangorestframework-camel-case` writes them, at every depth
 * - `unset-omitted`: `of` without members that have a default, at every depth, unless the code set them; `keys`: the names that
 *   it set
 * - `encoded`: the text that JSON makes of `of`; `serialized`: as sent after the framework's own serialization, at every depth
 */
export const OPERATORS = [
  'awaited',
  'partial',
  'required',
  'nullable',
  'non-null',
  'tested',
  'possible',
  'tagged',
  'members-tested',
  'instances',
  'or-else',
  'when',
  'pick',
  'omit',
  'record',
  'named',
  'keyof',
  'values-of',
  'instance-type',
  'colon-path',
  'segment-path',
  'mux-pattern',
  'route-template',
  'typed-path',
  'slashed',
  'likely',
  'if-text',
  'declared',
  'entries',
  'sum',
  'difference',
  'source-names',
  'described',
  'altered',
  'having',
  'first-known',
  'opened',
  'content',
  'mapped',
  'boxed',
  'unboxed',
  'filled',
  'made',
  'narrowed',
  'given',
  'surely',
  'blank',
  'received',
  'rooted',
  'below',
  'serialized',
  'nulls-omitted',
  'fields-written',
  'camel-cased',
  'unset-omitted',
  'encoded',
] as const;
export type Operator = (typeof OPERATORS)[number];
