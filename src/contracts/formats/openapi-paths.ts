import { joinPaths, type PathTemplate } from '../../model/endpoint.js';

/**
 * Converts an OpenAPI path to a path template. `{id}` is the same in both. Documents also contain `{+rest}`, `{rest+}` and
 * `{rest*}` (any number of segments, as gateways write it), `{id:[0-9]+}` (the pattern is dropped) and `/:id`. A query or
 * fragment is no part of a path.
 */
export function pathTemplate(path: string): PathTemplate {
  const plain = path.replace(/[?#].*$/s, '');
  return joinPaths(plain.split('/').map(segment).join('/'));
}

function segment(text: string): string {
  if (/^:[A-Za-z_]\w*$/.test(text)) return `{${text.slice(1)}}`;
  return text.replace(/\{([^{}]*)\}/g, (_, inside: string) => {
    const [name = ''] = inside.split(':');
    const bare = name.trim().replace(/^[+*]|[+*]$/g, '');
    return bare === name.trim() ? `{${bare}}` : `{${bare}*}`;
  });
}
