import { posix } from 'node:path';
import type { Extraction, Repository } from '../../extractor.js';

/** Files of MSBuild that take namespaces in for a whole project. https://learn.microsoft.com/dotnet/core/project-sdk/overview#using */
export const PROJECT_FILES = ['*.csproj', 'Directory.Build.props'];

export const isProjectFile = (path: string): boolean => /(?:\.csproj|(?:^|\/)Directory\.Build\.props)$/.test(path);

const USING = /<Using\s{1,20}Include\s{0,9}=\s{0,9}"([\w.;]{1,2000})"/g;
const REFERENCE = /<ProjectReference\s{1,20}(?:Update|Include)\s{0,9}=\s{0,9}"([^"<\n]{1,500})"/g;
const GLOBAL = 'global using ';
const MOST = 500;

/** What a project file says: the namespaces that all of its sources use, and the projects whose types they see. */
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

/** How a source that has a global using says so among the names that it declares: once for all, and with each namespace. */
export function globalUsing(namespace: string): readonly string[] {
  return [GLOBAL, `${GLOBAL}${namespace}`];
}

const known = new WeakMap<Repository, Map<string, readonly string[]>>();

/** The namespaces that the project of a source takes in for all of its files. */
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

/** What its own file says, and those of the folders above. */
const byProjects = (repository: Repository, project: string): readonly string[] =>
  saidFor(repository, project, 'usings').map(({ text }) => text);

interface Said {
  readonly text: string;
  /** The folder of the file that says so. */
  readonly folder: string;
}

function saidFor({ configuration }: Repository, project: string, key: 'usings' | 'references'): readonly Said[] {
  return [...configuration].flatMap(([path, { facts }]) => {
    if (!isProjectFile(path) || (path.endsWith('.csproj') && folderOf(path) !== project)) return [];
    if (!isBelow(project, folderOf(path))) return [];
    return facts.flatMap((fact) => {
      const said =
        fact.kind === 'setting' && fact.key === 'usings' && typeof fact.value === 'object' ? fact.value[key] : undefined;
      return typeof said === 'object' ? said.map((text) => ({ text, folder: folderOf(path) })) : [];
    });
  });
}

/**
 * The folder of the project file that is nearest above a source; without one, its own folder. A repository without project files has a
 * project wherever a source says what all use.
 */
function projectOf(repository: Repository, path: string): string {
  const projects = folders.get(repository) ?? projectsOf(repository);
  folders.set(repository, projects);
  const own = folderOf(path);
  for (let at = own; at !== ''; at = folderOf(at)) if (projects.has(at)) return at;
  return projects.has('') ? '' : own;
}

function projectsOf(repository: Repository): ReadonlySet<string> {
  const files = projectFilesOf(repository);
  return new Set((files.length > 0 ? files : repository.declaring(GLOBAL)).map(folderOf));
}

const folders = new WeakMap<Repository, ReadonlySet<string>>();

const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0));
const isBelow = (path: string, folder: string): boolean => folder === '' || path === folder || path.startsWith(`${folder}/`);

/** Whether the project of a source sees a file: one of its own, of the projects that it references and those reference, or of no project. */
export function visibleTo(repository: Repository, from: string): (path: string) => boolean {
  const own = projectOf(repository, from);
  const files = projectFilesOf(repository);
  if (!files.some((one) => folderOf(one) === own)) return () => true;
  const folders = new Set(files.map(folderOf));
  const all = seen.get(repository) ?? new Map<string, ReadonlySet<string>>();
  seen.set(repository, all);
  const visible = all.get(own) ?? referenced(repository, own, files);
  all.set(own, visible);
  return (path) => {
    const project = projectOf(repository, path);
    return visible.has(project) || !folders.has(project);
  };
}
const seen = new WeakMap<Repository, Map<string, ReadonlySet<string>>>();

const projectFilesOf = ({ configuration }: Repository): readonly string[] =>
  [...configuration.keys()].filter((one) => one.endsWith('.csproj'));

/** The folders of all projects that one leads to. A path that begins with a property of the build is known by the name of its file. */
function referenced(repository: Repository, project: string, files: readonly string[]): ReadonlySet<string> {
  const found = new Set([project]);
  for (const one of found) {
    for (const { text, folder } of saidFor(repository, one, 'references')) {
      const path = posix.join(folder, text);
      const named = files.filter((file) => file === path || posix.basename(file) === posix.basename(text));
      for (const file of named.includes(path) ? [path] : named) found.add(folderOf(file));
    }
  }
  return found;
}
