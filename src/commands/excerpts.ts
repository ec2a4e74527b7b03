import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { extname, isAbsolute, join, relative, sep } from 'node:path';
import { languages } from '../extract/languages/index.js';
import { groupBy } from '../model/multi-map.js';
import { EXCERPT_MARGIN, type Excerpt, type Excerpts, LONGEST_EXCERPT_LINE, type Place, placeKey } from '../reports/excerpt.js';

/** Larger files are shown without lines. */
const LARGEST_FILE = 16 * 1024 * 1024;
const CONTRACTS = ['.yaml', '.yml', '.json'];

/**
 * Reads lines around places of a repository. Places are untrusted (a fact sheet of a foreign shard may name any). Only sources
 * and contracts that are regular files in the repository are read, and nothing of `.git`, which may contain a token. An
 * unreadable file gives no lines.
 */
export function readExcerpts(repository: string, places: readonly Place[]): Excerpts {
  // Schemas such as `*.prisma` are configuration files, by extension.
  const sources = languages.flatMap(({ extensions, configFiles }) => [...extensions, ...configFiles.map(extname)]);
  const readable = new Set([...sources, ...CONTRACTS]);
  const byFile = groupBy(places, (place) => place.file);
  const excerpts = new Map<string, Excerpt>();
  for (const [file, requested] of byFile) {
    const lines = linesOf(repository, file, readable);
    for (const place of requested) {
      const excerpt = around(lines, place.line);
      if (excerpt !== undefined) excerpts.set(placeKey(place), excerpt);
    }
  }
  return (place) => excerpts.get(placeKey(place));
}

function linesOf(repository: string, file: string, readable: ReadonlySet<string>): readonly string[] {
  try {
    const root = realpathSync(repository);
    const real = realpathSync(join(root, file));
    const inside = relative(root, real);
    const parts = inside.split(sep);
    if (isAbsolute(inside) || parts[0] === '..' || parts.includes('.git') || !readable.has(extname(real).toLowerCase()))
      return [];
    const stats = lstatSync(real);
    if (!stats.isFile() || stats.size > LARGEST_FILE) return [];
    const lines = readFileSync(real, 'utf8').split(/\r\n|\n|\r/);
    // The last line end starts no line.
    return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
  } catch {
    return [];
  }
}

function around(lines: readonly string[], line: number): Excerpt | undefined {
  if (line < 1 || line > lines.length) return undefined;
  const first = Math.max(1, line - EXCERPT_MARGIN);
  const last = Math.min(lines.length, line + EXCERPT_MARGIN);
  return { first, lines: lines.slice(first - 1, last).map(cut) };
}

function cut(line: string): string {
  return line.length <= LONGEST_EXCERPT_LINE ? line : `${line.slice(0, LONGEST_EXCERPT_LINE - 1)}…`;
}
