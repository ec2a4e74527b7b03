import type { Fact, ResponseTransform } from '../../../../facts/fact.js';
import { REWRITES } from '../../../../model/rewrites.js';
import { moduleOf } from '../naming-settings.js';
import { at, type Source, unknown } from '../source.js';
import { typesWritten } from '../type-serializers.js';
import type { TypeDecl } from '../unit.js';
import { jaxrsProfile } from './jaxrs-profile.js';

/**
 * What changes bodies on their way out: interceptors and filters that put another entity in its place or write to the stream
 * themselves, writers of a type. https://jakarta.ee/specifications/restful-ws/3.1/jakarta-restful-ws-spec-3.1#filters_and_interceptors
 */
export function interceptors(source: Source): readonly Fact[] {
  return source.unit.types.flatMap((decl): readonly Fact[] => {
    const writer = decl.extends.find(({ name }) => name === 'MessageBodyWriter');
    const [of] = writer?.arguments ?? [];
    if (of !== undefined && !ANYTHING.has(of.name)) return typesWritten(source.path, of.name, at(source, decl.index));
    return writer !== undefined || isChanging(source, decl) ? [wrap(source, decl)] : [];
  });
}

const ANYTHING = new Set(['Object', 'Any', '?', 'T']);
const KINDS = /^(?:WriterInterceptor|ContainerResponseFilter)$/;
/** What a stream is put through that those who receive it undo. */
const PACKED = /^(?:GZIP|Deflater|Brotli|Zstd)\w*OutputStream$/;

function isChanging({ unit: { tokens } }: Source, decl: TypeDecl): boolean {
  if (!decl.extends.some(({ name }) => KINDS.test(name))) return false;
  const words = decl.methods.flatMap(({ body }) => (body === undefined ? [] : tokens.list.slice(body.from, body.to)));
  const has = (name: string): boolean => words.some(({ kind, text }) => kind === 'word' && text === name);
  const sets = has('setEntity') || (tokens.dialect === 'kotlin' && has('entity'));
  const isPacked = words.some(({ text }) => PACKED.test(text));
  return sets || ((has('setOutputStream') || (tokens.dialect === 'kotlin' && has('outputStream'))) && !isPacked);
}

function wrap(source: Source, decl: TypeDecl): ResponseTransform {
  const through = unknown(REWRITES.interceptor);
  return { kind: 'wrap', by: jaxrsProfile.id, scope: moduleOf(source.path), through, at: at(source, decl.index) };
}
