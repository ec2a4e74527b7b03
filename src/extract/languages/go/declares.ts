import { isLeftOut } from './build-tags.js';
import { encodingsIn, isOgen } from './ogen.js';
import { declaredInProto, KRATOS_HTTP } from './protobuf/names.js';

/** A declaration at the start of a line. */
const OPENING = /^(?:func|type|var|const)[ \t]/gm;
const NAMED = /^(?:func|type|var|const)[ \t]{1,4}([\p{L}_][\p{L}\p{Nd}_]*)/u;
const METHOD = /^func[ \t]{1,4}\(([^()]{1,200})\)[ \t]{0,4}([\p{L}_][\p{L}\p{Nd}_]*)/u;
/** `var (`, `const (`, `type (`. */
const GROUP = /^(?:type|var|const)[ \t]{1,4}\(/;
const MEMBER = /^(?:\t| {1,8})([\p{L}_][\p{L}\p{Nd}_]*)/gmu;

/** Methods whose parameters can send an answer are also found by name alone, because interfaces require them. */
export const ANY_TYPE = '*';
const ANSWERS = /\b(?:Context|Ctx|ResponseWriter)\b/;
/** The same for methods that return an answer. */
export const ANY_MAKER = '?';
const OF_REQUEST = 'context.Context';
/** The same for methods of strict servers of oapi-codegen, whose result only handlers give: `(api.GetBookResponseObject, error)`. */
export const ANY_STRICT = '=';
/** A client of another service returns its answer. */
const OF_CLIENT = /\*http\.Response\b/;
/** The first of several results: `(api.Book, error)`. */
const FIRST_RESULT = /\)[ \t]{0,4}\(([^(),]{0,200}),/g;

/** `(api.Book, error)`, `([]Book, error)`: whether the first result has an exported type. */
function givesValue(head: string): boolean {
  return [...head.matchAll(FIRST_RESULT)].some(([, first = '']) => {
    const name = first
      .split(/[ \t.*[\]]/)
      .filter((one) => one !== '')
      .at(-1);
    return name !== undefined && /^\p{Lu}/u.test(name);
  });
}

/** Longer declaration heads are truncated. */
const MAX_HEAD = 400;

/** Before the path of an internal package, or of the server of Kratos, that a file imports. */
export const IMPORTS = '@';
export const INTERNAL = /\/internal\//;
const IMPORT_LINE = /^(?:import[ \t]{1,4}|\t| {1,8})(?:[\w.]{1,100}[ \t]{1,4})?"([^"\n]{1,300})"/gm;

function notedImports(text: string): readonly string[] {
  const [head = ''] = text.slice(0, MAX_IMPORTS).split(/^(?:func|type|var|const)\b/m, 1);
  return [...head.matchAll(IMPORT_LINE)].flatMap(([, path = '']) =>
    INTERNAL.test(`/${path}/`) || path === KRATOS_HTTP ? [`${IMPORTS}${path}`] : [],
  );
}

/** Imports stand at the start of a file. */
const MAX_IMPORTS = 20_000;

/** The names that a source declares, methods as `Type#method`. It relies on line starts as gofmt writes them. */
export function declares(path: string, text: string): readonly string[] {
  if (path.endsWith('.proto')) return declaredInProto(text);
  if (isLeftOut(path, text)) return [];
  const names = new Set<string>(isOgen(text) ? encodingsIn(text).map(({ name, type }) => (type ? `${type}#${name}` : name)) : []);
  for (const path of notedImports(text)) names.add(path);
  for (const { index } of text.matchAll(OPENING)) {
    const head = text.slice(index, index + MAX_HEAD);
    const [, receiver, method] = METHOD.exec(head) ?? [];
    const [, name] = NAMED.exec(head) ?? [];
    if (receiver !== undefined) {
      names.add(`${typeOfReceiver(receiver)}#${method}`);
      const signature = head.slice(0, head.indexOf('{'));
      if (signature.includes(`${method}ResponseObject, error)`)) names.add(`${ANY_STRICT}#${method}`);
      const answers = ANSWERS.test(signature.replaceAll(OF_REQUEST, ''));
      if (answers) names.add(`${givesValue(signature) ? ANY_MAKER : ANY_TYPE}#${method}`);
      else if (signature.includes(OF_REQUEST) && !OF_CLIENT.test(signature)) names.add(`${ANY_MAKER}#${method}`);
    } else if (name !== undefined) names.add(name);
    else if (GROUP.test(head)) {
      const end = text.indexOf('\n)', index);
      const inner = text.slice(index, end < 0 ? text.length : end);
      for (const [, member] of inner.matchAll(MEMBER)) if (member !== undefined) names.add(member);
    }
  }
  return [...names];
}

/** `Store` of `s *Store[K]`. */
function typeOfReceiver(receiver: string): string {
  const [plain = ''] = receiver.split('[');
  return plain.trim().split(/[\s*]/).at(-1) ?? '';
}
