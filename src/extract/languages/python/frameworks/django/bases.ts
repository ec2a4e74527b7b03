import { originOf, type Scope } from '../../scope.js';
import { lastName, type Node } from '../../syntax/syntax.js';

/** A route of a library base class: the HTTP method, the handling class method, and whether the route is for one item. */
export interface Inherited {
  readonly method: string;
  readonly member: string;
  readonly detail: boolean;
}

const one = (method: string, member: string, detail = false): Inherited => ({ method, member, detail });
const LIST = one('GET', 'list');
const CREATE = one('POST', 'create');
const RETRIEVE = one('GET', 'retrieve', true);
const UPDATE = one('PUT', 'update', true);
const PATCH = one('PATCH', 'partial_update', true);
const DESTROY = one('DELETE', 'destroy', true);

/** Routes of viewset methods, by name (https://www.django-rest-framework.org/api-guide/routers/). */
export const ACTIONS: readonly Inherited[] = [LIST, CREATE, RETRIEVE, UPDATE, PATCH, DESTROY];

/** Bases of viewsets (https://www.django-rest-framework.org/api-guide/viewsets/). */
export const VIEWSET_BASES: Readonly<Record<string, readonly Inherited[]>> = {
  ModelViewSet: ACTIONS,
  ReadOnlyModelViewSet: [LIST, RETRIEVE],
  GenericViewSet: [],
  ViewSet: [],
  ViewSetMixin: [],
  ListModelMixin: [LIST],
  CreateModelMixin: [CREATE],
  RetrieveModelMixin: [RETRIEVE],
  UpdateModelMixin: [UPDATE, PATCH],
  DestroyModelMixin: [DESTROY],
};

/** The mixins of a generic view that is a viewset as well: `class Todos(ListCreateAPIView, GenericViewSet)`. */
export function mixinsOf(name: string): readonly Inherited[] {
  if (!/^(?:List|Create|Retrieve|Update|Destroy)+APIView$/.test(name)) return VIEWSET_BASES[name] ?? [];
  return [...name.matchAll(/List|Create|Retrieve|Update|Destroy/g)].flatMap(([part]) => VIEWSET_BASES[`${part}ModelMixin`] ?? []);
}

const GET = 'GET';
/**
 * View bases with the HTTP methods that they handle (https://www.django-rest-framework.org/api-guide/generic-views/, Django's
 * own).
 */
export const VIEW_BASES: Readonly<Record<string, readonly string[]>> = {
  APIView: [],
  GenericAPIView: [],
  View: [],
  ListAPIView: [GET],
  CreateAPIView: ['POST'],
  RetrieveAPIView: [GET],
  UpdateAPIView: ['PUT', 'PATCH'],
  DestroyAPIView: ['DELETE'],
  ListCreateAPIView: [GET, 'POST'],
  RetrieveUpdateAPIView: [GET, 'PUT', 'PATCH'],
  RetrieveDestroyAPIView: [GET, 'DELETE'],
  RetrieveUpdateDestroyAPIView: [GET, 'PUT', 'PATCH', 'DELETE'],
  TemplateView: [GET],
  ListView: [GET],
  DetailView: [GET],
  ArchiveIndexView: [GET],
  FormView: [GET, 'POST'],
  CreateView: [GET, 'POST'],
  UpdateView: [GET, 'POST'],
  DeleteView: [GET, 'POST', 'DELETE'],
  RedirectView: [GET, 'POST', 'PUT', 'PATCH', 'DELETE'],
  ObtainAuthToken: ['POST'],
  TokenObtainPairView: ['POST'],
  TokenRefreshView: ['POST'],
  TokenVerifyView: ['POST'],
  TokenViewBase: ['POST'],
  LoginView: [GET, 'POST'],
  LogoutView: ['POST'],
};

const PLAIN_MIXIN =
  /(?:Permission|Login|UserPasses|Access|Auth|Csrf|Cors|Cache|Context|Filter|Pagination|Throttl|Serializer|Multiple|Queryset)/;

/** Whether a base class of this name adds no routes. */
export function isPlainBase(name: string): boolean {
  return /^(?:object|Generic|ABC)$/.test(name) || (name.endsWith('Mixin') && PLAIN_MIXIN.test(name));
}

/** The methods of a generic view that do the work for an HTTP method. */
export const WORKERS: Readonly<Record<string, readonly string[]>> = {
  GET: ['get', 'list', 'retrieve'],
  POST: ['post', 'create'],
  PUT: ['put', 'update'],
  PATCH: ['patch', 'partial_update'],
  DELETE: ['delete', 'destroy'],
};

/** The method that does the work for an HTTP method in a generic view of this name. */
export const workerOf = (method: string, base: string): string =>
  method === 'GET' ? (/^List/.test(base) ? 'list' : 'retrieve') : (WORKERS[method]?.[1] ?? '');

/** The name of a base class where it is declared: `from x import TokenRefreshView as Refresh`. */
export function baseName(outside: Scope, base: Node): string {
  const origin = originOf(outside, base);
  return origin?.includes('.') === true ? origin.slice(origin.lastIndexOf('.') + 1) : (lastName(base) ?? '');
}
