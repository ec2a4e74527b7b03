import { posix } from 'node:path';
import { ABSENT, BOOLEAN, type Expression, INTEGER, STRING } from '../../../facts/expression.js';
import type { Fact } from '../../../facts/fact.js';
import type { Naming } from '../../../model/shape.js';
import type { Repository } from '../../extractor.js';
import { BUILD_FILES } from './files/build-files.js';
import { simpleName } from './unit.js';

/** What stands for the rest of a page: a file of the service may say that it is written in another way. */
export const PAGING = 'paging of Spring Data';

/**
 * Code by which pages differ: pages that Spring Data writes by a class of its own, pages without a request, whose `pageable` is
 * the text `INSTANCE`, and Spring Data 1. https://docs.spring.io/spring-data/commons/reference/repositories/core-extensions.html
 */
const OTHER = /\bVIA_DTO\b|\bunpaged\(\)|\bnew PageRequest\(|\bPage(?:::empty\b|\.empty\(\))/;
/** `Page.<Item>empty()`, Kotlin's `Page.empty<Item>()` */
const EMPTY = /\bPage\.(?:empty)?<[\w.,? ]{1,99}>(?:empty)?\(\)/;
/** A class that writes pages, or changes which members Jackson writes. */
const REWRITING =
  /Serializer<(?:\? extends )?Page(?:Impl)?<|[mM]ix[iI]n\w{0,20}\((?:\w{1,20} ?= ?)?Page(?:Impl)?(?:<\*>)?(?:\.|::)class\b/;

/** Does the text change how pages are written? */
export const changesPages = (text: string): boolean =>
  OTHER.test(text) || EMPTY.test(text) || REWRITING.test(text) || makesPageOfList(text);

/** `new PageImpl<>(list)`, without a request. */
function makesPageOfList(text: string): boolean {
  for (let at = text.indexOf('PageImpl'); at >= 0; at = text.indexOf('PageImpl', at + 1)) {
    const [, , given = ''] = /^PageImpl(<[^(){};]{0,200}>)?\(([^{};]{0,300})/.exec(text.slice(at, at + MAX_CALL)) ?? [];
    if (given !== '' && isOneArgument(given)) return true;
  }
  return false;
}
const MAX_CALL = 600;

/** Does the bracket that is open at the start close before a comma of its own? */
function isOneArgument(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (/[(<[]/.test(char)) depth += 1;
    else if (char === ')' && depth === 0) return true;
    else if (/[)>\]]/.test(char)) depth -= 1;
    else if (char === ',' && depth === 0) return false;
  }
  return false;
}

/** Members of a class of Spring; Jackson names them as those of the service. */
function fields(all: Readonly<Record<string, Expression>>, naming: Naming = 'policy'): Expression {
  const place = { line: 1, column: 1 };
  return {
    kind: 'object',
    members: Object.entries(all).map(([name, value]) => ({ kind: 'property', name, naming, value, at: place })),
  };
}

const SORT = fields({ empty: BOOLEAN, sorted: BOOLEAN, unsorted: BOOLEAN });
const PAGEABLE = fields({
  ...{ offset: INTEGER, pageNumber: INTEGER, pageSize: INTEGER, paged: BOOLEAN, unpaged: BOOLEAN, sort: SORT },
});
const UNSURE: Expression = { kind: 'unknown', why: 'what Spring Data writes of this page depends on how it is made' };

type Fields = Readonly<Record<string, Expression>>;
const ENDS: Fields = { last: BOOLEAN, first: BOOLEAN };
const COUNTS: Fields = { size: INTEGER, number: INTEGER, numberOfElements: INTEGER };
const TOTALS: Fields = { totalPages: INTEGER, totalElements: INTEGER };
const sliced = (pageable: Expression, sort: Expression): Fields => ({ pageable, sort, ...ENDS, empty: BOOLEAN, ...COUNTS });
const rest = (pageable: Expression, sort: Expression): Expression => fields({ ...sliced(pageable, sort), ...TOTALS });

const metadata = fields({ size: INTEGER, number: INTEGER, totalElements: INTEGER, totalPages: INTEGER });
const VIA_DTO = fields({ page: metadata });

const listed = (items: Expression): Expression => fields({ content: { kind: 'array', items } });

/** A page of Spring Data, as it is since version 2. */
export const page = (item: Expression): Expression => ({
  kind: 'intersection',
  parts: [
    listed(item),
    { kind: 'operator', operator: 'first-known', of: rest(PAGEABLE, SORT), keys: { kind: 'name', name: PAGING } },
  ],
});
export const slice = (item: Expression): Expression => ({
  kind: 'intersection',
  parts: [listed(item), fields(sliced(UNSURE, SORT))],
});
/** `PagedModel` of Spring Data, not of Spring HATEOAS. */
export const pagedModelOfData = (item: Expression): Expression => ({ kind: 'intersection', parts: [listed(item), VIA_DTO] });

const REWRITTEN: Expression = {
  kind: 'map',
  values: { kind: 'unknown', why: 'code of the service changes what is written of pages' },
};

/** Spring Boot 1 brings Spring Data 1: without `pageable` and `empty`, and `sort` is a list or null. */
const VERSION_1 =
  /spring-boot-(?:starter-parent|dependencies)<\/artifactId>\s{0,99}<version>1\.|spring-boot-gradle-plugin:1\.|springframework\.boot["']\)? version ["']1\.|spring-?[bB]oot[-.]?[vV]ersion(?:>| ?= ?["'])1\./;
const OF_VERSION_1 = fields({ sort: UNSURE, ...ENDS, ...COUNTS, ...TOTALS });

/** The facts of a source, or of a build file, that changes how pages are written. */
export function pagingOf(text: string): readonly Fact[] {
  if (/\bVIA_DTO\b/.test(text)) return pagingFacts(VIA_DTO);
  return pagingFacts(REWRITING.test(text) ? REWRITTEN : rest(UNSURE, UNSURE));
}
export const pagingOfBuild = (text: string): readonly Fact[] => (VERSION_1.test(text) ? pagingFacts(OF_VERSION_1) : []);
/** The facts of a setting of the service's properties. */
export const pagingOfMode = (mode: string): readonly Fact[] =>
  pagingFacts(/^via.dto$/i.test(mode) ? VIA_DTO : rest(UNSURE, UNSURE));

const pagingFacts = (type: Expression): readonly Fact[] => exported(PAGING, type);

/** A type of this name, for other files. */
function exported(name: string, type: Expression): readonly Fact[] {
  const at = { line: 1, column: 1 };
  return [
    { kind: 'declaration', name, form: 'alias', type, at },
    { kind: 'export', name, value: { kind: 'name', name }, at },
  ];
}

const optional = (of: Expression): Expression => ({ kind: 'union', options: [of, ABSENT] });
const LINK = fields({
  href: STRING,
  templated: optional(BOOLEAN),
  ...Object.fromEntries(['hreflang', 'title', 'type', 'deprecation', 'profile', 'name'].map((name) => [name, optional(STRING)])),
});
const LINKS = { _links: { kind: 'map', values: LINK } } as const;

/**
 * What stands for the items of a collection where their relation has another name than the default: by an annotation of their
 * class, or by a library in the build that knows plurals.
 */
export const PLURALS = 'plurals of relations';
export const relationOf = (type: string): string => `${type}|relation`;
const NAMED_ELSEWHERE: Expression = { kind: 'map', values: { kind: 'unknown', why: 'the name of its relation is not read' } };

function embedded(item: Expression): Expression {
  const content = item.kind === 'intersection' ? item.parts[0] : item;
  if (content?.kind !== 'name') return { kind: 'map', values: { kind: 'array', items: item } };
  const name = simpleName(content.name);
  const own = fields({ [`${name.charAt(0).toLowerCase()}${name.slice(1)}List`]: { kind: 'array', items: item } }, 'explicit');
  const annotated: Expression = { kind: 'name', name: relationOf(content.name) };
  const known: Expression = { kind: 'operator', operator: 'first-known', of: own, keys: annotated };
  return { kind: 'operator', operator: 'first-known', of: known, keys: { kind: 'name', name: PLURALS } };
}

/** The fact by which items have relations of another name. */
export const namedElsewhere = (name: string): readonly Fact[] => exported(name, NAMED_ELSEWHERE);

/**
 * Spring HATEOAS in its default form, HAL: links by relation, and the items of a collection below the name of their relation.
 * https://docs.spring.io/spring-hateoas/docs/current/reference/html/#mediatypes.hal
 */
export const representationModel = (): Expression => fields(LINKS, 'explicit');
export const entityModel = (content: Expression): Expression => ({
  kind: 'intersection',
  parts: [content, representationModel()],
});
export const collectionModel = (item: Expression): Expression =>
  fields({ _embedded: optional(embedded(item)), ...LINKS }, 'explicit');
export const pagedModel = (item: Expression): Expression => ({
  kind: 'intersection',
  parts: [collectionModel(item), fields({ page: metadata })],
});

/** The build file of the module, or of a folder above, that has a fact of this name, such as of a library that knows plurals. */
export function buildWith(name: string, from: string, { configuration }: Repository): string | undefined {
  for (let folder = posix.dirname(from); ; folder = posix.dirname(folder)) {
    const files = BUILD_FILES.map((one) => posix.join(folder, one));
    const found = files.find((file) =>
      configuration.get(file)?.facts.some((fact) => fact.kind === 'export' && fact.name === name),
    );
    if (found !== undefined || folder === '.') return found;
  }
}
