const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT'];

/** `GET`, `POST`, ... and the given names for all methods. */
export function upperVerbs(...all: readonly string[]): ReadonlyMap<string, string> {
  return new Map([...METHODS.map((name) => [name, name] as const), ...all.map((name) => [name, 'ANY'] as const)]);
}

/** `Get`, `Post`, ... */
export function titleVerbs(...all: readonly string[]): ReadonlyMap<string, string> {
  const titled = METHODS.map((name) => [`${name.charAt(0)}${name.slice(1).toLowerCase()}`, name] as const);
  return new Map([...titled, ...all.map((name) => [name, 'ANY'] as const)]);
}
