import type { Expression } from '../../../facts/expression.js';
import { STATUS_FORMAT } from '../../../model/http-status.js';
import { unknown } from './source.js';
import { collectionModel, entityModel, page, pagedModel, pagedModelOfData, representationModel, slice } from './spring-models.js';

type Make = (given: readonly Expression[]) => Expression;

const scalar = (type: 'string' | 'integer' | 'number' | 'boolean', format?: string): Make => {
  const made: Expression = format === undefined ? { kind: 'scalar', type } : { kind: 'scalar', type, format };
  return () => made;
};
const because =
  (why: string): Make =>
  () =>
    unknown(why);
const item = (given: readonly Expression[], index: number): Expression =>
  given[index] ?? unknown('its type arguments are not given');
const list: Make = (given) => ({ kind: 'array', items: item(given, 0) });
const map: Make = (given) => ({ kind: 'map', values: item(given, 1) });
const nullable: Make = (given) => ({ kind: 'operator', operator: 'nullable', of: item(given, 0) });
const boxed: Make = (given) => {
  const of = item(given, 0);
  return of.kind === 'array' ? { ...of, boxed: true } : of;
};
const first =
  (make: (of: Expression) => Expression): Make =>
  (given) =>
    make(item(given, 0));

const behaviour = because('the interface says nothing of its members');

const text = scalar('string');
const integer = scalar('integer');
const decimal = scalar('number');

/**
 * The JSON types of platform and library types, by package, as Jackson writes them in Spring Boot's configuration (dates are
 * texts).
 */
const PACKAGES: Readonly<Record<string, Readonly<Record<string, Make>>>> = {
  'java.lang': {
    ...{ String: text, CharSequence: text, Character: text, StringBuilder: text },
    ...{ Integer: integer, Long: integer, Short: integer, Byte: integer, Double: decimal, Float: decimal },
    ...{ Boolean: scalar('boolean'), Number: decimal, Iterable: list },
    ...{ Object: because('an Object may be anything') },
    ...{ Comparable: behaviour, Cloneable: behaviour, AutoCloseable: behaviour, Runnable: behaviour },
  },
  kotlin: {
    ...{ String: text, CharSequence: text, Char: text, Int: integer, Long: integer, Short: integer, Byte: integer },
    ...{ UInt: integer, ULong: integer, Double: decimal, Float: decimal, Number: decimal, Boolean: scalar('boolean') },
    ...{
      Array: list,
      IntArray: () => ({ kind: 'array', items: integer([]) }),
      Any: because('Any may be anything'),
      Comparable: behaviour,
      Result: boxed,
    },
    ...{ LongArray: () => ({ kind: 'array', items: integer([]) }), ByteArray: scalar('string', 'byte') },
  },
  'kotlin.collections': {
    ...{ List: list, Set: list, Collection: list, Iterable: list, MutableList: list, MutableSet: list, MutableCollection: list },
    ...{ ArrayList: list, LinkedHashSet: list, HashSet: list, Map: map, MutableMap: map, HashMap: map, LinkedHashMap: map },
  },
  'kotlin.uuid': { Uuid: scalar('string', 'uuid') },
  'java.util': {
    ...{ List: list, ArrayList: list, LinkedList: list, Set: list, HashSet: list, LinkedHashSet: list, TreeSet: list },
    ...{ SortedSet: list, Collection: list, Queue: list, Deque: list, Iterator: list, Vector: list, NavigableSet: list },
    ...{ Map: map, HashMap: map, LinkedHashMap: map, TreeMap: map, SortedMap: map, EnumMap: map, Hashtable: map },
    ...{ Optional: nullable, UUID: scalar('string', 'uuid'), Date: scalar('string', 'date-time') },
    ...{
      NavigableMap: map,
      IdentityHashMap: map,
      WeakHashMap: map,
      EnumSet: list,
      PriorityQueue: list,
      ArrayDeque: list,
      Stack: list,
    },
    ...{ Calendar: scalar('string', 'date-time'), Locale: text, Currency: text, OptionalInt: integer, OptionalLong: integer },
    ...{ TimeZone: text, OptionalDouble: decimal },
  },
  // Jackson writes an entry as a map with one key
  'java.util.Map': { Entry: map },
  'java.util.AbstractMap': { SimpleEntry: map, SimpleImmutableEntry: map },
  'java.util.stream': { Stream: list },
  'java.util.concurrent': {
    ...{ ConcurrentHashMap: map, ConcurrentMap: map, ConcurrentSkipListMap: map, CopyOnWriteArrayList: list },
    ...{ CompletableFuture: boxed, CompletionStage: boxed },
    ...{ CopyOnWriteArraySet: list, ConcurrentLinkedQueue: list, ConcurrentLinkedDeque: list, LinkedBlockingQueue: list },
  },
  'java.util.concurrent.atomic': {
    AtomicInteger: integer,
    AtomicLong: integer,
    AtomicBoolean: scalar('boolean'),
    LongAdder: integer,
  },
  'java.math': { BigDecimal: decimal, BigInteger: integer },
  'java.net': { URI: scalar('string', 'uri'), URL: scalar('string', 'uri') },
  'java.sql': { Timestamp: scalar('string', 'date-time'), Date: scalar('string', 'date'), Time: text },
  'java.time': {
    ...{ Instant: scalar('string', 'date-time'), OffsetDateTime: scalar('string', 'date-time'), LocalTime: text },
    ...{ ZonedDateTime: scalar('string', 'date-time'), LocalDateTime: scalar('string', 'date-time'), YearMonth: text },
    ...{ LocalDate: scalar('string', 'date'), ZoneId: text, ZoneOffset: text, DayOfWeek: text, Month: text },
    ...{ MonthDay: text, Period: text, OffsetTime: text },
  },
  'org.joda.time': {
    DateTime: scalar('string', 'date-time'),
    LocalDate: scalar('string', 'date'),
    LocalDateTime: scalar('string', 'date-time'),
  },
  'kotlinx.datetime': {
    ...{
      Instant: scalar('string', 'date-time'),
      LocalDate: scalar('string', 'date'),
      LocalDateTime: scalar('string', 'date-time'),
    },
  },
  'kotlin.time': { Instant: scalar('string', 'date-time') },
  'reactor.core.publisher': { Flux: list, Mono: boxed },
  'io.smallrye.mutiny': { Multi: list, Uni: boxed },
  'io.vertx.core': { Future: boxed, AsyncResult: boxed },
  'kotlinx.coroutines.flow': { Flow: list },
  'kotlinx.coroutines': { Deferred: boxed },
  'com.google.common.collect': {
    ...{ ImmutableList: list, ImmutableSet: list, ImmutableSortedSet: list, ImmutableCollection: list },
    ...{ ImmutableMap: map, ImmutableSortedMap: map },
  },
  'org.springframework.data.domain': { Page: first(page), PageImpl: first(page), Slice: first(slice) },
  'org.springframework.data.web': { PagedModel: first(pagedModelOfData) },
  'org.springframework.hateoas': {
    ...{ EntityModel: first(entityModel), CollectionModel: first(collectionModel), PagedModel: first(pagedModel) },
    ...{ RepresentationModel: representationModel },
  },
  'org.springframework.http': {
    HttpStatus: scalar('string', STATUS_FORMAT),
    ResponseEntity: because('what a ResponseEntity contains is not known here'),
  },
};

const PRIMITIVES: Readonly<Record<string, Make>> = {
  ...{ int: integer, long: integer, short: integer, byte: integer, double: decimal, float: decimal },
  ...{ boolean: scalar('boolean'), char: text, void: () => ({ kind: 'absent' }) },
};

/** The JSON type of a library type; undefined if it is unknown. */
export function libraryType(path: string, given: readonly Expression[]): Expression | undefined {
  const dot = path.lastIndexOf('.');
  return makerOf(path.slice(0, dot), path.slice(dot + 1))?.(given);
}

/** Is the JSON type of this library type known? */
export function isLibraryType(path: string): boolean {
  const dot = path.lastIndexOf('.');
  return makerOf(path.slice(0, dot), path.slice(dot + 1)) !== undefined;
}

function makerOf(place: string, name: string): Make | undefined {
  const own = Object.hasOwn(PACKAGES, place) ? PACKAGES[place] : undefined;
  return own !== undefined && Object.hasOwn(own, name) ? own[name] : undefined;
}

/** `int`, `boolean`, `void`. */
export function primitiveType(name: string): Expression | undefined {
  return Object.hasOwn(PRIMITIVES, name) ? PRIMITIVES[name]?.([]) : undefined;
}
