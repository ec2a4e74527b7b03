/** Keys of mappings, and indexes of lists, from the root of a document. */
export type Path = readonly (string | number)[];

/** One change of a YAML or JSON document, independent of its notation. */
export type Edit =
  /** Sets the value of a mapping's key; the mapping must exist. */
  | { readonly do: 'set'; readonly path: Path; readonly value: unknown }
  | { readonly do: 'delete'; readonly path: Path }
  /** Renames a key; its value and its position stay. */
  | { readonly do: 'rename'; readonly path: Path; readonly to: string }
  /** Adds a scalar to a list, or removes it; a list that becomes empty is removed with its key. */
  | { readonly do: 'add'; readonly path: Path; readonly value: string | number | boolean | null }
  | { readonly do: 'remove'; readonly path: Path; readonly value: string };

/** One edit of one file. */
export interface FileEdit {
  /** From the root of the repository. */
  readonly file: string;
  readonly edit: Edit;
}

type Json = Record<string | number, unknown>;

/** Applies an edit to plain data and returns the new value; undefined: the place of the edit does not exist. */
export function applied(root: unknown, edit: Edit): unknown {
  const last = edit.path.at(-1);
  const parent = edit.path.slice(0, -1).reduce<unknown>((at, key) => own(at, key), root);
  if (last === undefined || typeof parent !== 'object' || parent === null) return undefined;
  const holder = parent as Json;
  const value = own(parent, last);
  switch (edit.do) {
    case 'set':
      if (Array.isArray(parent) && value === undefined) return undefined;
      define(holder, String(last), structuredClone(edit.value));
      return root;
    case 'delete':
      if (value === undefined && !Object.hasOwn(holder, last)) return undefined;
      if (Array.isArray(parent)) parent.splice(Number(last), 1);
      else delete holder[last];
      return root;
    case 'rename': {
      if (Array.isArray(parent) || !Object.hasOwn(holder, last) || Object.hasOwn(holder, edit.to)) return undefined;
      delete holder[last];
      define(holder, edit.to, value);
      return root;
    }
    case 'add':
      if (value === undefined) define(holder, String(last), [edit.value]);
      else if (Array.isArray(value)) value.push(edit.value);
      return value === undefined || Array.isArray(value) ? root : undefined;
    case 'remove': {
      const at = Array.isArray(value) ? value.indexOf(edit.value) : -1;
      if (!Array.isArray(value) || at < 0) return undefined;
      value.splice(at, 1);
      if (value.length === 0) delete holder[last];
      return root;
    }
  }
}

const own = (value: unknown, key: string | number): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Json)[key] : undefined;

/** Works also for the key `__proto__`. */
function define(holder: Json, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}
