import { type Expression, NULL, SENT_BY_RESPONSE, STRING } from '../expression.js';
import type { Lazy } from '../program.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../values/target.js';

const at = { line: 1, column: 1 };
const COOKIE: Expression = {
  kind: 'object',
  members: [
    { kind: 'property', name: 'name', value: STRING, at },
    { kind: 'property', name: 'value', value: STRING, at },
  ],
};

/** Paths to headers and query parameters; `()` is a call. */
const TEXTS = /^(?:NextRequest\.(?:headers|nextUrl\.searchParams)|headers\.\(\))\.get$/;
const LISTS = /^NextRequest\.nextUrl\.searchParams\.getAll$/;
const COOKIES = /^(?:NextRequest\.cookies|cookies\.\(\))\.get$/;
const MEMBERS = /^NextRequest\.(?:url|method|nextUrl\.(?:pathname|search|href|origin|host|hostname))$/;

/** The values of a request; for a missing header or parameter, null. */
function call(_: Resolver, of: ExternalTarget, { site }: Lazy): Lazy | undefined {
  const path = of.path.join('.');
  if (TEXTS.test(path)) return { expression: { kind: 'union', options: [STRING, NULL] }, site };
  if (LISTS.test(path)) return { expression: { kind: 'array', items: STRING }, site };
  return COOKIES.test(path) ? { expression: { kind: 'union', options: [COOKIE, { kind: 'absent' }] }, site } : undefined;
}

/** A response as a value: its status, and what it sends under a name that no code can use. */
function instance(_: Resolver, { path }: ExternalTarget, { expression: of, site }: Lazy): Lazy | undefined {
  const how = /^NextResponse(?:,(json|redirect))?$/.exec(path.join());
  if (how === null || (of.kind !== 'returns' && of.kind !== 'instance')) return undefined;
  const [body, init] = of.values ?? [];
  const initial: Expression = { kind: 'literal', value: how[1] === 'redirect' ? 307 : 200 };
  const isUnset = init?.kind === 'object' && !init.members.some((one) => one.kind !== 'property' || one.name === 'status');
  const status: Expression = init === undefined || isUnset ? initial : { kind: 'member', of: init, name: 'status' };
  const sent: Expression = how[1] === 'json' && body !== undefined ? body : { kind: 'unknown', why: 'what a response sends' };
  const property = (name: string, value: Expression) => ({ kind: 'property', name, value, at }) as const;
  return { expression: { kind: 'object', members: [property('status', status), property(SENT_BY_RESPONSE, sent)] }, site };
}

function type(_: Resolver, of: ExternalTarget): Lazy | undefined {
  return MEMBERS.test(of.path.join('.')) ? { expression: STRING, site: { file: of.from ?? '' } } : undefined;
}

/** https://nextjs.org/docs/app/api-reference/functions/next-request, and `headers` and `cookies` of next/headers. */
export const next: KnownPackage = {
  title: 'Next.js',
  specifiers: /^next\/(?:server|headers)$/,
  call,
  instance,
  type,
};
