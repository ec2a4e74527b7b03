import type { Repository } from '../../extractor.js';
import { EXTENDS } from './declares.js';
import { readSpecifier } from './names.js';
import { namespacesOfProject, visibleTo } from './projects.js';

/**
 * The file that declares a name: in the namespace it is written in and those around it, then in those that the file or its project uses.
 * A name that one file of the repository alone declares is that one, whatever nobody saw used.
 */
export function resolve(specifier: string, from: string, repository: Repository): string | undefined {
  if (specifier.startsWith(EXTENDS)) return onlyImplementor(specifier.slice(EXTENDS.length), repository);
  const asked = readSpecifier(specifier);
  if (asked === undefined) return undefined;
  const isVisible = visibleTo(repository, from);
  const whole = { ...asked, usings: [...asked.usings, ...namespacesOfProject(repository, from)] };
  const seen = isVisible && find(whole, from, (name) => repository.declaring(name).filter(isVisible));
  // what the files of projects do not tell (sources that a project includes from elsewhere) is found all the same
  return seen ?? find(whole, from, (name) => repository.declaring(name));
}

/** The only file with a class that implements the only interface of a name, which nothing extends in turn. */
function onlyImplementor(name: string, { declaring, declaredIn }: Repository): string | undefined {
  const [file, ...others] = declaring(`${EXTENDS}${name}`);
  if (file === undefined || others.length > 0 || declaring(name).length !== 1) return undefined;
  const isExtended = (one: string): boolean => one !== name && declaring(`${EXTENDS}${one}`).length > 0;
  return (declaredIn?.(file) ?? []).some(isExtended) ? undefined : file;
}

type Declaring = Repository['declaring'];

function find(
  { written, namespace, usings }: NonNullable<ReturnType<typeof readSpecifier>>,
  from: string,
  declaring: Declaring,
): string | undefined {
  if (written.startsWith('.')) return nearest(declaring(written), from);
  for (const space of [...around(namespace), ...usings]) {
    const found = inNamespace(declaring, space, written, from);
    if (found !== undefined) return found;
  }
  const [first = ''] = written.split('.');
  return PLATFORM_TYPES.has(first) ? undefined : only(declaring(first), from);
}

/** Names that the platform declares: a file that does not say where they come from means those. */
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

/** `A.B.C`, `A.B`, `A`, and outside of all. */
function around(namespace: string): readonly string[] {
  const parts = namespace === '' ? [] : namespace.split('.');
  return [...parts.map((_, index) => parts.slice(0, parts.length - index).join('.')), ''];
}

/** `Create.Command` may be the type `Command` of the namespace `Create`, or what is inside of the type `Create`. */
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

/** Projects of one repository may declare the same name: the one whose folder is shared the furthest. Undefined: it cannot be told. */
function nearest(files: readonly string[], from: string): string | undefined {
  if (files.length < 2) return files[0];
  const own = from.split('/');
  const shared = files.map((file) => file.split('/').findIndex((part, index) => part !== own[index]));
  const most = Math.max(...shared);
  const near = files.filter((_, index) => shared[index] === most);
  return near.length === 1 ? near[0] : undefined;
}
