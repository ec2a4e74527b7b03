import { isUnusedOgen } from './ogen.js';
import { isOfKratos } from './protobuf/names.js';

/** Tags that no service build sets: for code that is never built, and for tests. */
const NEVER = /^(?:ignore|tools|integration|e2e|tests?|never)$/;
/** Longer constraints are not evaluated. */
const MAX_LENGTH = 500;

/** File name suffixes that the go command assigns to a system or processor other than linux/amd64: `internal/syslist`. */
const OTHER_SYSTEMS =
  /^(?:aix|android|darwin|dragonfly|freebsd|hurd|illumos|ios|js|nacl|netbsd|openbsd|plan9|solaris|wasip1|windows|zos)$/;
const OTHER_PROCESSORS =
  /^(?:386|amd64p32|arm|armbe|arm64|arm64be|loong64|mips|mipsle|mips64|mips64le|mips64p32|mips64p32le|ppc|ppc64|ppc64le|riscv|riscv64|s390|s390x|sparc|sparc64|wasm)$/;

/**
 * Whether the file name, a build constraint before `package`, or its generator excludes a file from the service:
 * https://pkg.go.dev/cmd/go#hdr-Build_constraints.
 */
export function isLeftOut(path: string, text: string): boolean {
  if (isForOthers(path) || isUnusedOgen(path, text) || isOfKratos(text)) return true;
  const { build, plus } = constraintsOf(text);
  // `//go:build` takes precedence over the older `// +build` lines
  const all = build === undefined ? plus.map(newForm) : [build];
  return all.some((one) => one.length <= MAX_LENGTH && evaluate(one) === false);
}

/** `feeds_windows.go`, `feeds_windows_amd64.go`, `feeds_arm64.go`. The part before the first `_` is no constraint. */
function isForOthers(path: string): boolean {
  const [name = ''] = path.slice(path.lastIndexOf('/') + 1).split('.', 1);
  const [last = '', before = ''] = name.split('_').slice(1).reverse();
  return OTHER_SYSTEMS.test(last) || OTHER_PROCESSORS.test(last) || (last === 'amd64' && OTHER_SYSTEMS.test(before));
}

function constraintsOf(text: string): { readonly build?: string; readonly plus: readonly string[] } {
  const plus: string[] = [];
  let inComment = false;
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end < 0 ? text.length : end).trim();
    at = end < 0 ? text.length : end + 1;
    if (inComment || line.startsWith('/*')) inComment = !line.includes('*/');
    else if (line.startsWith('//go:build ')) return { build: line.slice('//go:build '.length), plus };
    else if (line.startsWith('// +build ')) plus.push(line.slice('// +build '.length));
    else if (line !== '' && !line.startsWith('//')) break;
  }
  return { plus };
}

/** `a,b c`: a space means "or", a comma means "and". */
const newForm = (line: string): string =>
  line
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => `(${word.split(',').join('&&')})`)
    .join('||');

/** True or false if certain; undefined: some builds may set the tag. */
type Truth = boolean | undefined;

/** As for file names, the service is built for linux/amd64. */
function isSet(tag: string): Truth {
  if (OWN.has(tag)) return true;
  return NEVER.test(tag) || OTHER_SYSTEMS.test(tag) || OTHER_PROCESSORS.test(tag) ? false : undefined;
}
const OWN: ReadonlySet<string> = new Set(['linux', 'amd64', 'unix']);

function evaluate(constraint: string): Truth {
  const words = constraint.match(/&&|\|\||[!()]|[^\s!()&|]+/g) ?? [];
  let at = 0;
  const single = (): Truth => {
    const word = words[at] ?? '';
    at += 1;
    if (word === '!') {
      const of = single();
      return of === undefined ? undefined : !of;
    }
    if (word !== '(') return isSet(word);
    const inner = either();
    at += 1;
    return inner;
  };
  const both = (): Truth => {
    const all = [single()];
    while (words[at] === '&&') {
      at += 1;
      all.push(single());
    }
    return all.includes(false) ? false : all.includes(undefined) ? undefined : true;
  };
  const either = (): Truth => {
    const all = [both()];
    while (words[at] === '||') {
      at += 1;
      all.push(both());
    }
    return all.includes(true) ? true : all.includes(undefined) ? undefined : false;
  };
  return either();
}
