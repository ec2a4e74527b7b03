import type { Extraction, Repository } from '../../extractor.js';

/** Files of MSBuild that take namespaces in for a whole project. https://learn.microsoft.com/dotnet/core/project-sdk/overview#using */
export const PROJECT_FILES = ['*.csproj', 'Directory.Build.props'];

export const isProjectFile = (path: string): boolean => /(?:\.csproj|(?:^|\/)Directory\.Build\.props)$/.test(path);

const USING = /<Using\s{1,20}Include\s{0,9}=\s{0,9}"([\w.;]{1,2000})"/g;
const GLOBAL = 'global using ';
const MOST = 500;

/** What a project file says: the namespaces that all of its sources use. */
export function projectFacts(path: string, text: string): Extraction {
  const usings = [...text.matchAll(USING)].slice(0, MOST).flatMap(([, names = '']) => names.split(';'));
  return {
    facts: [{ kind: 'setting', key: 'usings', scope: folderOf(path), value: { usings }, at: { line: 1, column: 1 } }],
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
function byProjects({ configuration }: Repository, project: string): readonly string[] {
  return [...configuration].flatMap(([path, { facts }]) => {
    if (!isProjectFile(path) || (path.endsWith('.csproj') && folderOf(path) !== project)) return [];
    if (!isBelow(project, folderOf(path))) return [];
    return facts.flatMap((fact) => {
      const usings =
        fact.kind === 'setting' && fact.key === 'usings' && typeof fact.value === 'object' ? fact.value.usings : undefined;
      return typeof usings === 'object' ? usings : [];
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

function projectsOf({ configuration, declaring }: Repository): ReadonlySet<string> {
  const files = [...configuration.keys()].filter((one) => one.endsWith('.csproj'));
  return new Set((files.length > 0 ? files : declaring(GLOBAL)).map(folderOf));
}

const folders = new WeakMap<Repository, ReadonlySet<string>>();

const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0));
const isBelow = (path: string, folder: string): boolean => folder === '' || path === folder || path.startsWith(`${folder}/`);
