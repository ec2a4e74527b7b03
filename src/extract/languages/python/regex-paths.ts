/**
 * A regular expression of Django's `re_path` as a PathTemplate: `^users/(?P<id>\d+)/?$` is `users/{id}`. Undefined: it matches
 * more than a template can say.
 */
export function templateOf(regex: string): string | undefined {
  let rest = regex
    .replace(/^\^/, '')
    .replace(/(?:\\Z|\$)$/, '')
    .replace(/\/\?$/, '');
  let template = '';
  let count = 0;
  while (rest !== '') {
    if (rest.startsWith('(')) {
      const end = closing(rest);
      if (end < 0) return undefined;
      const after = rest.slice(end + 1);
      const group = groupOf(rest.slice(0, end + 1), count);
      if (group === undefined || /^[*+?{]/.test(after)) return undefined;
      count += 1;
      template += group;
      rest = after;
      continue;
    }
    const plain = /^(?:\\([-./_ ])|([\w\-/ ~@%:,=]))/.exec(rest);
    if (plain === null || /^[*+?{]/.test(rest.slice(plain[0].length))) return undefined;
    template += plain[1] ?? plain[2] ?? '';
    rest = rest.slice(plain[0].length);
  }
  return template;
}

/** A named or nameless group is a parameter; what it may match is not looked at, but whether it takes slashes is. */
function groupOf(group: string, count: number): string | undefined {
  const named = /^\(\?P<(\w+)>/.exec(group);
  if (named === null && group.startsWith('(?')) return undefined;
  const inside = group.slice(named?.[0].length ?? 1, -1);
  return `{${named?.[1] ?? `group${count + 1}`}${/^\.[*+]/.test(inside) ? '*' : ''}}`;
}

/** The bracket that closes the first one. */
function closing(text: string): number {
  let depth = 0;
  let inClass = false;
  for (let at = 0; at < text.length; at++) {
    const one = text[at];
    if (one === '\\') at += 1;
    else if (inClass) inClass = one !== ']';
    else if (one === '[') inClass = true;
    else if (one === '(') depth += 1;
    else if (one === ')') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}
