import { BOOLEAN, type Expression, NULL, type ObjectMember, STRING, scalar } from '../../../facts/expression.js';
import { nullInDoubt } from '../../../facts/null-in-doubt.js';
import { camelCase } from '../../../model/naming-policy.js';
import type { Source } from './source.js';

/**
 * Members with their types; `key` is the type argument, or a text. What `UserManager` and `RoleManager` set of each entity is
 * never null, whatever its type says; `~`: they ask for it only as the service configures them.
 */
const ENTITIES: Readonly<Record<string, string>> = {
  IdentityUser:
    'Id:key UserName:string NormalizedUserName:string Email:string~ NormalizedEmail:string~ EmailConfirmed:bool ' +
    'PasswordHash:string? SecurityStamp:string ConcurrencyStamp:string PhoneNumber:string? PhoneNumberConfirmed:bool ' +
    'TwoFactorEnabled:bool LockoutEnd:date? LockoutEnabled:bool AccessFailedCount:int',
  IdentityRole: 'Id:key Name:string NormalizedName:string ConcurrencyStamp:string~',
  IdentityUserRole: 'UserId:key RoleId:key',
  IdentityUserClaim: 'Id:int UserId:key ClaimType:string? ClaimValue:string?',
  IdentityRoleClaim: 'Id:int RoleId:key ClaimType:string? ClaimValue:string?',
  IdentityUserLogin: 'LoginProvider:string ProviderKey:string ProviderDisplayName:string? UserId:key',
  IdentityUserToken: 'UserId:key LoginProvider:string Name:string Value:string?',
};

const TYPES: Readonly<Record<string, Expression>> = {
  string: STRING,
  bool: BOOLEAN,
  int: scalar('integer', 'int32'),
  date: scalar('string', 'date-time'),
};
const NOTHING: Readonly<Record<string, Expression>> = {
  '?': NULL,
  '~': nullInDoubt('whether each entity of ASP.NET Core Identity has this member depends on its settings'),
};

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
      const value = (type === 'key' ? key : TYPES[type.replace(/[?~]$/, '')]) ?? STRING;
      const nothing = NOTHING[type.slice(-1)];
      return {
        ...{ kind: 'property', name: camelCase(member), member, naming: 'policy', at: { line: 1, column: 1 } },
        value: nothing === undefined ? value : { kind: 'union', options: [value, nothing] },
      };
    }),
  };
}
