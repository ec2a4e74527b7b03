import type { ExpectedResponse } from '../../src/contracts/contract.js';
import type { CodeResponse } from '../../src/facts/codebase.js';
import { RAW_TEXT, type Shape } from '../../src/model/shape.js';
import { contract001 } from '../../src/rules/contract-001.js';
import type { Verdict } from '../../src/rules/rule.js';
import {
  constants,
  either,
  fieldsOf,
  flag,
  integer,
  list,
  NO_TYPES,
  operation,
  pairing,
  required,
  response,
  route,
  scalar,
  sends,
  sent,
  text,
  unseen,
} from './given.js';

const USER = required({ id: integer, name: text });
const SENT_USER = sent({ id: integer, name: text });
const ERROR = sent({ error: text });
const NOTHING = unseen('no body');

interface Given {
  readonly method?: string;
  readonly expected: readonly ExpectedResponse[];
  readonly sent: readonly CodeResponse[];
  readonly incomplete?: string;
}

function check({ method = 'GET', expected: responses, sent: responsesSent, incomplete }: Given): Verdict {
  const served = route(`${method} /users`, responsesSent, incomplete === undefined ? {} : { incomplete });
  return contract001.check(pairing(operation(`${method} /users`, responses), [served]), NO_TYPES);
}

/** Outcome, then what was found and what is unknown. */
function verdict(given: Given): readonly string[] {
  const { outcome, violations, unknown } = check(given);
  return [
    outcome,
    ...violations.map(({ problem, field, status }) => `${problem} ${status} ${field ?? '(body)'}`),
    ...unknown.map(({ field, why }) => `? ${field || '(body)'}: ${why}`),
  ];
}

describe('a promised body that says nothing of what is in it', () => {
  const ANYTHING: Shape = { kind: 'unknown', why: 'any', any: true };
  const OBJECT: Shape = { kind: 'object', fields: [], rest: true };
  const nothing = ['open', '? (body): no field of its JSON body was compared because the contract describes none'];
  test.each<[string, ExpectedResponse, readonly string[]]>([
    ['any object', response('200', OBJECT), nothing],
    ['a list of any objects', response('200', list(OBJECT)), ['broken', 'type 200 (body)']],
    ['any value', response('200', ANYTHING), nothing],
    ['one that no schema describes', { status: '200', mediaType: 'application/json', at: response('200', OBJECT).at }, nothing],
    ['a text', response('200', text), ['broken', 'type 200 (body)']],
    ['an object of nothing', response('200', { ...OBJECT, rest: false }), ['broken', 'extra 200 id', 'extra 200 name']],
    ['any object under 204, where HTTP has no body', response('204', OBJECT), ['kept', 'status 204 (body)']],
  ])('%s', (_title, expectedBody, expected) => {
    expect(verdict({ expected: [expectedBody], sent: [sends(SENT_USER)] })).toEqual(expected);
  });

  test('is kept where another status has fields that were compared', () => {
    const both = [response('200', USER), response('201', OBJECT)];
    expect(verdict({ expected: both, sent: [sends(SENT_USER), sends(SENT_USER, 201)] })).toEqual(['kept']);
  });
});

test('a body under 204, where HTTP has none, is the mistake of the contract: it is told, and not held against the code', () => {
  const given = { expected: [response('204', USER)], sent: [sends(NOTHING, 204)] };
  expect(verdict(given)).toEqual(['kept', 'missing 204 (body)']);
  expect(check(given).violations.map(({ severity }) => severity)).toEqual(['warning']);
  expect(verdict({ expected: [response('200', USER), response('204', USER)], sent: [sends(SENT_USER)] })).toEqual(['kept']);
});

test('what may answer (first in place of a dead route, with a start that is not known) may break a promise, and never keeps it', () => {
  const judged = (body: CodeResponse) => {
    const first = route('GET /items/{id}', [body]);
    const expectation = operation('GET /items/latest', [response('200', USER)]);
    return contract001.check(pairing(expectation, [first], { undecided: 'it is dead', tentative: true }), NO_TYPES).outcome;
  };
  expect(judged(sends(sent({ id: integer })))).toBe('broken');
  expect(judged(sends(SENT_USER))).toBe('silent');
});

test('what breaks only one of several promises at one path is open, what breaks all of them is broken', () => {
  const judged = (body: Shape) => {
    const one = operation('GET /users/{id}', [response('200', USER)]);
    const several = operation('GET /users/{ids}', [response('200', list(USER))]);
    const both = pairing(one, [route('GET /users/{id}', [sends(body)])], { sharing: [several] });
    return contract001.check(both, NO_TYPES).outcome;
  };
  expect(judged(either(SENT_USER, list(SENT_USER)))).toBe('open');
  expect(judged(text)).toBe('broken');
  expect(judged(SENT_USER)).toBe('kept');
});

describe('bodies that do not fit beside one that fits better', () => {
  const judged = (sharesHandler: boolean, ...bodies: readonly Shape[]) => {
    const served = route(
      'GET /users',
      bodies.map((body) => sends(body)),
      { sharesHandler },
    );
    const expectation = operation('GET /users', [response('200', list(USER))]);
    return contract001.check(pairing(expectation, [served]), NO_TYPES).outcome;
  };
  test.each<[string, readonly Shape[], string]>([
    ['are open where one fits', [SENT_USER, list(SENT_USER)], 'open'],
    ['do not hide that of a list a field does not fit', [SENT_USER, list(sent({ id: integer }))], 'broken'],
    ['are broken where none fits', [SENT_USER, text], 'broken'],
  ])('of a handler that answers several paths %s', (_title, bodies, outcome) => {
    expect(judged(true, ...bodies)).toBe(outcome);
  });
  test('of a handler that answers one path are broken: either may be sent', () => {
    expect(judged(false, SENT_USER, list(SENT_USER))).toBe('broken');
  });
});

describe('the promised status', () => {
  test.each<[string, Given, readonly string[]]>([
    ['is compared with the same status', { expected: [response('200', USER)], sent: [sends(SENT_USER)] }, ['kept']],
    [
      'every status by itself',
      {
        expected: [response('200', USER), response('201', required({ id: integer, url: text }))],
        sent: [sends(SENT_USER), sends(sent({ id: text, url: text }), 201)],
      },
      ['broken', 'type 201 id'],
    ],
    [
      '2XX stands for all that succeed',
      { expected: [response('2XX', USER)], sent: [sends(sent({ id: integer }), 202)] },
      ['broken', 'missing 2XX name'],
    ],
    [
      '2XX not for one that is named by itself',
      {
        expected: [response('201', required({ id: integer })), response('2XX', USER)],
        sent: [sends(sent({ id: integer }), 201), sends(SENT_USER)],
      },
      ['kept'],
    ],
    [
      'default is the success where no other is',
      { expected: [response('default', USER)], sent: [sends(ERROR)] },
      ['broken', 'missing default id', 'missing default name', 'extra default error'],
    ],
    [
      'default is not the success beside a 2xx',
      { expected: [response('200', USER), response('default', required({ error: text }))], sent: [sends(SENT_USER)] },
      ['kept'],
    ],
    [
      'default is not the success of a redirect',
      { expected: [response('302'), response('default', USER)], sent: [sends(ERROR)] },
      ['kept'],
    ],
    [
      'errors are not compared',
      { expected: [response('200', USER), response('404', USER)], sent: [sends(SENT_USER), sends(ERROR, 404)] },
      ['kept'],
    ],
    [
      'an error of the code is never held against a success',
      { expected: [response('200', USER)], sent: [sends(ERROR, 404)] },
      ['open', '? (body): no JSON body with status 200 was found'],
    ],
    ['of HEAD promises no body', { method: 'HEAD', expected: [response('200', USER)], sent: [sends(ERROR)] }, ['kept']],
  ])('%s', (_title, given, expected) => {
    expect(verdict(given)).toEqual(expected);
  });
});

describe('another status than the promised one', () => {
  test('is a warning of its own, and its body is compared', () => {
    const given = { expected: [response('200', USER)], sent: [sends(sent({ id: integer }), 201)] };
    expect(verdict(given)).toEqual(['broken', 'missing 200 name', 'status 200 (body)']);
    expect(check(given).notes).toEqual(['sends 201, but the contract expects 200']);
  });

  test('is not taken where it is promised itself', () => {
    const given = { expected: [response('200', USER), response('201')], sent: [sends(ERROR, 201)] };
    expect(verdict(given)).toEqual(['open', '? (body): no JSON body with status 200 was found']);
  });

  test('is not guessed where several bodies are promised', () => {
    const given = { expected: [response('200', USER), response('201', USER)], sent: [sends(ERROR, 202)] };
    expect(verdict(given)).toEqual([
      'open',
      'status 200 and 201 (body)',
      '? (body): no JSON body with status 200 was found',
      '? (body): no JSON body with status 201 was found',
    ]);
  });

  test.each<[string, Given, readonly string[]]>([
    ['of no body too', { expected: [response('204')], sent: [sends(SENT_USER)] }, ['kept', 'status 204 (body)']],
    ['not where a range is promised', { expected: [response('2XX', USER)], sent: [sends(SENT_USER, 201)] }, ['kept']],
    [
      'not where the contract has a default for it',
      { expected: [response('200', USER), response('default', USER)], sent: [sends(SENT_USER, 201)] },
      ['kept'],
    ],
    ['not where no success is promised', { expected: [response('302')], sent: [sends(SENT_USER)] }, ['kept']],
  ])('is reported %s', (_title, given, expected) => {
    expect(verdict(given)).toEqual(expected);
  });
});

describe('a status that could not be read', () => {
  test.each<[string, Given, readonly string[]]>([
    [
      'is the success, where it is the only response',
      { expected: [response('200', USER)], sent: [sends(ERROR, null)] },
      ['broken', 'missing 200 id', 'missing 200 name', 'extra 200 error'],
    ],
    [
      'and where all others are errors',
      { expected: [response('200', USER)], sent: [sends(ERROR, null), sends(ERROR, 500)] },
      ['broken', 'missing 200 id', 'missing 200 name', 'extra 200 error'],
    ],
    [
      'is doubtful where the handler may send more than was read',
      { expected: [response('200', USER)], sent: [sends(ERROR, null, undefined, 9)], incomplete: 'not all is read' },
      ['open', '? (body): not all is read'],
    ],
    [
      'is doubtful beside a success: what does not fit may be an error',
      { expected: [response('200', USER)], sent: [sends(SENT_USER), sends(ERROR, null, undefined, 9)] },
      ['open', '? (body): the response in line 9 of app.ts does not match the contract, and its status is unknown'],
    ],
    [
      'nor does what is only sent besides count',
      {
        expected: [response('200', USER)],
        sent: [sends(SENT_USER), sends(sent({ id: integer, name: text, error: text }), null, undefined, 9)],
      },
      ['open', '? (body): the response in line 9 of app.ts does not match the contract, and its status is unknown'],
    ],
    [
      'and no matter where it fits',
      { expected: [response('200', USER)], sent: [sends(SENT_USER), sends(SENT_USER, null)] },
      ['kept'],
    ],
    [
      'two of them that fit',
      { expected: [response('200', USER)], sent: [sends(SENT_USER, null), sends(SENT_USER, null)] },
      ['kept'],
    ],
  ])('%s', (_title, given, expected) => {
    expect(verdict(given)).toEqual(expected);
  });
});

describe('a body that is not sent', () => {
  test.each<[string, Given, readonly string[]]>([
    [
      'none under the promised status',
      { expected: [response('200', USER)], sent: [sends(NOTHING, 200, 'none')] },
      ['broken', 'missing 200 (body)'],
    ],
    [
      '204, which the contract does not mention',
      { expected: [response('200', USER)], sent: [sends(NOTHING, 204)] },
      ['broken', 'missing 200 (body)'],
    ],
    [
      '204, which is promised too',
      { expected: [response('200', USER), response('204')], sent: [sends(NOTHING, 204)] },
      ['open', '? (body): no JSON body with status 200 was found'],
    ],
    [
      'none, but there may be more responses',
      { expected: [response('200', USER)], sent: [sends(NOTHING, 204)], incomplete: 'the handler passes the response on' },
      ['open', 'status 200 (body)', '? (body): the handler passes the response on'],
    ],
    [
      'none in one branch',
      { expected: [response('200', USER)], sent: [sends(SENT_USER), sends(NOTHING, 200, 'none', 7)] },
      ['open', '? (body): no body is sent too, in line 7 of app.ts'],
    ],
    [
      'text instead of JSON',
      { expected: [response('200', USER)], sent: [sends(text, 200, 'text/html')] },
      ['open', '? (body): text/html is sent, but the contract expects JSON'],
    ],
    [
      'nothing seen at all',
      { expected: [response('200', USER)], sent: [] },
      ['open', '? (body): the scan could not determine what the route sends'],
    ],
    [
      'nothing seen, with a reason',
      { expected: [response('200', USER)], sent: [], incomplete: 'it is bound at run time' },
      ['open', '? (body): it is bound at run time'],
    ],
  ])('%s', (_title, given, expected) => {
    expect(verdict(given)).toEqual(expected);
  });

  test('a body that is not promised asks for nothing', () => {
    expect(verdict({ expected: [response('204')], sent: [sends(ERROR)] })).toEqual(['kept', 'status 204 (body)']);
  });
});

describe('media types', () => {
  test.each([
    ['application/json', true],
    ['application/json; charset=utf-8', true],
    ['Application/Problem+JSON', true],
    ['*/*', true],
    ['text/csv', false],
    ['application/xml', false],
  ])('%s is JSON: %s', (mediaType, compared) => {
    const given = { expected: [response('200', USER, mediaType)], sent: [sends(ERROR)] };
    expect(check(given).outcome).toBe(compared ? 'broken' : 'kept');
  });

  test('a JSON body beside a promised other one is compared, the other is not', () => {
    const responses = [response('200', USER), response('200', text, 'text/csv')];
    expect(verdict({ expected: responses, sent: [sends(SENT_USER), sends(text, 200, 'text/csv')] })).toEqual(['kept']);
  });

  test.each<[string, Shape, string, CodeResponse, string]>([
    ['a text that is sent as it is satisfies a string of any media type', text, '*/*', sends(unseen(RAW_TEXT)), 'kept'],
    ['so does one of another media type', text, '*/*', sends(text, 200, 'text/plain'), 'kept'],
    ['a string in JSON would have quotes', text, 'application/json', sends(unseen(RAW_TEXT)), 'open'],
    ['what a text holds is not known', USER, '*/*', sends(unseen(RAW_TEXT)), 'open'],
    ['a body that is not known is no text', text, '*/*', sends(unseen('not declared')), 'open'],
    ['an object is no string', text, '*/*', sends(SENT_USER), 'broken'],
    ['a text may be no date', scalar('string', 'date'), '*/*', sends(unseen(RAW_TEXT)), 'open'],
  ])('%s', (_title, expected, mediaType, one, outcome) => {
    expect(check({ expected: [response('200', expected, mediaType)], sent: [one] }).outcome).toBe(outcome);
  });
});

describe('what may be sent beside', () => {
  test('several responses of one status each have to keep the promise', () => {
    const given = { expected: [response('200', USER)], sent: [sends(SENT_USER), sends(sent({ id: integer }))] };
    expect(verdict(given)).toEqual(['broken', 'missing 200 name']);
  });

  test('a field that may be missing is, where one of several responses leaves it out; where all do, it is a warning', () => {
    const NAMED = [response('200', required({ 'id?': integer, 'name?': text }))];
    expect(verdict({ expected: NAMED, sent: [sends(sent({ id: integer })), sends(SENT_USER)] })).toEqual(['kept']);
    const nameless = [sends(sent({ id: integer })), sends(sent({ id: integer }))];
    expect(verdict({ expected: NAMED, sent: nameless })).toEqual(['kept', 'missing 200 name']);
  });

  test('of several responses each may have only the tag that it fits with', () => {
    const pet = either(required({ kind: constants('cat') }), required({ kind: constants('dog'), tricks: text }));
    const kind = constants('cat', 'dog');
    const [cat, dog] = [sends(sent({ kind })), sends(sent({ kind, tricks: text }))];
    expect(verdict({ expected: [response('200', pet)], sent: [cat, dog] })).toEqual([
      'open',
      '? tricks: this value may occur only together with other constants',
    ]);
    expect(verdict({ expected: [response('200', pet)], sent: [cat] })).toEqual(['broken', 'missing 200 tricks']);
  });

  test('responses that were not seen leave it open, and what was seen is compared', () => {
    const given = { expected: [response('200', USER)], sent: [sends(SENT_USER)], incomplete: 'the response is passed on' };
    expect(verdict(given)).toEqual(['open', '? (body): the response is passed on']);
    expect(check(given).compared).toBe(2);
  });
});

describe('several routes', () => {
  const expectation = operation('GET /users', [response('200', USER)]);
  const at = (file: string, line: number, shape = SENT_USER) => {
    const one = { status: 200, shape, at: { file, line } };
    return route('GET /users', [one], { at: { file, line } });
  };

  test('each have to keep it', () => {
    const { violations } = contract001.check(
      pairing(expectation, [at('a.ts', 1), at('b.ts', 2, sent({ id: integer }))]),
      NO_TYPES,
    );
    expect(violations.map(({ file_path, problem }) => `${file_path} ${problem}`)).toEqual(['b.ts missing']);
  });

  test('with the same fault give one finding, at the first place, with the others related', () => {
    const routes = [at('b.ts', 2, sent({ id: integer })), at('a.ts', 7, sent({ id: integer }))];
    const { violations } = contract001.check(pairing(expectation, routes), NO_TYPES);
    expect(violations).toEqual([
      expect.objectContaining({
        file_path: 'a.ts',
        line: 7,
        related: [{ file: 'b.ts', line: 2, message: 'here too: not sent' }],
      }),
    ]);
    expect(contract001.check(pairing(expectation, routes.toReversed()), NO_TYPES).violations).toEqual(violations);
  });
});

describe('severities', () => {
  const DATED = required({ id: integer, at: scalar('string', 'date'), 'age?': integer });
  const STAMPED = sent({ id: flag, at: scalar('string', 'date-time'), more: text });

  // Shows REQ-065 by rules/contract-001.ts
  test('errors for what is surely outside, warnings for what the promise leaves open, notes for what is beside it', () => {
    const { violations } = check({ expected: [response('200', DATED)], sent: [sends(STAMPED)] });
    expect(Object.fromEntries(violations.map(({ field, problem, severity }) => [`${field} ${problem}`, severity]))).toEqual({
      'id type': 'error',
      'at format': 'warning',
      'age missing': 'warning',
      'more extra': 'note',
    });
  });

  test('without an error the promise is kept', () => {
    const given = { expected: [response('200', USER)], sent: [sends(sent({ id: integer, name: text, more: text }))] };
    expect(verdict(given)).toEqual(['kept', 'extra 200 more']);
  });
});

describe('a violation', () => {
  // Shows REQ-065; TECH-040 by rules/rule.ts; INT-008 by rules/rule.ts
  test('says both sides, both places and a name that stays', () => {
    const shape = { kind: 'object' as const, fields: fieldsOf({ id: integer, name: flag }, 'user.ts'), rest: false };
    const { violations } = check({ expected: [response('200', list(USER))], sent: [sends(list(shape))] });
    expect(violations).toEqual([
      {
        check: 'CONTRACT-001',
        severity: 'error',
        contract: 'openapi.yaml',
        subject: 'GET /users',
        status: '200',
        field: '[].name',
        problem: 'type',
        message: '[].name is string in the contract, but the code sends boolean.',
        promised: 'string',
        actual: 'boolean',
        file_path: 'user.ts',
        line: 2,
        promisedAt: { file: 'openapi.yaml', line: 12 },
        related: [],
        fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ]);
  });

  test('of the whole body has no field', () => {
    const { violations } = check({ expected: [response('200', USER)], sent: [sends(list(text))] });
    expect(violations.map((violation) => [violation.message, 'field' in violation])).toEqual([
      ['The body is { id: integer, name: string } in the contract, but the code sends string[].', false],
    ]);
  });
});

describe('models that refer to each other', () => {
  const named = (shape: Shape, file: string, line: number): Shape => ({
    kind: 'object',
    fields: fieldsOf({ name: shape }).map((field) => ({ ...field, at: { file, line } })),
    rest: false,
  });
  const inBoth = (author: Shape, editor: Shape): Shape => sent({ author, book: sent({ editor }) });
  const found = (expected: Shape, actual: Shape): readonly string[] =>
    check({ expected: [response('200', expected)], sent: [sends(actual)] }).violations.map(
      ({ field, promisedAt, file_path, line, related }) =>
        `${field} ${promisedAt.line} ${file_path}:${line} ${related.map(({ message }) => message).join()}`.trim(),
    );
  const asked = named(text, 'openapi.yaml', 40);
  const wrong = named(flag, 'user.ts', 7);

  const many = (shape: Shape, count = 5): Shape =>
    sent({ ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, inBoth(shape, shape)])), z: shape });

  test('repeat one mistake at every path between them: many repeats are one finding, at the shortest path', () => {
    expect(found(many(asked), many(wrong))).toEqual(['z.name 40 user.ts:7 10 more fields repeat this, such as p0.author.name']);
  });

  test('are reported path by path where there are few', () => {
    expect(found(inBoth(asked, asked), inBoth(wrong, wrong))).toEqual([
      'author.name 40 user.ts:7',
      'book.editor.name 40 user.ts:7',
    ]);
    expect(found(many(asked, 4), many(wrong, 4))).toHaveLength(9);
  });

  test('keep the fingerprint of the path that stays', () => {
    const single = check({ expected: [response('200', sent({ z: asked }))], sent: [sends(sent({ z: wrong }))] });
    const both = check({ expected: [response('200', many(asked))], sent: [sends(many(wrong))] });
    const prints = ({ violations }: Verdict): readonly string[] => violations.map(({ fingerprint }) => fingerprint);
    expect(prints(both)).toEqual(prints(single));
  });

  test.each<[string, Shape]>([
    ['another line of the code', named(flag, 'user.ts', 8)],
    ['another file of the code', named(flag, 'editor.ts', 7)],
    ['another type at the same lines', named(integer, 'user.ts', 7)],
  ])('%s is another mistake, though the field has the same name', (_title, other) => {
    const expected = sent({ all: many(asked), editor: asked });
    const fields = found(expected, sent({ all: many(wrong), editor: other })).map((line) => line.split(' ')[0]);
    expect(fields).toEqual(['all.z.name', 'editor.name']);
  });
});

describe('silence', () => {
  test.each([
    ['without a route', pairing(operation('GET /users', [response('200', USER)]), [])],
    [
      'of what is undecided',
      pairing(operation('GET /users', [response('200', USER)]), [route('GET /users', [sends(ERROR)])], { undecided: 'a tie' }),
    ],
  ])('%s', (_title, one) => {
    expect(contract001.check(one, NO_TYPES).outcome).toBe('silent');
  });
});

describe('a note on the status', () => {
  test.each<[string, Given, readonly string[]]>([
    [
      'that is not promised, without a body too',
      { expected: [response('204')], sent: [sends(ERROR)] },
      ['sends 200, but the contract expects 204'],
    ],
    ['is left out where one promised stands for all', { expected: [response('2XX', USER)], sent: [sends(SENT_USER, 202)] }, []],
    ['is left out where no success is promised', { expected: [], sent: [sends(ERROR)] }, []],
  ])('%s', (_title, given, expected) => {
    expect(check(given).notes).toEqual(expected);
  });
});
