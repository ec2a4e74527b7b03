import type { Expression, ObjectMember } from '../../../facts/expression.js';
import { camelCase } from '../../../model/naming-policy.js';
import type { Source } from './source.js';

/** Members with their types; `key` is the type argument, or a text. */
const ENTITIES: Readonly<Record<string, string>> = {
  IdentityUser:
    'Id:key UserName:string? NormalizedUserName:string? Email:string? NormalizedEmail:string? EmailConfirmed:bool ' +
    'PasswordHash:string? SecurityStamp:string? ConcurrencyStamp:string? PhoneNumber:string? PhoneNumberConfirmed:bool ' +
    'TwoFactorEnabled:bool LockoutEnd:date? LockoutEnabled:bool AccessFailedCount:int',
  IdentityRole: 'Id:key Name:string? NormalizedName:string? ConcurrencyStamp:string?',
  IdentityUserRole: 'UserId:key RoleId:key',
  IdentityUserClaim: 'Id:int UserId:key ClaimType:string? ClaimValue:string?',
  IdentityRoleClaim: 'Id:int RoleId:key ClaimType:string? ClaimValue:string?',
  IdentityUserLogin: 'LoginProvider:string ProviderKey:string ProviderDisplayName:string? UserId:key',
  IdentityUserToken: 'UserId:key LoginProvider:string Name:string Value:string?',
};

const TYPES: Readonly<Record<string, Expression>> = {
  string: { kind: 'scalar', type: 'string' },
  bool: { kind: 'scalar', type: 'boolean' },
  int: { kind: 'scalar', type: 'integer', format: 'int32' },
  date: { kind: 'scalar', type: 'string', format: 'date-time' },
};
const NULL: Expression = { kind: 'literal', value: null };

/**
 * An entity of ASP.NET Core Identity, which services extend and send: `class Reader : IdentityUser<Guid>`. Undefined for other
 * types. https://learn.microsoft.com/dotnet/api/microsoft.aspnetcore.identity.identityuser-1
 */
export function identityEntity({ tree }: Source, name: string, [key]: readonly Expression[]): Expression | undefined {
  const members = Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : undefined;
  const isUsed = tree.usings.some(({ name: space, alias }) => alias === undefined && space === 'Microsoft.AspNetCore.Identity');
  if (members === undefined || !isUsed) return undefined;
  return {
    kind: 'object',
    members: members.split(' ').map((written): ObjectMember => {
      const [member = '', type = ''] = written.split(':');
      const of = type === 'key' ? key : TYPES[type.replace('?', '')];
      const value = of ?? { kind: 'scalar', type: 'string' };
      return {
        ...{ kind: 'property', name: camelCase(member), member, naming: 'policy', at: { line: 1, column: 1 } },
        value: type.endsWith('?') ? { kind: 'union', options: [value, NULL] } : value,
      };
    }),
  };
}
