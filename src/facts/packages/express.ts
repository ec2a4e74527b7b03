import { type Expression, STRING } from '../expression.js';
import type { Lazy, Program } from '../program.js';
import { operate, orAbsent, unknownOf } from '../values/compose.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../values/target.js';

const at = { line: 1, column: 1 };
const texts = ['fieldname', 'originalname', 'encoding', 'mimetype'];
/** A file in memory, the default, lacks these; which storage a service uses is not followed. */
const onDisk = ['destination', 'filename', 'path'];
const STORED: Expression = { kind: 'unknown', why: 'only a file that multer stores on disk has it' };
/** https://github.com/expressjs/multer#file-information */
const FILE: Expression = {
  kind: 'object',
  members: [
    ...texts.map((name) => ({ kind: 'property' as const, name, value: STRING, at })),
    ...onDisk.map((name) => ({ kind: 'property' as const, name, value: STORED, at })),
    { kind: 'property', name: 'size', value: { kind: 'scalar', type: 'integer' }, at },
    { kind: 'rest', values: { kind: 'unknown', why: 'what its storage adds to a file' } },
  ],
};

/** Texts of every request: https://expressjs.com/en/4x/api.html#req */
const TEXTS = /^(?:originalUrl|url|path|baseUrl|method|protocol|hostname)$/;

/** Places where services declare additions to requests: `namespace Express` of all files, and the modules with its types. */
const PLACES = ['global.Express', 'express-serve-static-core', 'express'];

type Added = Readonly<Record<'Request' | 'User', readonly Lazy[]>>;

const known = new WeakMap<Program, Added>();

/** The additions of a service to Express requests and passport users, place by place. */
function addedIn(program: Program): Added {
  const before = known.get(program);
  if (before !== undefined) return before;
  const named = (name: string): readonly Lazy[] =>
    [...program.files].flatMap(([file, { declarations }]) =>
      PLACES.map((place) => `${place}.${name}`).flatMap((full): Lazy[] =>
        declarations.has(full) ? [{ expression: { kind: 'declared', file, name: full }, site: { file } }] : [],
      ),
    );
  const added = { Request: named('Request'), User: named('User') };
  known.set(program, added);
  return added;
}

/** A member of a request, if the service declares it in only one place. */
function type(resolver: Resolver, of: ExternalTarget): Lazy | undefined {
  const [owner, name, ...more] = of.path;
  if (owner !== 'Request' || name === undefined || more.length > 0) return undefined;
  if (name === 'body') {
    const [, , sent] = of.on?.arguments ?? [];
    return sent === undefined ? unknownOf(of.from ?? '', 'a client sends it') : operate('received', sent);
  }
  const { Request: requests, User: users } = addedIn(resolver.program);
  const [member, ...others] = requests.flatMap((one) => resolver.membersOf(resolver, one)?.named.get(name) ?? []);
  if (others.length > 0 || member?.method !== undefined) return undefined;
  if (member !== undefined) return member.optional ? orAbsent(member.value) : member.value;
  const file = of.from ?? '';
  const [user, ...rest] = users;
  if (name === 'user') return user !== undefined && rest.length === 0 ? orAbsent(user) : undefined;
  if (name === 'file') return orAbsent({ expression: FILE, site: { file } });
  return TEXTS.test(name) ? { expression: STRING, site: { file } } : undefined;
}

/** https://expressjs.com: the members of a request, and those that the service declares for its middleware. */
export const express: KnownPackage = {
  title: 'Express',
  specifiers: /^express(?:-serve-static-core)?$/,
  type,
};
