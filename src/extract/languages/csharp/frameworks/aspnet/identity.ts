import { BOOLEAN, type Expression, nullable, type ObjectMember, STRING } from '../../../../../facts/expression.js';
import type { Response, Route } from '../../../../../facts/fact.js';
import { camelCase } from '../../../../../model/naming-policy.js';

type At = Route['at'];
type Members = Readonly<Record<string, Expression>>;

const integer = (format: string): Expression => ({ kind: 'scalar', type: 'integer', format });

const TOKEN: Members = { TokenType: STRING, AccessToken: STRING, ExpiresIn: integer('int64'), RefreshToken: STRING };
const INFO: Members = { Email: STRING, IsEmailConfirmed: BOOLEAN };
const TWO_FACTOR: Members = {
  SharedKey: STRING,
  RecoveryCodesLeft: integer('int32'),
  RecoveryCodes: nullable({ kind: 'array', items: STRING }),
  IsTwoFactorEnabled: BOOLEAN,
  IsMachineRemembered: BOOLEAN,
};

/**
 * The endpoints of `MapIdentityApi<TUser>()`, with the members that they send.
 * https://learn.microsoft.com/aspnet/core/security/authentication/identity-api-authorization
 */
const ENDPOINTS: readonly (readonly [method: string, path: string, sent?: Members | 'text'])[] = [
  ['POST', '/register'],
  ['POST', '/login', TOKEN],
  ['POST', '/refresh', TOKEN],
  ['GET', '/confirmEmail', 'text'],
  ['POST', '/resendConfirmationEmail'],
  ['POST', '/forgotPassword'],
  ['POST', '/resetPassword'],
  ['POST', '/manage/2fa', TWO_FACTOR],
  ['GET', '/manage/info', INFO],
  ['POST', '/manage/info', INFO],
];

/** The routes that ASP.NET Core Identity maps on a router. */
export function identityRoutes(by: string, router: Expression, at: At): readonly Route[] {
  return ENDPOINTS.map(([method, path, sent]) => ({
    ...{ kind: 'route', by, method, path: { kind: 'literal', value: path }, router, at },
    responses: [{ status: { kind: 'literal', value: 200 }, ...bodyOf(sent, at), at }],
  }));
}

function bodyOf(sent: Members | 'text' | undefined, at: At): Omit<Response, 'status' | 'at'> {
  if (sent === undefined) return { mediaType: 'none', body: { kind: 'absent' }, direct: true };
  if (sent === 'text') return { mediaType: 'text/plain', body: STRING, direct: true };
  const members = Object.entries(sent).map(
    ([member, value]): ObjectMember => ({ kind: 'property', name: camelCase(member), member, naming: 'policy', value, at }),
  );
  return { body: { kind: 'object', members } };
}
