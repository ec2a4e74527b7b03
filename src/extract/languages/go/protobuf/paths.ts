/**
 * `/v1/{name=shelves/*}/books:list` as path templates: one with the parts of the variable, and one with the whole variable, as
 * generated contracts name it. https://github.com/googleapis/googleapis/blob/master/google/api/http.proto
 */
export function httpPaths(template: string): readonly string[] {
  const written: string[] = [];
  const whole: string[] = [];
  let from = 0;
  for (let open = template.indexOf('{'); open >= 0; open = template.indexOf('{', from)) {
    const close = template.indexOf('}', open);
    if (close < 0) break;
    const [name = '', pattern = '*'] = template
      .slice(open + 1, close)
      .split('=')
      .map((part) => part.trim());
    const before = bare(template.slice(from, open));
    const made = variable(name, pattern);
    written.push(before, made);
    whole.push(before, /^\*\*?$/.test(pattern) ? made : `{${name}:*}`);
    from = close + 1;
  }
  const rest = bare(template.slice(from));
  return [...new Set([[...written, rest].join(''), [...whole, rest].join('')])];
}

const bare = (text: string): string => text.replaceAll(/\*\*?/g, (stars) => (stars === '**' ? '{rest*}' : '{part}'));

function variable(name: string, pattern: string): string {
  let count = 0;
  const parts = pattern.split('/').map((part) => {
    if (part !== '*' && part !== '**') return part;
    count += 1;
    return `{${name}${count > 1 ? count : ''}${part === '**' ? '*' : ''}}`;
  });
  return parts.join('/');
}
