import type { Gap } from '../model/gap.js';
import { isAside, isTest, nameOf } from './conventions.js';
import type { Listing } from './files.js';
import { readSource } from './read-source.js';

/** A language that is not read: the file that names its packages, and the packages that serve HTTP. */
interface Unread {
  readonly title: string;
  readonly packages: RegExp;
}

const UNREAD: ReadonlyMap<string, Unread> = new Map([
  [
    'Cargo.toml',
    {
      title: 'Rust',
      packages: /^[ \t]{0,8}(axum|actix-web|rocket|warp|poem|poem-openapi|salvo|tide|ntex)(?:[ \t]{0,8}=|\.workspace\b)/m,
    },
  ],
  [
    'composer.json',
    {
      title: 'PHP',
      packages:
        /"(laravel\/framework|laravel\/lumen-framework|symfony\/framework-bundle|slim\/slim|api-platform\/\w{1,20}|cakephp\/cakephp|codeigniter4\/framework|yiisoft\/yii2|mezzio\/mezzio)"/,
    },
  ],
  ['Gemfile', { title: 'Ruby', packages: /^[ \t]{0,8}gem[ \t(]{1,8}["'](rails|sinatra|grape|hanami|roda|padrino)["']/m }],
  ['mix.exs', { title: 'Elixir', packages: /\{[ \t]{0,8}:(phoenix|plug_cowboy|bandit)[ \t]{0,8},/ }],
  ['build.sbt', { title: 'Scala', packages: /(PlayScala|akka-http|pekko-http|http4s|tapir|scalatra|finatra)/ }],
]);

/** Manifests that list the packages of a program in a language that is not read. */
export const UNREAD_MANIFESTS: readonly string[] = [...UNREAD.keys()];

/** Servers of the scanned folder in languages that are not read: each is a gap that hides what it serves. */
export function unreadServers(repository: string, { known, folder }: Listing): readonly Gap[] {
  const inside = folder === '' ? '' : `${folder}/`;
  return [...known].sort().flatMap((path): readonly Gap[] => {
    const unread = UNREAD.get(nameOf(path));
    const judged = path.slice(inside.length);
    if (unread === undefined || !path.startsWith(inside) || isTest(judged) || isAside(judged)) return [];
    const source = readSource(repository, path, (text) => unread.packages.test(text));
    const found = source?.kind === 'text' ? unread.packages.exec(withoutTests(source.text)) : null;
    if (source?.kind !== 'text' || found === null) return [];
    const line = source.text.slice(0, found.index).split('\n').length;
    const detail = `routes of ${unread.title} (${found[1]}) are not read`;
    return [{ reason: 'unsupported-framework', detail, at: { file: path, line }, hides: 'service' }];
  });
}

/** Without the dependencies that only the tests of a Rust program use. */
function withoutTests(text: string): string {
  const start = text.indexOf('[dev-dependencies]');
  if (start < 0) return text;
  const end = text.indexOf('\n[', start);
  return text.slice(0, start) + (end < 0 ? '' : `${' '.repeat(end - start)}${text.slice(end)}`);
}
