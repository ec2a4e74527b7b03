import type { Expression } from '../../../../../facts/expression.js';
import type { Route } from '../../../../../facts/fact.js';
import { bySettings, type DjoserSerializer } from '../../django-settings.js';
import { sentForMany } from '../../schemas/serializers.js';
import { originOf, type Scope } from '../../scope.js';
import { literal, type Source, scalar, unknown } from '../../source.js';
import type { Node } from '../../syntax/syntax.js';
import { frameworkProfiles } from '../profiles.js';

const BY = frameworkProfiles.django.id;

/** Package views that answer POST, with the texts that they send (https://django-rest-framework-simplejwt.readthedocs.io). */
const VIEWS: ReadonlyMap<string, readonly string[]> = new Map([
  ['rest_framework_simplejwt.views.TokenObtainPairView', ['access', 'refresh']],
  ['rest_framework_simplejwt.views.TokenRefreshView', ['access']],
  ['rest_framework_simplejwt.views.TokenVerifyView', []],
  ['rest_framework_simplejwt.views.TokenBlacklistView', []],
  ['rest_framework.authtoken.views.ObtainAuthToken', ['token']],
  ['rest_framework.authtoken.views.obtain_auth_token', ['token']],
]);

/**
 * Method and path; then the texts or the view that are sent, `none` for no body, a serializer of djoser's settings, or nothing
 * where other settings choose one.
 */
type Row = readonly [method: string, path: string, sent?: readonly string[] | string | { readonly by: DjoserSerializer }];

const UNSAID = 'settings may name another serializer';
const DETAIL = ['detail'];
const READ_OR_CHANGED = ['GET', 'PUT', 'PATCH'];
const users = (path: string, by: DjoserSerializer): readonly Row[] => [
  ...READ_OR_CHANGED.map((method): Row => [method, path, { by }]),
  ['DELETE', path, 'none'],
];
const DONE = 'activation resend_activation set_password reset_password reset_password_confirm';

/** URLs of packages, by their modules; those whose name settings choose are left out. */
const MODULES: ReadonlyMap<string, readonly Row[]> = new Map<string, readonly Row[]>([
  // https://djoser.readthedocs.io/en/latest/base_endpoints.html
  [
    'djoser.urls',
    [
      ['GET', 'users/', { by: 'user' }],
      ['POST', 'users/', { by: 'user_create' }],
      ...users('users/me/', 'current_user'),
      ...users('users/{id}/', 'user'),
      ...DONE.split(' ').map((name): Row => ['POST', `users/${name}/`, 'none']),
    ],
  ],
  [
    'djoser.urls.authtoken',
    [
      ['POST', 'token/login/'],
      ['POST', 'token/logout/', 'none'],
    ],
  ],
  [
    'djoser.urls.jwt',
    [
      ['POST', 'jwt/create/', 'rest_framework_simplejwt.views.TokenObtainPairView'],
      ['POST', 'jwt/refresh/', 'rest_framework_simplejwt.views.TokenRefreshView'],
      ['POST', 'jwt/verify/', 'rest_framework_simplejwt.views.TokenVerifyView'],
    ],
  ],
  // https://dj-rest-auth.readthedocs.io/en/latest/api_endpoints.html
  [
    'dj_rest_auth.urls',
    [
      ['POST', 'login/'],
      ['POST', 'logout/', DETAIL],
      ...READ_OR_CHANGED.map((method): Row => [method, 'user/']),
      ...['reset', 'reset/confirm', 'change'].map((name): Row => ['POST', `password/${name}/`, DETAIL]),
    ],
  ],
  [
    'dj_rest_auth.registration.urls',
    [
      ['POST', ''],
      ['POST', 'verify-email/', DETAIL],
      ['POST', 'resend-email/', DETAIL],
    ],
  ],
]);

type Sent = Pick<Route, 'kind' | 'by' | 'method' | 'path' | 'responses' | 'incomplete'>;

/** The routes of a package's URL module; undefined: it is none of those that are known. */
export function routesOfPackage(source: Source, module: string): readonly Sent[] | undefined {
  const at = { line: 1, column: 1 };
  return MODULES.get(module)?.map(([method, path, sent]): Sent => {
    const route = { kind: 'route', by: BY, method, path: literal(path) } as const;
    if (sent === undefined) return { ...route, responses: [], incomplete: UNSAID };
    if (sent === 'none') return { ...route, responses: [{ status: literal(204), mediaType: 'none', body: literal(null), at }] };
    if (typeof sent === 'object' && 'by' in sent) {
      const made = bySettings(source, `|djoser-${sent.by}`, [unknown(UNSAID)]);
      const isList = method === 'GET' && path === 'users/';
      const data: Expression = isList
        ? bySettings(source, '|paginated', [sentForMany(made)])
        : { kind: 'member', of: made, name: 'data' };
      const status = literal(method === 'POST' ? 201 : 200);
      return { ...route, responses: [{ status, body: bySettings(source, '|rendered', [data]), at }] };
    }
    const body = typeof sent === 'string' ? sentByView(source, sent) : bySettings(source, '|rendered', [textsOf(sent)]);
    return { ...route, responses: body === undefined ? [] : [{ status: literal(200), body, at }] };
  });
}

/** A package view with a known answer, unless the code passes its own serializer. */
export function sentByPackage(source: Source, scope: Scope, view: Node): Omit<Sent, 'path'> | undefined {
  const made = view.kind === 'call' && view.arguments.length === 0 && view.of.kind === 'attribute' ? view.of : undefined;
  const named = made?.name === 'as_view' ? made.of : view;
  const origin = originOf(scope, named) ?? '';
  const body = named.kind === 'call' ? undefined : sentByView(source, origin);
  return (
    body && { kind: 'route', by: BY, method: 'POST', responses: [{ status: literal(200), body, at: source.at(view.start) }] }
  );
}

function sentByView(source: Source, origin: string): Expression | undefined {
  const names = VIEWS.get(origin);
  if (names === undefined) return undefined;
  const plain = textsOf(names);
  const isRefreshing = origin.endsWith('.TokenRefreshView');
  const sent = isRefreshing ? bySettings(source, '|rotated', [textsOf([...names, 'refresh']), plain]) : plain;
  // the view of `authtoken` has its own renderer
  if (!origin.startsWith('rest_framework_simplejwt')) return sent;
  return bySettings(source, '|rendered', [bySettings(source, '|tokens', [sent])]);
}

const textsOf = (names: readonly string[]): Expression => ({
  kind: 'object',
  members: names.map((name) => ({ kind: 'property', name, value: scalar('string'), at: { line: 1, column: 1 } })),
});
