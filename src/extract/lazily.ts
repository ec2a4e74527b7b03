/** A module that is loaded when it is first needed: the parser of a language, and all that builds on it. */
export interface Lazy<Module> {
  readonly load: () => Promise<void>;
  /** The module; throws where nothing has loaded it. */
  readonly loaded: () => Module;
}

/** @param title what the module belongs to, as an error should name it */
export function lazily<Module>(title: string, load: () => Promise<Module>): Lazy<Module> {
  let held: Module | undefined;
  return {
    load: async () => {
      held ??= await load();
    },
    loaded: () => {
      if (held === undefined) throw new Error(`${title}: prepare() comes before extract()`);
      return held;
    },
  };
}
