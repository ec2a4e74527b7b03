import type { Contract, Message } from '../../src/contracts/contract.js';
import type { CodeMessage } from '../../src/facts/codebase.js';
import type { Gap } from '../../src/model/gap.js';
import type { Shape } from '../../src/model/shape.js';
import { contract003 } from '../../src/rules/contract-003.js';
import { pairEvents } from '../../src/rules/pairing/pair-events.js';
import type { Verdict } from '../../src/rules/rule.js';
import { expectQuick } from '../processor-time.js';
import { codebase, contract, fieldsOf, integer, NO_TYPES, nullable, required, sent, text, unseen } from './given.js';

const at = (line: number, file = 'asyncapi.yaml') => ({ file, line });

function expectation(subject: string, payload?: Shape, parts: Partial<Message> = {}): Message {
  const [direction, channel = ''] = subject.split(' ');
  const variants = [{ names: ['Event'], ...(payload === undefined ? {} : { payload }), at: at(11) }];
  return { subject, direction: direction as Message['direction'], channel, aliases: [], variants, at: at(10), ...parts };
}

function message(subject: string, payload: Shape, parts: Partial<CodeMessage> = {}): CodeMessage {
  const [direction, channel = '', event] = subject.split(' ');
  const named = event === undefined ? {} : { event };
  return {
    direction: direction as CodeMessage['direction'],
    channel,
    aliases: [],
    ...named,
    payload,
    by: 'toy/kafka',
    at: at(1, 'bus.ts'),
    ...parts,
  };
}

const given = (...messages: readonly Message[]): Contract => contract([], { kind: 'asyncapi', messages });

function verdict(one: Message, messages: readonly CodeMessage[], gaps: readonly Gap[] = []): Verdict {
  const [pairing] = pairEvents([given(one)], codebase([], { messages, gaps })).pairings;
  if (pairing === undefined) throw new Error('nothing was paired');
  return contract003.check(pairing, NO_TYPES);
}

const found = ({ violations }: Verdict) =>
  violations.map(({ severity, problem, field }) => `${severity} ${problem} ${field ?? ''}`.trim());
const OTHER = message('publish others', text);

describe('which code a channel is paired with', () => {
  test.each([
    ['its address', expectation('publish orders', text), message('publish orders', text)],
    [
      'a name of its bindings',
      expectation('publish orders', text, { aliases: ['orders.v1'] }),
      message('publish orders.v1', text),
    ],
    [
      'the queue beside the routing key',
      expectation('subscribe billing', text),
      message('subscribe orders.paid', text, { aliases: ['billing'] }),
    ],
    ['an event of a socket', expectation('publish order:created', text), message('publish / order:created', text)],
    ['a parameter', expectation('publish orders.{id}', text), message('publish orders.7', text)],
  ])('%s', (_, one, code) => {
    expect(verdict(one, [code, OTHER]).outcome).toBe('kept');
  });

  test('of several messages on one channel that with the name of the event', () => {
    const variants = [
      { names: ['Created'], payload: required({ id: text }), at: at(20) },
      { names: ['Removed'], payload: required({ reason: text }), at: at(30) },
    ];
    const one = expectation('publish jobs', undefined, { variants });
    expect(found(verdict(one, [message('publish jobs removed', sent({ id: text }))]))).toEqual([
      'error missing reason',
      'note extra id',
    ]);
    expect(verdict(one, [message('publish jobs created', sent({ id: text }))]).outcome).toBe('kept');
  });

  test('a channel that is known in part alone decides nothing against it', () => {
    const one = expectation('publish orders.eu.paid', required({ id: text }));
    expect(verdict(one, [message('publish orders.{}.paid', sent({ id: text }))]).outcome).toBe('kept');
    expect(verdict(one, [message('publish orders.{}.paid', sent({ no: text }))])).toMatchObject({
      outcome: 'open',
      violations: [],
    });
  });
});

test('ten thousand channels are laid beside ten thousand places in time', async () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `orders.${index}`);
  const expectations = names.map((name) => expectation(`publish ${name}`, text));
  const code = names.map((name, index) => message(`publish ${name}${index % 2 === 0 ? '' : '.old'}`, text));
  const hiding = names.map(
    (_, index): Gap => ({ reason: 'dynamic-channel', detail: `${index}`, at: at(index), hides: { messages: 'publish' } }),
  );
  await expectQuick(10_000, () => {
    const { pairings } = pairEvents([given(...expectations)], codebase([], { messages: code, gaps: hiding }));
    const open = pairings.filter((one) => contract003.check(one, NO_TYPES).outcome === 'open');
    expect(open).toHaveLength(5000);
  });
});

test('more names with parts that may be any than can be compared leave nothing missing', async () => {
  const expectations = Array.from({ length: 400 }, (_, index) => expectation(`publish ${'{a}x'.repeat(80)}${index}`, text));
  const code = Array.from({ length: 300 }, (_, index) => message(`publish {}${'y{}'.repeat(100)}${index}`, text));
  await expectQuick(15_000, () => {
    const { pairings } = pairEvents([given(...expectations)], codebase([], { messages: code }));
    expect(pairings.filter(({ actuals, hiddenBy }) => actuals.length === 0 && hiddenBy.length === 0)).toEqual([]);
  });
});

describe('an event of the same name over another protocol', () => {
  const sent = [message('publish orders', text, { by: 'toy/amqplib' })];

  test.each([
    [['kafka'], 'open'],
    [['amqps'], 'kept'],
    [[], 'kept'],
  ] as const)('promised over %j', (protocols, outcome) => {
    expect(verdict(expectation('publish orders', text, { protocols }), sent).outcome).toBe(outcome);
  });
});

describe('a channel that the contract gives no address', () => {
  const unaddressed = expectation('publish parcels', text, { unaddressed: true });

  test('goes by the names of its messages', () => {
    expect(verdict(unaddressed, [message('publish / event', text)]).outcome).toBe('kept');
    expect(found(verdict(unaddressed, [message('publish / event', integer)]))).not.toEqual([]);
  });

  test('is never missing', () => {
    expect(verdict(unaddressed, [message('publish / another', text)]).outcome).toBe('open');
  });
});

describe('a document of which all events fit the other way round', () => {
  const expectations = ['subscribe a', 'subscribe b'].map((subject) => expectation(subject, text));
  const suggestions = (messages: readonly CodeMessage[]) =>
    pairEvents([given(...expectations)], codebase([], { messages })).pairings.flatMap((one) =>
      contract003.check(one, NO_TYPES).violations.map(({ suggestion }) => suggestion),
    );

  test('is said to be so', () => {
    const text2 = [message('publish a', text), message('publish b', text)];
    expect(suggestions(text2)).toEqual([
      expect.stringContaining('All 2 events of this contract match in the opposite direction'),
      expect.stringContaining('All 2 events of this contract match in the opposite direction'),
    ]);
  });

  test('is not, where one fits', () => {
    expect(suggestions([message('publish a', text), message('subscribe b', text)])).toEqual([undefined]);
  });
});

describe('an event without code', () => {
  const gap = (hides: Gap['hides'], reason: Gap['reason'] = 'dynamic-channel'): Gap => ({
    reason,
    detail: 'unread',
    at: at(3, 'x.ts'),
    ...(hides === undefined ? {} : { hides }),
  });

  // Shows REQ-067 by rules/contract-003.ts; TEST-052
  test('is missing, and what comes near is named', () => {
    const { outcome, violations } = verdict(expectation('publish orders.created', text), [
      message('publish orders/created', text),
    ]);
    expect([outcome, violations[0]?.problem, violations[0]?.related[0]?.message]).toEqual([
      'absent',
      'unpublished',
      'publish orders/created differs in its spelling',
    ]);
    expect(found(verdict(expectation('subscribe orders', text), [message('publish orders', text)]))).toEqual(['error unhandled']);
  });

  test.each([
    ['a gap of its direction', [OTHER], [gap({ messages: 'publish' })], 'open'],
    ['a gap of the other', [OTHER], [gap({ messages: 'subscribe' })], 'absent'],
    ['a gap of routes', [OTHER], [gap('service', 'dynamic-mount')], 'absent'],
    ['a crash', [OTHER], [gap('service', 'extractor-crash')], 'open'],
    ['code without any event', [], [], 'open'],
  ] as const)('beside %s', (_, messages, gaps, outcome) => {
    expect(verdict(expectation('publish orders', text), messages, gaps).outcome).toBe(outcome);
  });

  test('over a protocol of which no code was seen is not missing', () => {
    expect(verdict(expectation('publish orders', text, { protocols: ['ws'] }), [OTHER]).outcome).toBe('open');
    expect(verdict(expectation('publish orders', text, { protocols: ['kafka'] }), [OTHER]).outcome).toBe('absent');
  });
});

describe('what a handler takes', () => {
  const taken = (payload: Shape, type: Shape) =>
    verdict(expectation('subscribe orders', payload), [message('subscribe orders', type)]);

  test.each([
    ['needs less than is promised', required({ id: text, note: text }), sent({ id: text }), ['note missing note']],
    ['needs what is not promised', required({ id: text }), sent({ id: text, total: integer }), ['error extra total']],
    ['would like what is not promised', required({ id: text }), sent({ id: text, 'total?': integer }), ['note extra total']],
    ['needs what may be left out', required({ 'id?': text }), sent({ id: text }), ['error optionality id']],
    ['does not expect null', required({ id: nullable(text) }), sent({ id: text }), ['error nullability id']],
    ['copes with null', required({ id: text }), sent({ id: nullable(text) }), []],
    ['copes with what may be left out', required({ 'id?': text }), sent({ id: nullable(text) }), []],
    [
      'would take what is not promised',
      required({ id: text }),
      sent({ id: text, total: nullable(integer) }),
      ['note extra total'],
    ],
    ['takes another type', required({ id: text }), sent({ id: integer }), ['error type id']],
    ['takes another case', required({ orderId: text }), sent({ order_id: text }), ['error case orderId']],
  ])('%s', (_, payload, type, expected) => {
    expect(found(taken(payload, type))).toEqual(expected);
  });

  test.each<[string, Record<string, Shape>, readonly string[], Record<string, Shape>?]>([
    ['Placed.java', { id: text, total: integer }, ['note extra total']],
    ['placed.go', { id: text, total: integer }, ['note extra total']],
    ['Placed.cs', { id: text, total: integer }, ['error nullability count', 'note extra total'], { count: integer }],
    ['Placed.kt', { id: text, total: integer }, ['note extra total']],
    ['Placed.kt', { id: text, reason: text }, ['error extra reason']],
    ['placed.py', { id: text, total: integer }, ['error extra total']],
    ['placed.ts', { id: text, total: integer }, ['error extra total']],
  ])('that is left out is filled in as the decoder of %s does', (file, type, expected, more = {}) => {
    const payload = required({ id: text, 'count?': nullable(integer) });
    const fields = fieldsOf({ ...type, 'count?': integer, ...more }, file).filter(
      ({ name }) => name !== 'count' || 'count' in more,
    );
    expect(found(taken(payload, { kind: 'object', fields, rest: false }))).toEqual(
      'count' in more ? expected : [...expected, 'note missing count'].sort(),
    );
  });

  test('and has a default is not needed', () => {
    const fields = fieldsOf({ id: text, total: integer }, 'placed.py').map((field) => ({ ...field, defaulted: true }));
    expect(found(taken(required({ 'id?': text }), { kind: 'object', fields, rest: false }))).toEqual(['note extra total']);
  });

  test.each([
    ['placed.go', []],
    ['Placed.cs', []],
    ['Placed.java', ['error case orderId']],
  ])('is found by %s in any case', (file, expected) => {
    const type: Shape = { kind: 'object', fields: fieldsOf({ orderID: text }, file), rest: false };
    expect(found(taken(required({ orderId: text }), type))).toEqual(expected);
  });

  describe('of several messages of a channel', () => {
    const created = { names: ['Created'], payload: required({ id: text }), at: at(12) };
    const billed = { names: ['Billed'], payload: required({ cents: integer, note: text }), at: at(13) };
    const both = expectation('subscribe orders', text, { variants: [created, billed] });
    const takes = (...types: readonly Shape[]) =>
      verdict(
        both,
        types.map((type) => message('subscribe orders', type)),
      );

    test('is the one that fits', () => {
      expect(takes(sent({ id: text }), sent({ cents: integer, note: text }))).toMatchObject({ outcome: 'kept', violations: [] });
    });

    test('leaves those open that no handler takes', () => {
      expect(takes(sent({ id: text }))).toMatchObject({
        outcome: 'open',
        unknown: [{ field: '', why: 'no handler was found for Billed' }],
        violations: [],
      });
    });

    test('is none that fits', () => {
      expect(takes(sent({ id: integer })).outcome).toBe('broken');
    });
  });

  test('is unknown where it is not typed', () => {
    expect(taken(required({ id: text }), unseen())).toMatchObject({ outcome: 'open', violations: [] });
  });
});

test('headers that must be there are missed only where headers are given', () => {
  const variants = [{ names: [], payload: text, headers: required({ trace: text }), at: at(11) }];
  const one = expectation('publish orders', undefined, { variants });
  expect(found(verdict(one, [message('publish orders', text, { headers: sent({ other: text }) })]))).toEqual([
    'error missing headers.trace',
  ]);
  expect(verdict(one, [message('publish orders', text)])).toMatchObject({ outcome: 'open', violations: [] });
});

// Shows REQ-067
test('what is published without a promise is told once, with all places', () => {
  const again = message('publish others', text, { at: at(9, 'bus.ts') });
  const { undocumented } = pairEvents(
    [given(expectation('publish orders', text))],
    codebase([], { messages: [OTHER, again, message('publish orders', text)] }),
  );
  expect(undocumented.map(({ subject, others }) => [subject, others])).toEqual([['publish others', [at(9, 'bus.ts')]]]);
});
