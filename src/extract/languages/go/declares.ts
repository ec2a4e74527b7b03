import { isLeftOut } from './build-tags.js';
import { declaredInProto } from './protobuf/names.js';

/** A declaration at the beginning of a line. */
const OPENING = /^(?:func|type|var|const)[ \t]/gm;
const NAMED = /^(?:func|type|var|const)[ \t]{1,4}([\p{L}_][\p{L}\p{Nd}_]*)/u;
const METHOD = /^func[ \t]{1,4}\(([^()]{1,200})\)[ \t]{0,4}([\p{L}_][\p{L}\p{Nd}_]*)/u;
/** `var (`, `const (`, `type (`. */
const GROUP = /^(?:type|var|const)[ \t]{1,4}\(/;
const MEMBER = /^(?:\t| {1,8})([\p{L}_][\p{L}\p{Nd}_]*)/gmu;

/** Methods that are given something to answer with are found by their name alone, too: interfaces ask for them. */
export const ANY_TYPE = '*';
const ANSWERS = /\b(?:Context|Ctx|ResponseWriter)\b/;
/** So are those that give an answer. */
export const ANY_MAKER = '?';
const OF_REQUEST = 'context.Context';
/** What asks another service gives its answer. */
const OF_CLIENT = /\*http\.Response\b/;
/** What a function gives first, where it gives more: `(api.Book, error)`. */
const FIRST_RESULT = /\)[ \t]{0,4}\(([^(),]{0,200}),/g;

/** `(api.Book, error)`, `([]Book, error)`: the first is of a type that others see. */
function givesValue(head: string): boolean {
  return [...head.matchAll(FIRST_RESULT)].some(([, first = '']) => {
    const name = first
      .split(/[ \t.*[\]]/)
      .filter((one) => one !== '')
      .at(-1);
    return name !== undefined && /^\p{Lu}/u.test(name);
  });
}

/** Longer heads of declarations are cut. */
const MAX_HEAD = 400;

/** The names that a source declares, methods as `Type#method`: as gofmt writes it, by the beginnings of its lines. */
export function declares(path: string, text: string): readonly string[] {
  if (path.endsWith('.proto')) return declaredInProto(text);
  if (isLeftOut(path, text)) return [];
  const names = new Set<string>();
  for (const { index } of text.matchAll(OPENING)) {
    const head = text.slice(index, index + MAX_HEAD);
    const [, receiver, method] = METHOD.exec(head) ?? [];
    const [, name] = NAMED.exec(head) ?? [];
    if (receiver !== undefined) {
      names.add(`${typeOfReceiver(receiver)}#${method}`);
      const signature = head.slice(0, head.indexOf('{'));
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
