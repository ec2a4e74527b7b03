import { posix } from 'node:path';
import type { Fact } from '../../../facts/fact.js';
import { groupBy } from '../../../model/multi-map.js';
import { folderOf } from '../../../model/repository-path.js';
import type { Extraction, Repository } from '../../extractor.js';

/** MSBuild files that add usings for a whole project. https://learn.microsoft.com/dotnet/core/project-sdk/overview#using */
export const PROJECT_FILES = ['*.csproj', 'Directory.Build.props'];

export const isProjectFile = (path: string): boolean => /(?:\.csproj|(?:^|\/)Directory\.Build\.props)$/.test(path);

const USING = /<Using\s{1,20}Include\s{0,9}=\s{0,9}"([\w.;]{1,2000})"/g;
const REFERENCE = /<ProjectReference\s{1,20}(?:Update|Include)\s{0,9}=\s{0,9}"([^"<\n]{1,500})"/g;
const GLOBAL = 'global using ';
const MOST = 500;

/** The contents of a project file: the namespaces that all of its sources use, and the projects it references. */
export function projectFacts(path: string, text: string): Extraction {
  const usings = [...text.matchAll(USING)].slice(0, MOST).flatMap(([, names = '']) => names.split(';'));
  const references = [...text.matchAll(REFERENCE)]
    .slice(0, MOST)
    .flatMap(([, paths = '']) => paths.replaceAll('\\', '/').split(';'));
  return {
    facts: [{ kind: 'setting', key: 'usings', scope: folderOf(path), value: { usings, references }, at: { line: 1, column: 1 } }],
    gaps: [],
  };
}

/** The entries among the declared names of a source that mark a global using: one general entry, and one for each namespace. */
export function globalUsing(namespace: string): readonly string[] {
  return [GLOBAL, `${GLOBAL}${namespace}`];
}

const known = new WeakMap<Repository, Map<string, readonly string[]>>();

/** The namespaces that the project of a source uses in all of its files. */
export function namespacesOfProject(repository: Repository, from: string): readonly string[] {
  const project = projectOf(repository, from);
  const all = known.get(repository) ?? known.set(repository, new Map()).get(repository) ?? new Map<string, readonly string[]>();
  const made =
    all.get(project) ?? [...new Set([...bySources(repository, project), ...byProjects(repository, project)])].slice(0, MOST);
  all.set(project, made);
  return made;
}

function bySources(repository: Repository, project: string): readonly string[] {
  return repository
    .declaring(GLOBAL)
    .filter((path) => projectOf(repository, path) === project)
    .flatMap((path) => repository.declaredIn?.(path) ?? [])
    .flatMap((name) => (name.startsWith(GLOBAL) && name !== GLOBAL ? [name.slice(GLOBAL.length)] : []));
}

/** The entries of its own project file, and of the files in the folders above. */
const byProjects = (repository: Repository, project: string): readonly string[] =>
  statedFor(projectsOf(repository), project, 'usings').map(({ text }) => text);

interface Stated {
  readonly key: 'usings' | 'references';
  readonly text: string;
  /** The folder of the project file with this entry. */
  readonly folder: string;
}

/** An index of the project files of a repository; searching all of them for each source takes too long. */
interface Projects {
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
  readonly named: ReadonlyMap<string, readonly string[]>;
  /** By folder: the entries of its project file, and the entries that apply to all projects below it. */
  readonly own: ReadonlyMap<string, readonly Stated[]>;
  readonly below: ReadonlyMap<string, readonly Stated[]>;
  /** By project folder: its direct references, and all projects it reaches; computed on first use. */
  readonly direct: Map<string, ReadonlySet<string>>;
  readonly reached: Map<string, ReadonlySet<string>>;
}

const projects = new WeakMap<Repository, Projects>();

function projectsOf(repository: Repository): Projects {
  const made = projects.get(repository) ?? readProjects(repository);
  projects.set(repository, made);
  return made;
}

function readProjects({ configuration }: Repository): Projects {
  const stated = [...configuration].flatMap(([path, { facts }]) =>
    isProjectFile(path) ? [[path, facts.flatMap(statedBy(path))] as const] : [],
  );
  const files = stated.filter(([path]) => path.endsWith('.csproj'));
  const byFolder = (all: typeof stated): ReadonlyMap<string, readonly Stated[]> =>
    new Map([...groupBy(all, ([path]) => folderOf(path))].map(([folder, parts]) => [folder, parts.flatMap(([, one]) => one)]));
  const paths = files.map(([path]) => path);
  return {
    files: new Set(paths),
    folders: new Set(paths.map(folderOf)),
    named: groupBy(paths, (path) => posix.basename(path)),
    own: byFolder(files),
    below: byFolder(stated.filter(([path]) => !path.endsWith('.csproj'))),
    direct: new Map(),
    reached: new Map(),
  };
}

const statedBy =
  (path: string) =>
  (fact: Fact): readonly Stated[] => {
    if (fact.kind !== 'setting' || fact.key !== 'usings' || typeof fact.value !== 'object') return [];
    const { value } = fact;
    return (['usings', 'references'] as const).flatMap((key) => {
      const texts = value[key];
      return typeof texts === 'object' ? texts.map((text) => ({ key, text, folder: folderOf(path) })) : [];
    });
  };

function statedFor({ own, below }: Projects, project: string, key: Stated['key']): readonly Stated[] {
  const all = [...(own.get(project) ?? [])];
  for (let at = project; ; at = folderOf(at)) {
    all.unshift(...(below.get(at) ?? []));
    if (at === '') return all.filter((one) => one.key === key);
  }
}

/**
 * The folder of the nearest project file above a source; without one, the source's own folder. In a repository without project
 * files, every folder with a global using counts as a project.
 */
function projectOf(repository: Repository, path: string): string {
  const owners = projectFolders.get(repository) ?? foldersOf(repository);
  projectFolders.set(repository, owners);
  const own = folderOf(path);
  for (let at = own; at !== ''; at = folderOf(at)) if (owners.has(at)) return at;
  return owners.has('') ? '' : own;
}

function foldersOf(repository: Repository): ReadonlySet<string> {
  const found = projectsOf(repository).folders;
  return found.size > 0 ? found : new Set(repository.declaring(GLOBAL).map(folderOf));
}

const projectFolders = new WeakMap<Repository, ReadonlySet<string>>();

/**
 * Whether the project of a source can see a file: a file of the same project or of a direct or indirect reference, of no project,
 * or of another one. Undefined if there is no project file.
 */
export function visibleTo(
  repository: Repository,
  from: string,
): ((path: string) => 'referenced' | 'of no project' | 'elsewhere') | undefined {
  const own = projectOf(repository, from);
  const all = projectsOf(repository);
  if (!all.folders.has(own)) return undefined;
  const visible = all.reached.get(own) ?? reachedFrom(all, own);
  all.reached.set(own, visible);
  return (path) => {
    const project = projectOf(repository, path);
    if (visible.has(project)) return 'referenced';
    return all.folders.has(project) ? 'elsewhere' : 'of no project';
  };
}

/** The folders of all projects that a project reaches through references. */
function reachedFrom(all: Projects, project: string): ReadonlySet<string> {
  const found = new Set([project]);
  for (const one of found) {
    const direct = all.direct.get(one) ?? referenced(all, one);
    all.direct.set(one, direct);
    for (const folder of direct) found.add(folder);
  }
  return found;
}

/** The direct references of a project. A path that begins with a build property is found by its file name. */
function referenced(all: Projects, project: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { text, folder } of statedFor(all, project, 'references')) {
    const path = posix.join(folder, text);
    const named = all.files.has(path) ? [path] : (all.named.get(posix.basename(text)) ?? []);
    for (const file of named) found.add(folderOf(file));
  }
  return found;
}
