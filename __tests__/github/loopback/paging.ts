import type { Parameters } from './operations.js';

const USUAL = 30;
const MOST = 100;

/** A page of a list, and the `link` header that leads to the others; undefined where there is but one page. */
export function pageOf(
  list: readonly unknown[],
  query: Parameters,
  url: URL,
): { readonly items: readonly unknown[]; readonly link: string | undefined } {
  const size = Math.max(1, Math.min(MOST, Number(query.per_page ?? USUAL)));
  const page = Math.max(1, Number(query.page ?? 1));
  const last = Math.max(1, Math.ceil(list.length / size));
  const to = (number: number, rel: string): string => {
    const there = new URL(url);
    there.searchParams.set('page', String(number));
    return `<${there.href}>; rel="${rel}"`;
  };
  const links = [
    ...(page > 1 ? [to(page - 1, 'prev'), to(1, 'first')] : []),
    ...(page < last ? [to(page + 1, 'next'), to(last, 'last')] : []),
  ];
  return { items: list.slice((page - 1) * size, page * size), link: links.length === 0 ? undefined : links.join(', ') };
}
