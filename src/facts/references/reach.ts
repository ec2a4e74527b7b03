/**
 * What a name is asked for, step by step: `.x` a member, `()` the result of a call, `[]` an element. No steps: all of it that
 * goes over the wire. Last of all may stand {@link AS_ROUTER} or {@link AS_GIVEN}.
 */
export type Steps = readonly string[];

/**
 * Only what hangs on it is asked for: the class of a controller or module is no data, and what is injected into it (services,
 * and all that those need) goes over no wire.
 */
export const AS_ROUTER = '@router';

/** All of it, and what functions within it give: a function of the service is given it, and may call them. */
export const AS_GIVEN = '@given';

/** A name that no file exports: all that the routes of the file refer to. */
export const ALL_ROUTES = '@routes';

/** Methods of containers of dependencies, which give an instance of the class that they are given. */
export const GIVES_INSTANCE = /^(?:get|resolve)(?:Async)?$/;

/** Something that a file needs of another one. `name` is what that one exports; `*`: the module itself. */
export interface Need {
  readonly specifier: string;
  readonly name: string;
  readonly steps: Steps;
  /** Of every source below the folder that `specifier` names. */
  readonly folder?: boolean;
  /** Only of those whose path within it has this form. See `FolderExpression`. */
  readonly glob?: string;
}

/** What of a file's facts is needed for one purpose. */
export interface Reach {
  /** False: the file exports no such name of its own; one of `stars` may. */
  readonly found: boolean;
  readonly needs: readonly Need[];
  /** Specifiers of `export *`, in order. */
  readonly stars: readonly string[];
  /** It leads to a router or what may register: all that the routes of the file refer to is needed too, once for all questions. */
  readonly routes?: true;
}

/** No member, element or result of it alone. */
export function isWhole([first]: Steps): boolean {
  return first === undefined || first === AS_ROUTER || first === AS_GIVEN;
}

/** Longer chains of members are cut: `const a = a.b` would grow without end. */
export const MAX_STEPS = 8;
/** Visits for one purpose in one file; only a hostile one comes near. */
export const MAX_VISITS = 100_000;
