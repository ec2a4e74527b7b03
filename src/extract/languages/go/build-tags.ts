/** Tags that no build of a service sets: of what is not built at all, and of tests. */
const NEVER = /^(?:ignore|tools|integration|e2e|tests?|never)$/;
/** Longer constraints are not looked at. */
const MAX_LENGTH = 500;

/** Whether the lines before `package` leave a file out of the service: https://pkg.go.dev/cmd/go#hdr-Build_constraints. */
export function isLeftOut(text: string): boolean {
  const { build, plus } = constraintsOf(text);
  // the older form does not count beside the newer one
  const all = build === undefined ? plus.map(newForm) : [build];
  return all.some((one) => one.length <= MAX_LENGTH && evaluate(one) === false);
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

/** `a,b c`: a space is an or, a comma an and. */
const newForm = (line: string): string =>
  line
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => `(${word.split(',').join('&&')})`)
    .join('||');

/** True or false where that is sure; undefined: another build may have the tag, or not. */
type Truth = boolean | undefined;

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
    if (word !== '(') return NEVER.test(word) ? false : undefined;
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
