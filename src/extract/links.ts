/**
 * Replaces the symbolic links in a path by what they lead to, all repository-relative. A cycle of links ends: after a few rounds, whatever they say, the path is taken as it is.
 */
export function canonical(links: ReadonlyMap<string, string>, path: string): string {
  let current = path;
  for (let round = 0; links.size > 0 && round < 8; round += 1) {
    const replaced = throughLink(links, current);
    if (replaced === undefined) break;
    current = replaced;
  }
  return current;
}

function throughLink(links: ReadonlyMap<string, string>, path: string): string | undefined {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    const target = links.get(path.slice(0, end));
    if (target === undefined) continue;
    const rest = path.slice(end + 1);
    return target === '' || rest === '' ? target + rest : `${target}/${rest}`;
  }
  return undefined;
}
