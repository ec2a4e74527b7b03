/** A module that is loaded on first use: the parser of a language, and all code that needs it. */
export interface Lazy<Module> {
  readonly load: () => Promise<void>;
  /** The module; throws when no caller has loaded it. */
  readonly loaded: () => Module;
}

/** @param title the feature that the module belongs to, for the error message */
export function lazily<Module>(title: string, load: () => Promise<Module>): Lazy<Module> {
  let stored: Module | undefined;
  return {
    load: async () => {
      stored ??= await load();
    },
    loaded: () => {
      if (stored === undefined) throw new Error(`${title}: prepare() comes before extract()`);
      return stored;
    },
  };
}
