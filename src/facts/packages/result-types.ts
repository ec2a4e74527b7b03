import { type Expression, NUMBER, type ObjectMember, STRING } from '../expression.js';
import type { Lazy } from '../program.js';
import { compose } from '../values/compose.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../values/target.js';
import { entityOf } from './entities.js';

const AT = { line: 1, column: 1 };
const ANY: Expression = { kind: 'unknown', why: 'its package allows any value' };
const list = (items: Expression): Expression => ({ kind: 'array', items });
const texts = (...values: readonly string[]): Expression => ({
  kind: 'union',
  options: values.map((value): Expression => ({ kind: 'literal', value })),
});

/** An object; a field whose name ends with `?` may be absent. */
const fields = (all: Readonly<Record<string, Expression>>): Expression => ({
  kind: 'object',
  members: Object.entries(all).map(([key, value]): ObjectMember => {
    const optional = key.endsWith('?');
    return { kind: 'property', name: optional ? key.slice(0, -1) : key, value, ...(optional && { optional }), at: AT };
  }),
});

const COUNTED: Expression = { kind: 'unknown', why: 'the database decides whether it counts the rows' };
/** https://typeorm.io/docs/working-with-entity-manager/repository-api. */
export const typeormResults: ReadonlyMap<string, Expression> = new Map([
  ['UpdateResult', fields({ generatedMaps: list(ANY), raw: ANY, affected: COUNTED })],
  ['DeleteResult', fields({ raw: ANY, affected: COUNTED })],
  ['InsertResult', fields({ identifiers: list(ANY), generatedMaps: list(ANY), raw: ANY })],
]);

/** https://docs.nestjs.com/recipes/terminus; an indicator may add members. */
const STATUS: ObjectMember = { kind: 'property', name: 'status', value: texts('up', 'down'), at: AT };
const INDICATOR: Expression = { kind: 'object', members: [STATUS, { kind: 'rest', values: ANY }] };
const INDICATORS: Expression = { kind: 'map', values: INDICATOR };
const HEALTH = fields({
  status: texts('ok', 'error', 'shutting_down'),
  ...{ info: INDICATORS, error: INDICATORS, details: INDICATORS },
});
/** A member that options of the page, or the request, leave out. */
const SOMETIMES: Expression = { kind: 'unknown', why: 'options of the page decide whether it is sent' };

/** https://github.com/ppetzold/nestjs-paginate, without a cursor */
const paginated = (item: Expression): Expression =>
  fields({
    data: list(item),
    meta: fields({
      ...{ itemsPerPage: NUMBER, totalItems: NUMBER, currentPage: NUMBER, totalPages: NUMBER, sortBy: list(ANY) },
      ...{ searchBy: SOMETIMES, search: SOMETIMES, select: SOMETIMES, filter: SOMETIMES, 'cursor?': STRING },
    }),
    links: fields({ 'first?': STRING, 'previous?': STRING, current: STRING, 'next?': STRING, 'last?': STRING }),
  });

/** https://github.com/nestjsx/nestjs-typeorm-paginate */
const pagination = (item: Expression): Expression =>
  fields({
    items: list(item),
    meta: fields({ itemCount: NUMBER, totalItems: NUMBER, itemsPerPage: NUMBER, totalPages: NUMBER, currentPage: NUMBER }),
    links: SOMETIMES,
  });

/** Pages of items: the type, and the position of the repository in the arguments of `paginate`. */
const PAGES: ReadonlyMap<
  string,
  { readonly type: string; readonly page: (item: Expression) => Expression; readonly from: number }
> = new Map([
  ['nestjs-paginate', { type: 'Paginated', page: paginated, from: 1 }],
  ['nestjs-typeorm-paginate', { type: 'Pagination', page: pagination, from: 0 }],
]);

function type(_: Resolver, { specifier, path, arguments: [item], from = '' }: ExternalTarget): Lazy | undefined {
  const pages = PAGES.get(specifier);
  const name = path.join('.');
  if (pages !== undefined && item !== undefined)
    return name === pages.type ? compose(from, (put) => pages.page(put(item))) : undefined;
  return name === 'HealthCheckResult' ? { expression: HEALTH, site: { file: from } } : undefined;
}

function call(resolver: Resolver, { specifier, path }: ExternalTarget, { expression, site }: Lazy): Lazy | undefined {
  const name = path.at(-1);
  if (path.at(-2) === 'HealthCheckService') return name === 'check' ? { expression: HEALTH, site } : undefined;
  const pages = PAGES.get(specifier);
  const given = pages && expression.kind === 'returns' ? expression.values?.[pages.from] : undefined;
  if (pages === undefined || given === undefined || name !== 'paginate') return undefined;
  const repository = resolver.resolve(resolver, { expression: given, site }, 'shape');
  const item = repository.kind === 'external' ? entityOf(repository) : undefined;
  return item && compose(site.file, (put) => pages.page(put(item)));
}

/** Types that services send as they are. */
export const resultTypes: KnownPackage = {
  title: 'Packages for NestJS',
  specifiers: /^(?:@nestjs\/terminus|nestjs-(?:typeorm-)?paginate)$/,
  call,
  type,
};
