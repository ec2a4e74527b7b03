import type { FileGap } from '../../../../../facts/fact.js';
import { annotation } from '../../annotations.js';
import { stringValue } from '../../literals.js';
import { at, type Source } from '../../source.js';
import { closingOf, tokenAt } from '../../tokens.js';
import type { Range } from '../../unit.js';

/** Servlets of frameworks that have a reader. */
const READ =
  /^(?:DispatcherServlet|ServletContainer|HttpServletDispatcher|HttpServlet30Dispatcher|CXFServlet|CXFNonSpringServlet)$/;
const MAPPINGS = /^(?:addMapping|addUrlMappings|setUrlMappings|urlMappings)$/;

/**
 * Servlets that code or an annotation registers; each hides the operations below its mappings.
 * https://jakarta.ee/specifications/servlet/6.0/jakarta-servlet-spec-6.0#specification-of-mappings
 */
export function registeredServlets(source: Source): readonly FileGap[] {
  const { tokens } = source.unit;
  const gaps = source.unit.types.flatMap((decl): readonly FileGap[] => {
    const mapped = annotation(decl.annotations, 'WebServlet');
    if (mapped === undefined) return [];
    const { from, to } = { from: mapped.index, to: mapped.arguments.at(-1)?.to ?? mapped.index };
    return gapsOf(source, mapped.index, pathsIn(source, { from, to }));
  });
  const called = tokens.list.flatMap(({ kind, text }, index): readonly FileGap[] => {
    const before = tokenAt(tokens, index - 1).text;
    const isMade = text === 'ServletRegistrationBean' && (tokens.dialect === 'java' ? before === 'new' : !/^[:<]$/.test(before));
    if (kind !== 'word' || !(isMade || text === 'addServlet')) return [];
    const open = tokenAt(tokens, index + 1).text === '<' ? pastAngles(source, index + 1) : index + 1;
    if (tokenAt(tokens, open).text !== '(') return [];
    const given = { from: open, to: closingOf(tokens, open) };
    const words = tokens.list.slice(given.from, Math.min(given.to, given.from + MAX_WORDS)).map((one) => one.text);
    if (words.some((word) => READ.test(word))) return [];
    const end = Math.min(tokens.list.length, given.to + MAX_WORDS);
    return gapsOf(source, index, [...pathsIn(source, given), ...mappingsAfter(source, { from: given.to, to: end })]);
  });
  return [...gaps, ...called];
}

const MAX_WORDS = 200;

/** The position after `<>` or `<Type>`. */
function pastAngles({ unit: { tokens } }: Source, from: number): number {
  for (let at = from; at < from + 20; at++) if (tokenAt(tokens, at).text === '>') return at + 1;
  return from;
}

/** Texts that are paths. */
function pathsIn({ unit: { tokens } }: Source, { from, to }: Range): readonly string[] {
  return tokens.list.slice(from, Math.min(to, from + MAX_WORDS)).flatMap(({ kind, text }) => {
    const written = kind === 'string' ? (stringValue(text, tokens.dialect) ?? '') : '';
    return written.startsWith('/') ? [written] : [];
  });
}

/** `registration.addMapping("/x")`, up to the end of the method. */
function mappingsAfter(source: Source, { from, to }: Range): readonly string[] {
  const { tokens } = source.unit;
  const paths: string[] = [];
  for (let index = from; index < to && !tokenAt(tokens, index).text.startsWith('}'); index++) {
    if (MAPPINGS.test(tokenAt(tokens, index).text))
      paths.push(...pathsIn(source, { from: index + 1, to: closingOf(tokens, index + 1) }));
  }
  return paths;
}

/** One gap for each mapping; a servlet without a literal mapping gets one that hides everything. */
function gapsOf(source: Source, index: number, paths: readonly string[]): readonly FileGap[] {
  const detail = 'What this servlet answers is not read.';
  const common = { reason: 'unsupported-framework' as const, detail, at: at(source, index) };
  const prefixes = paths.map((path) => path.replace(/\/?\*$/, ''));
  if (prefixes.length === 0 || prefixes.includes('')) return [{ ...common, hides: 'service' }];
  return prefixes.map((prefix) => ({ ...common, hides: { prefix } }));
}
