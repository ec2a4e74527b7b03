/**
 * - `awaited`: without Promise, Observable and the like
 * - `partial`, `required`, `nullable` (with `keys`: unless it is a value type of C#), `non-null`; `partial` with `keys` is declared of a value that is not read: what is optional may never be left out
 * - `tested`: one of the forms of `of`; a condition in the code decides which, and what it decides was not told; with `keys` (null) it
 *   decides only whether there is anything; with `keys` (absent) something besides the value decides
 * - `possible`: `of`, or else another option beside it; `keys` is a literal that says why that is not known
 * - `tagged`: the forms of `of` whose members are as `keys` says, a list of `[name, constant or absent, holds]`; `tested` where that tells none apart
 * - `members-tested`: `of`, of whose members tests left what `keys` says, a list of `[name, constant or absent, holds]`
 * - `instances`: the forms of `of` that are of one of some types, or of none of them: `keys` is a tuple of which it is (a boolean) and the types
 * - `or-else`: `of`, and `keys` where that may be nothing
 * - `when`: `of`, if conditions may hold; `keys` is a list of `[value, literal or absent, holds]`
 * - `pick`, `omit`: `keys` is a union of literals; `record`: `keys` to `of`; `named`: one member `of` by the name that the constant
 *   `keys` holds; `keyof`; `values-of` (`T[keyof T]`); `instance-type`
 * - `colon-path`, `segment-path`, `mux-pattern`, `route-template`, `typed-path`: paths with parts that only linking knows, by the module of model/ with that name
 * - `likely`: a text that is `of`, or another one
 * - `described`: the data that a schema value describes (a JSON Schema object, a zod or TypeBox schema, ...)
 * - `altered`: `of` after statements on it; `keys` is a tuple of them, see `facts/values/alterations`
 * - `having`: `keys` is a tuple of a name and two values: the first where `of` surely has such a member (`[]`: where it is a list, `{}`: a map, `.`: has any), the
 *   second where it surely has none
 * - `first-known`: `keys` where that is known, else `of`; `content`: an element of a list or page, else `of` without null; `mapped`: `keys` for
 *   each element of a list or page, or once
 * - `made`: an instance of the class `of`, `keys` being a tuple of what its constructor is given; `narrowed`: `of` where it is of the type `keys`
 * - `filled`: a struct `of` with values for members by their names in the source, `keys` being an object of them
 * - `given`: a value of the type `of` that is written out as `keys`; `blank`: an instance of a class whose members have been given no value yet
 * - `received`: the body of a request that is taken for the type `of`, `keys` being how deep within it (see `facts/values/received`)
 * - `declared`: `of` where that is of a declared type, else unknown: what is set on it later is of that type as well
 * - `entries`: a dictionary as a list of pairs of key and value; `sum`: `of + keys`, of texts, lists or numbers; `difference`: of numbers alone
 * - `slashed`: the text `of` with slashes as `keys` says: `start`, `end`, `both` (none there), `begun`, `ended` (one at its start, its end)
 * - `below`: the path `of` below the second of `keys`, a tuple of two paths, where that is below the first as well; else its start is not known
 * - `rooted`: `of` below the name of its class, see `facts/routers/roots`
 * - `source-names`: a model with its members under the names that they have in the source, all the way down
 * - `nulls-omitted`: what may be null is left out of `of`, all the way down
 * - `unset-omitted`: members with a default are left out of `of`, all the way down, unless they were set; `keys`: the names of those that were
 * - `encoded`: the text that JSON makes of `of`; `serialized`: as sent after the framework's own serialization, all the way down
 */
export type Operator =
  | 'awaited'
  | 'partial'
  | 'required'
  | 'nullable'
  | 'non-null'
  | 'tested'
  | 'possible'
  | 'tagged'
  | 'members-tested'
  | 'instances'
  | 'or-else'
  | 'when'
  | 'pick'
  | 'omit'
  | 'record'
  | 'named'
  | 'keyof'
  | 'values-of'
  | 'instance-type'
  | 'colon-path'
  | 'segment-path'
  | 'mux-pattern'
  | 'route-template'
  | 'typed-path'
  | 'slashed'
  | 'likely'
  | 'declared'
  | 'entries'
  | 'sum'
  | 'difference'
  | 'source-names'
  | 'described'
  | 'altered'
  | 'having'
  | 'first-known'
  | 'content'
  | 'mapped'
  | 'filled'
  | 'made'
  | 'narrowed'
  | 'given'
  | 'blank'
  | 'received'
  | 'rooted'
  | 'below'
  | 'serialized'
  | 'nulls-omitted'
  | 'unset-omitted'
  | 'encoded';
