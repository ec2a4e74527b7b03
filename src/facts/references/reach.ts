/**
 * The requested part of a name, step by step: `.x` a member, `()` the result of a call, `[]` an element. No steps: all of its
 * data on the wire. The last step may be {@link AS_ROUTER} or {@link AS_GIVEN}.
 */
export type Steps = readonly string[];

/**
 * Only its routes are needed: the class of a controller or module is no data, and its injected services (with all that they need)
 * are never sent.
 */
export const AS_ROUTER = '@router';

/** All of its data, and the results of its functions: a function of the service gets it, and may call those. */
export const AS_GIVEN = '@given';

/** A name that no file exports: it stands for all that the routes of the file refer to. */
export const ALL_ROUTES = '@routes';

/** Methods of dependency containers that return an instance of the class passed to them, or a repository of such rows. */
export const GIVES_INSTANCE = /^(?:(?:get|resolve)(?:Async)?|get(?:[A-Z][a-z]+)?Repository)$/;

/** Something that a file needs from another one. `name` is the export; `*`: the module itself. */
export interface Need {
  readonly specifier: string;
  readonly name: string;
  readonly steps: Steps;
  /** Needed from every source below the folder that `specifier` names. */
  readonly folder?: boolean;
  /** Only from files whose path within it matches this pattern. See `FolderExpression`. */
  readonly glob?: string;
}

/** The part of a file's facts that one purpose needs. */
export interface Reach {
  /** False: the file exports no such name of its own; one of `stars` may. */
  readonly found: boolean;
  readonly needs: readonly Need[];
  /** Specifiers of `export *`, in order. */
  readonly stars: readonly string[];
  /**
   * It leads to a router or to code that may register routes: all that the file's routes refer to is needed too, once for all
   * questions.
   */
  readonly routes?: true;
}

/** Whether the steps request no single member, element or result. */
export function isWhole([first]: Steps): boolean {
  return first === undefined || first === AS_ROUTER || first === AS_GIVEN;
}

/** Longer chains of members are cut: `const a = a.b` would grow without end. */
export const MAX_STEPS = 8;
/** Most visits for one purpose in one file; only a hostile file comes near. */
export const MAX_VISITS = 100_000;
