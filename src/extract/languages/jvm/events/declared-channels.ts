import type { Expression } from '../../../../facts/expression.js';
import type { Fact, MessageSite } from '../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../extractor.js';
import { annotation, argument, stringsOf } from '../annotations.js';
import { property } from '../routing/braced-paths.js';
import { at, literal, type Source, scopeOf } from '../source.js';
import { typeOf } from '../types.js';
import type { Annotation, Field, Method, TypeDecl, TypeRef } from '../unit.js';
import { eventProfiles } from './profiles.js';
import { bindingsOf, componentBindings, lambdaBeans } from './stream-functions.js';

const BY = eventProfiles.declaredChannels.id;

/**
 * Channels that a service declares to read or write: https://smallrye.io/smallrye-reactive-messaging,
 * https://docs.spring.io/spring-cloud-stream/reference/spring-cloud-stream/functional-binding-names.html
 */
export const declaredChannels: Extractor<Source> = {
  ...eventProfiles.declaredChannels,
  extract: (source): Extraction => {
    const facts: Fact[] = [];
    for (const decl of source.unit.types) {
      for (const method of decl.methods) facts.push(...annotated(source, decl, method));
      facts.push(...bound(source, decl));
      for (const field of [...decl.fields, ...decl.components]) facts.push(...emitting(source, decl, field));
    }
    return { facts, gaps: source.unit.types.flatMap((decl) => lambdaBeans(source, decl)) };
  },
};

type Direction = MessageSite['direction'];

function siteAt(
  source: Source,
  decl: TypeDecl,
  index: number,
  given: {
    readonly direction: Direction;
    readonly name: string;
    readonly keys: readonly string[];
    readonly type: TypeRef | undefined;
  },
): MessageSite {
  const { direction, name, keys, type } = given;
  const payload = type === undefined || RAW.test(type.name) ? {} : { payload: typeOf(source, scopeOf(decl), type) };
  const aliases: Expression = { kind: 'tuple', items: keys.map((key) => property(source, key)) };
  return { kind: 'message', by: BY, direction, channel: literal(name), aliases, ...payload, at: at(source, index) };
}

/** Types whose last type argument is the event. */
const AROUND =
  /(?:^|\.)(?:Message|Record|ConsumerRecord|ConsumerRecords|KafkaRecord|Uni|Multi|CompletionStage|CompletableFuture|Publisher|Flow|Flux|Mono|List)$/;
const RAW = /^(?:String|Object|Any|byte|ByteArray|JsonObject|void|Void|Unit|\?|->|\[\])$/;

function inside(type: TypeRef | undefined): TypeRef | undefined {
  let found = type;
  for (let depth = 0; found !== undefined && AROUND.test(found.name) && depth < 5; depth += 1) found = found.arguments.at(-1);
  return found;
}

const nameIn = (source: Source, of: Annotation): string | undefined => stringsOf(source, argument(of, 'value'))?.[0];

const topicKeys = (way: 'incoming' | 'outgoing', name: string): readonly string[] => [
  `mp.messaging.${way}.${name}.topic`,
  `mp.messaging.${way}.${name}.address`,
];

/** `@Incoming("orders")` on a method: the event is its parameter; `@Outgoing("mails")`: the event is its result. */
function annotated(source: Source, decl: TypeDecl, method: Method): readonly Fact[] {
  return method.annotations.flatMap((one): readonly Fact[] => {
    const name = one.name === 'Incoming' || one.name === 'Outgoing' ? nameIn(source, one) : undefined;
    if (name === undefined) return [];
    const isIn = one.name === 'Incoming';
    const type = inside(isIn ? method.parameters[0]?.type : method.type);
    const direction: Direction = isIn ? 'subscribe' : 'publish';
    return [siteAt(source, decl, one.index, { direction, name, keys: topicKeys(isIn ? 'incoming' : 'outgoing', name), type })];
  });
}

/** `@Channel("mails") Emitter<Mail> mails`. */
function emitting(source: Source, decl: TypeDecl, field: Field): readonly Fact[] {
  const channel = annotation(field.annotations, 'Channel');
  const name = channel && nameIn(source, channel);
  if (channel === undefined || name === undefined || !/Emitter$/.test(field.type?.name ?? '')) return [];
  const type = inside(field.type?.arguments[0]);
  return [siteAt(source, decl, channel.index, { direction: 'publish', name, keys: topicKeys('outgoing', name), type })];
}

function bound(source: Source, decl: TypeDecl): readonly Fact[] {
  return [...bindingsOf(source, decl), ...componentBindings(source, decl)].map(({ way, name, type, index }) => {
    const keys = [`spring.cloud.stream.bindings.${name}.destination`];
    const direction: Direction = way === 'in' ? 'subscribe' : 'publish';
    return siteAt(source, decl, index, { direction, name, keys, type: inside(type) });
  });
}
