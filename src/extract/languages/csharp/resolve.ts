import type { Repository } from '../../extractor.js';
import { EXTENDING, EXTENDS, HANDLES, ROUTED } from './declares.js';
import { readSpecifier } from './names.js';
import { namespacesOfProject, visibleTo } from './projects.js';
import { ofArity } from './syntax/type-syntax.js';

/**
 * The file that declares a name. The search covers the surrounding namespaces first, then those that the file or its project
 * uses. If only one file of the project or of those it references declares the name, that file counts even without a using; a
 * file elsewhere does not, because a package may declare a type of the same name, which a generated client repeats.
 */
export function resolve(specifier: string, from: string, repository: Repository): string | undefined {
  if (specifier.startsWith(EXTENDS)) return onlyImplementor(specifier.slice(EXTENDS.length), repository);
  if (specifier.startsWith(HANDLES)) return onlyOf(repository.declaring(specifier));
  if (specifier.startsWith(ROUTED)) return nearest(repository.declaring(specifier), from);
  if (specifier.startsWith(EXTENDING)) return nearest(repository.declaring(specifier), from);
  const asked = readSpecifier(specifier);
  if (asked === undefined) return undefined;
  const whole = { ...asked, usings: [...asked.usings, ...namespacesOfProject(repository, from)] };
  const { declaring } = repository;
  const visible = visibleTo(repository, from);
  if (visible === undefined) return find(whole, from, declaring, declaring);
  const isVisible = (path: string): boolean => visible(path) !== 'elsewhere';
  const ofProject: Declaring = (name) => declaring(name).filter((path) => visible(path) === 'referenced');
  const seen = find(whole, from, (name) => declaring(name).filter(isVisible), ofProject);
  // project files do not show sources that a project includes from elsewhere, so the search continues without them
  return seen ?? find(whole, from, declaring, ofProject);
}

/** The only file with a class that implements the only interface of this name, if no other type extends that class. */
function onlyImplementor(name: string, { declaring, declaredIn }: Repository): string | undefined {
  const [file, ...others] = declaring(`${EXTENDS}${name}`);
  if (file === undefined || others.length > 0 || declaring(name).length !== 1) return undefined;
  const isExtended = (one: string): boolean => one !== name && declaring(`${EXTENDS}${one}`).length > 0;
  return (declaredIn?.(file) ?? []).some(isExtended) ? undefined : file;
}

const onlyOf = (files: readonly string[]): string | undefined => (files.length === 1 ? files[0] : undefined);

type Declaring = Repository['declaring'];

/** Of files that declare a name, those that declare it with as many type parameters as the code gives, if there are any. */
const fitting =
  (declaring: Declaring, arity: number): Declaring =>
  (name) => {
    const all = declaring(name);
    if (all.length < 2) return all;
    const generic = [1, 2, 3].map((count) => declaring(ofArity(name, count)));
    const found = arity === 0 ? all.filter((file) => !generic.some((files) => files.includes(file))) : (generic[arity - 1] ?? []);
    return found.length > 0 ? found : all;
  };

function find(
  { written: whole, namespace, usings }: NonNullable<ReturnType<typeof readSpecifier>>,
  from: string,
  everywhere: Declaring,
  unused: Declaring,
): string | undefined {
  const [written = '', arity = '0'] = whole.split('|');
  const [declaring, withoutUsing] = [fitting(everywhere, Number(arity)), fitting(unused, Number(arity))];
  if (written.startsWith('.')) return nearest(declaring(written), from);
  for (const space of [...around(namespace), ...usings]) {
    const found = inNamespace(declaring, space, written, from);
    if (found !== undefined) return found;
  }
  const [first = ''] = written.split('.');
  return PLATFORM_TYPES.has(first) ? undefined : only(withoutUsing(first), from);
}

/** Type names of the platform; a file without a matching using means the platform type. */
const PLATFORM_TYPES = new Set([
  ...['ProblemDetails', 'ValidationProblemDetails', 'IFormFile', 'Task', 'Unit', 'IActionResult', 'ActionResult', 'IResult'],
  ...[
    'Controller',
    'ControllerBase',
    'HttpContext',
    'ClaimsPrincipal',
    'CancellationToken',
    'Stream',
    'Exception',
    'JsonElement',
  ],
  ...[
    'Results',
    'TypedResults',
    'Task',
    'Math',
    'String',
    'Convert',
    'Guid',
    'DateTime',
    'Enumerable',
    'Activity',
    'File',
    'Path',
  ],
]);

/** `A.B.C`, `A.B`, `A` and the global namespace. */
function around(namespace: string): readonly string[] {
  const parts = namespace === '' ? [] : namespace.split('.');
  return [...parts.map((_, index) => parts.slice(0, parts.length - index).join('.')), ''];
}

/** `Create.Command` may be the type `Command` of the namespace `Create`, or a nested type of `Create`. */
function inNamespace(declaring: Declaring, space: string, written: string, from: string): string | undefined {
  const parts = written.split('.');
  for (let count = parts.length; count > 0; count--) {
    const inner = [...(space === '' ? [] : [space]), ...parts.slice(0, count - 1)].join('.');
    const found = nearest(declaring(`${inner}.${parts[count - 1] ?? ''}`), from);
    if (found !== undefined) return found;
  }
  return undefined;
}

function only(files: readonly string[], from: string): string | undefined {
  return files.length === 1 ? files[0] : files.find((file) => file === from);
}

/** Of several projects that declare the name, the one with the longest common folder path. Undefined if two are equally near. */
function nearest(files: readonly string[], from: string): string | undefined {
  if (files.length < 2) return files[0];
  const own = from.split('/');
  const shared = files.map((file) => file.split('/').findIndex((part, index) => part !== own[index]));
  const most = Math.max(...shared);
  const near = files.filter((_, index) => shared[index] === most);
  return near.length === 1 ? near[0] : undefined;
}
