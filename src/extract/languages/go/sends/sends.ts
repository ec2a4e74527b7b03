import { type Expression, STRING } from '../../../../facts/expression.js';
import type { Condition, Forward, Response } from '../../../../facts/fact.js';
import { RAW_TEXT } from '../../../../model/shape.js';
import { type Failing, hasErrorList, isError, isFailing, isSurelyError, SOME_ERROR } from '../conditions.js';
import { dialectOf, dialects } from '../frameworks/index.js';
import type { Sending } from '../routing/dialect.js';
import { hintOf, isAnswering, isWriter, makesHolder, packageMember, typeHint } from '../routing/hints.js';
import { bindingOf, type Place, type Scope, unknown } from '../source.js';
import { sentValue } from '../struct-values.js';
import type { CallNode, FunctionNode, Node } from '../syntax/node.js';
import { placeOf } from '../syntax/text.js';
import { readValue } from '../values.js';
import { encodeInto, isEncoder, isJsonText, jsonIn } from './json-texts.js';
import { statusRendered } from './renderers.js';
import { FAILURE, isStatusOfError, memberSet, onlyValue, statusValue } from './status-values.js';

/** What a function has sent so far. */
export interface Sent extends Failing {
  readonly sends: Response[];
  readonly forwards: Forward[];
  /** Why the list may be incomplete. */
  incomplete?: string | undefined;
  /** A status without a body so far. */
  pending?: Response | undefined;
  /** Set by `w.WriteHeader(…)`, in this branch of the code. */
  status?: Expression | undefined;
  /** Set by `w.Header().Set("Content-Type", …)`. */
  mediaType?: string | undefined;
  /** The last text that this branch wrote: another one follows it in the same body. */
  written?: Response | undefined;
  /** The conditions for what is sent here. */
  when?: readonly Condition[] | undefined;
}

const OK: Expression = { kind: 'literal', value: 200 };
/** The function sends nothing more: a bare status is an answer without a body. */
export function finish(sent: Sent): void {
  const { pending, when = [] } = sent;
  // `w.WriteHeader(status); if value == nil { return }`
  const others = when.filter((one) => !pending?.when?.includes(one));
  if (pending !== undefined)
    sent.sends.push(others.length === 0 ? pending : { ...pending, when: [...(pending.when ?? []), ...others] });
  sent.pending = undefined;
  // what follows is reached by a jump
  sent.written = undefined;
}

/** Reads a call that sends a response, or that passes the writer or context on. True: it is one. */
export function sendCall(place: Place, sent: Sent, node: CallNode): boolean {
  if (node.of.kind === 'member' && contextCall(place, sent, node, node.of)) return true;
  if (writerCall(place, sent, node)) return true;
  return forward(place, sent, node);
}

function push(place: Place, sent: Sent, node: CallNode, response: Omit<Response, 'at'>): true {
  sent.pending = undefined;
  const { status } = response;
  sent.sends.push({
    ...response,
    ...(status && { status: failed(sent, status) }),
    ...conditional(sent),
    at: placeOf(place.source.text, node.start),
  });
  return true;
}

const conditional = ({ when = [] }: Sent, isFailure = false): Pick<Response, 'when'> => {
  const all: readonly Condition[] = isFailure ? [...when, { failed: true, holds: true }] : when;
  return all.length === 0 ? {} : { when: all };
};

/** Below `err != nil`, an unresolved status is not a success status. */
const failed = (sent: Sent, status: Expression): Expression =>
  isFailing(sent) && status.kind !== 'literal' ? { kind: 'union', options: [status, FAILURE] } : status;

/** `c.JSON(200, x)`, `c.Status(201).JSON(x)`. */
function contextCall(place: Place, sent: Sent, node: CallNode, { of, name }: Node & { kind: 'member' }): boolean {
  const chained = of.kind === 'call' && of.of.kind === 'member' && of.of.name === 'Status' ? of : undefined;
  const context = chained?.of.kind === 'member' ? chained.of.of : of;
  const hint = hintOf(place, context);
  if (hint?.kind !== 'context' && hint?.kind !== 'writer') return false;
  const sending = hint.dialect === undefined ? undefined : dialectOf(hint.dialect)?.sends?.get(name);
  if (sending === undefined) {
    if (hint.kind === 'writer') return false;
    const [status] = node.given;
    const { sets } = (hint.dialect === undefined ? undefined : dialectOf(hint.dialect)) ?? {};
    if (status === undefined || !(sets ?? /^Status$/).test(name)) return true;
    sent.status = statusValue(place, status);
    if (sets !== undefined) sent.pending = statusAlone(place, sent, sent.status, node);
    return true;
  }
  const before = chained?.given[0] === undefined ? undefined : statusValue(place, chained.given[0]);
  return push(place, sent, node, responseOf(place, node, sending, before ?? sent.status));
}

function responseOf(place: Place, node: CallNode, sending: Sending, before: Expression | undefined): Omit<Response, 'at'> {
  const { status, body, mediaType, unread, text, objectOr } = sending;
  const given = typeof status === 'number' ? node.given[status] : undefined;
  const own: Expression = typeof status === 'object' ? (before ?? { kind: 'literal', value: status.is }) : OK;
  const sentBody = body === undefined ? undefined : node.given[body];
  // `c.JSONBlob(200, bytes)`
  const last = unread === undefined ? undefined : node.given.at(-1);
  const bytes = last && hintOf(place, last);
  if (bytes?.kind === 'marshalled') return { status: given === undefined ? own : statusValue(place, given), body: bytes.value };
  const isBodiless = body === undefined && unread === undefined && text !== true;
  return {
    status: given === undefined ? own : statusValue(place, given),
    ...(isBodiless ? { mediaType: 'none' } : mediaType === undefined ? {} : { mediaType }),
    body: isBodiless
      ? { kind: 'absent' }
      : text === true
        ? STRING
        : sentBody === undefined
          ? unknown(unread ?? 'it is not given')
          : objectOnly(sentValue(place, sentBody, readValue), objectOr),
  };
}

/** The body, unless the reason leaves other values than objects unresolved. */
const objectOnly = (body: Expression, reason: string | undefined): Expression =>
  reason === undefined || body.kind === 'object' ? body : unknown(reason);

/** A status that is passed to another function for its answer. */
function passedStatus(place: Place, sent: Sent, node: Node): Expression | undefined {
  if (isStatusOfError(place, node)) return FAILURE;
  if (node.kind === 'member') return memberSet(place, node);
  if (node.kind !== 'name' || !/status|code/i.test(node.name)) return undefined;
  if (hintOf(place, node)?.kind === 'failure') return FAILURE;
  return onlyValue(place, node) ?? (isFailing(sent) ? failed(sent, readValue(place, node)) : undefined);
}

/** Responses through `http.ResponseWriter`. */
function writerCall(place: Place, sent: Sent, node: CallNode): boolean {
  const { of, given } = node;
  const target = packageMember(place, of);
  if (target !== undefined) return packageCall(place, sent, node, target.path, target.name);
  if (of.kind !== 'member') return false;
  const [first] = given;
  if (of.name === 'Encode' && first !== undefined) {
    if (isEncoder(place, of.of)) return json(place, sent, node, sentValue(place, first, readValue));
    encodeInto(place, of.of, first);
  }
  const [, second] = given;
  if (of.name === 'Produce' && first !== undefined && second !== undefined && isWriter(place, first))
    return json(place, sent, node, { kind: 'operator', operator: 'non-null', of: sentValue(place, second, readValue) });
  const bytes = of.name === 'WriteTo' && first !== undefined && isWriter(place, first) ? jsonIn(place, of.of) : undefined;
  if (bytes !== undefined) return json(place, sent, node, bytes);
  if (/^Execute(?:Template)?$/.test(of.name) && first !== undefined && isWriter(place, first))
    return push(place, sent, node, { status: sent.status ?? OK, mediaType: 'text/html', body: unknown('a page') });
  if (of.name === 'Set' && of.of.kind === 'call' && of.of.of.kind === 'member' && isWriter(place, of.of.of.of)) {
    const [key, value] = given;
    if (key?.kind === 'string' && /^content-type$/i.test(key.value))
      // a variable may hold a JSON media type
      sent.mediaType = value?.kind === 'string' ? value.value.split(';')[0]?.trim() : (sent.mediaType ?? 'application/json');
    return true;
  }
  if (!isWriter(place, of.of)) return false;
  if (of.name === 'WriteHeader' && first !== undefined) {
    // after a body it has no effect
    if (sent.written !== undefined) return true;
    sent.status = statusValue(place, first);
    sent.pending = statusAlone(place, sent, sent.status, node);
  } else if (/^Write(?:String)?$/.test(of.name) && first !== undefined) written(place, sent, node, first);
  return true;
}

/** The response that is sent unless a body follows. */
const statusAlone = ({ source }: Place, sent: Sent, status: Expression, { start }: Node): Response => ({
  ...{ status, mediaType: 'none', body: { kind: 'absent' }, ...conditional(sent) },
  at: placeOf(source.text, start),
});

function json(place: Place, sent: Sent, node: CallNode, body: Expression): true {
  const { mediaType, written: before, sends } = sent;
  const status = sent.status ?? OK;
  const isJson = mediaType === undefined || /json/.test(mediaType);
  const parts = unknown('its text is written in several parts');
  // another status is sent where code jumps: `goto failed`
  const isFurther = before !== undefined && JSON.stringify(before.status) === JSON.stringify(status);
  const first = isFurther ? sends.indexOf(before) : -1;
  if (isFurther && first >= 0) sends[first] = { ...before, body: parts };
  push(place, sent, node, { status, ...(isJson ? {} : { mediaType }), body: isFurther ? parts : body });
  sent.written = sent.sends.at(-1);
  return true;
}

/** Written bytes: of `json.Marshal` they are its value, of a text they are text. */
function written(place: Place, sent: Sent, node: CallNode, given: Node): true {
  const known = jsonIn(place, given);
  if (known !== undefined) return json(place, sent, node, known);
  const literal = given.kind === 'call' && given.of.kind === 'list' ? given.given[0] : given;
  const text = literal?.kind === 'string' ? literal.value : undefined;
  if (sent.written !== undefined && text?.trim() === '') return true;
  if (text !== undefined && !isJsonText(text)) {
    const mediaType = sent.mediaType === undefined || /json/.test(sent.mediaType) ? 'text/plain' : sent.mediaType;
    return push(place, sent, node, { status: sent.status ?? OK, mediaType, body: STRING });
  }
  return json(place, sent, node, unknown('bytes are sent as they are'));
}

/** `fmt.Fprintf(w, "%s", b)`, `fmt.Fprint(w, "{…}")`: a text, possibly a JSON text. */
function printed(place: Place, sent: Sent, node: CallNode, first: Node | undefined, by: string): boolean {
  const text = first?.kind === 'string' ? first.value.trim() : undefined;
  if (sent.written !== undefined && (first === undefined || text === '')) return true;
  const isWhole = text === '%s' || text === '%v';
  const only = isWhole ? node.given[2] : node.given.length === 2 ? first : undefined;
  // of bytes all but `%s` print numbers: `[123 34 …]`
  const known = text === '%s' || by === 'io.WriteString' || isPrintedAsText(only) ? jsonIn(place, only) : undefined;
  const mayBeJson = sent.mediaType === undefined ? isJsonText(text ?? '') : /json/.test(sent.mediaType);
  if (known !== undefined || mayBeJson) return json(place, sent, node, known ?? unknown(RAW_TEXT));
  return push(place, sent, node, { status: sent.status ?? OK, mediaType: sent.mediaType ?? 'text/plain', body: STRING });
}

/** `"{…}"`, `string(b)`, `buffer.String()`, `&buffer`. */
const isPrintedAsText = (node: Node | undefined): boolean =>
  node?.kind === 'string' ||
  node?.kind === 'unary' ||
  (node?.kind === 'call' &&
    ((node.of.kind === 'name' && node.of.name === 'string') || (node.of.kind === 'member' && node.of.name === 'String')));

/** The status that chi's render takes from the request context; undefined: none is set. */
export function chiStatus(place: Place, node: Node | undefined): Expression | undefined {
  if (node?.kind === 'name') {
    const { hint } = bindingOf(place.scope, node.name) ?? {};
    if (hint?.kind === 'status') return hint.value;
    return hint === undefined && place.source.text.bare.includes('StatusCtxKey') ? unknown('a status of the context') : undefined;
  }
  if (node?.kind !== 'call' || node.of.kind !== 'member') return undefined;
  const [context, key, value] = node.given;
  if (node.of.name === 'WithContext') return chiStatus(place, context);
  if (packageMember(place, node.of)?.path !== 'context') return undefined;
  const isStatus = key !== undefined && packageMember(place, key)?.name === 'StatusCtxKey';
  return isStatus && value !== undefined ? statusValue(place, value) : chiStatus(place, context);
}

function packageCall(place: Place, sent: Sent, node: CallNode, path: string, name: string): boolean {
  const [first, second, third, fourth] = node.given;
  const onWriter = first !== undefined && isWriter(place, first);
  const full = `${path}.${name}`;
  if (path === CHI_RENDER && name === 'Status' && second !== undefined) {
    sent.status = statusValue(place, second);
    return true;
  }
  const sending = dialects.find((one) => one.sentBy && one.packages.test(path))?.sentBy?.get(name);
  const writer = sending && node.given[sending.writer];
  if (sending && writer && isWriter(place, writer)) return push(place, sent, node, responseOf(place, node, sending, sent.status));
  if (!onWriter) return false;
  const status = sent.status ?? OK;
  const text = (given: Node | undefined): Expression => (given === undefined ? OK : readValue(place, given));
  if (path === CHI_RENDER) return rendered(place, sent, node, name);
  switch (full) {
    case 'net/http.Error':
      return push(place, sent, node, { status: text(third), mediaType: 'text/plain', body: STRING });
    case 'net/http.NotFound':
      return push(place, sent, node, {
        status: { kind: 'literal', value: 404 },
        mediaType: 'text/plain',
        body: STRING,
      });
    case 'net/http.Redirect':
      return push(place, sent, node, { status: text(fourth), mediaType: 'none', body: { kind: 'absent' } });
    case 'net/http.ServeFile':
    case 'net/http.ServeContent':
    case 'io.Copy': {
      const known = jsonIn(place, second);
      if (known !== undefined) return json(place, sent, node, known);
      return push(place, sent, node, {
        status,
        mediaType: sent.mediaType ?? 'application/octet-stream',
        body: unknown('a file'),
      });
    }
  }
  if (/^fmt\.Fprint|^io\.WriteString$/.test(full)) return printed(place, sent, node, second, full);
  return path === 'net/http' || name === 'NewEncoder';
}

const CHI_RENDER = 'github.com/go-chi/render';

/** Responses of go-chi/render functions, with the status set before. https://pkg.go.dev/github.com/go-chi/render */
function rendered(place: Place, sent: Sent, node: CallNode, name: string): boolean {
  const [, request, value] = node.given;
  const before = sent.status ?? OK;
  const body = value === undefined ? unknown('it is not given') : sentValue(place, value, readValue);
  const status = chiStatus(place, request) ?? before;
  switch (name) {
    case 'JSON':
    case 'Respond':
    case 'DefaultResponder':
    case 'RenderList':
      return push(place, sent, node, { status, body });
    case 'Render':
      return push(place, sent, node, { status: statusRendered(body, status), body });
    case 'NoContent':
      return push(place, sent, node, { status: { kind: 'literal', value: 204 }, mediaType: 'none', body: { kind: 'absent' } });
    case 'PlainText':
      return push(place, sent, node, { status: before, mediaType: 'text/plain', body: STRING });
    default:
      return false;
  }
}

/** Names of functions that answer: if such a function is unresolved, so is the response. */
const ANSWERS = /resp|render|write|send|reply|json|success|fail|error|abort|handle|serve|ok$|answer|result|bad|invalid/i;

/** Names of functions that answer failures; they never provide the contract's success response. */
export const REFUSES = /err(?:or|$)|fail|abort|bad|invalid|unauthor|forbid|not_?found|den(?:y|ied)|reject/i;

/** A function literal that an answering function calls or passes on: it can use that function's writer or context. */
export function callBack({ source, scope }: Place, sent: Sent, name: string, { parameters }: FunctionNode): void {
  const own = parameters.some(({ type }) => typeHint(source, type) !== undefined);
  if (own || !answersIn(scope)) return;
  const of: Expression = { kind: 'name', name, space: 'value' };
  sent.forwards.push({ call: { kind: 'returns', of }, why: '', lenient: true, ...conditional(sent) });
}

function answersIn(scope: Scope | undefined): boolean {
  for (let at = scope; at !== undefined; at = at.parent)
    for (const { hint } of at.names.values()) if (isAnswering(hint) || hint?.kind === 'holder') return true;
  return false;
}

/** A call of a local function, which answers through the enclosing writer or context. */
function callLocal(place: Place, sent: Sent, { of, given }: CallNode): boolean {
  const callable = of.kind === 'name' ? bindingOf(place.scope, of.name)?.callable : undefined;
  if (callable === undefined || !answersIn(place.scope)) return false;
  const values = given.map((one) => readValue(place, one));
  const call: Forward['call'] = { kind: 'returns', of: { kind: 'name', name: callable, space: 'value' }, values };
  const set = statusSent(sent);
  sent.pending = undefined;
  sent.forwards.push({ call, why: '', lenient: true, ...set, ...conditional(sent, isFailing(sent)) });
  return true;
}

/** After `w.WriteHeader(400)` a later status has no effect. https://pkg.go.dev/net/http#ResponseWriter */
const statusSent = ({ pending, status }: Sent): Pick<Forward, 'status'> => (pending && status ? { status } : {});

/** `answer.Send(…)`, `NewAnswer(c).Send(…)` on a value that contains the writer or context. */
function isOnHolder(place: Place, callee: Node): boolean {
  if (callee.kind !== 'member') return false;
  const { of } = callee;
  if (of.kind === 'call') return makesHolder(place, of);
  return hintOf(place, of)?.kind === 'holder';
}

/** Below `err != nil`, the value of `result, err := f()` is not one of the results that `f` returns without an error. */
function besideError({ source, scope }: Place, sent: Sent, node: Node): Expression | undefined {
  if (!isFailing(sent) || sent.renewed === true || sent.asked === undefined) return undefined;
  const of = node.kind === 'unary' ? node.of : node;
  const root = of.kind === 'member' ? of.of : of;
  const callOf = (name: string): string | undefined => {
    const stored = bindingOf(scope, name)?.expression;
    const value = stored?.kind === 'name' ? source.constants.get(stored.name)?.value : undefined;
    const part = value?.kind === 'operator' && value.operator === 'non-null' ? value.of : value;
    return part?.kind === 'member' && part.of.kind === 'name' && part.of.name.includes('of@') ? part.of.name : undefined;
  };
  const call = root.kind === 'name' && root.name !== sent.asked ? callOf(root.name) : undefined;
  return call !== undefined && call === callOf(sent.asked) ? unknown('what comes with an error') : undefined;
}

/** A call that gets the writer or context: what it sends counts as sent here. */
function forward(place: Place, sent: Sent, node: CallNode): boolean {
  if (callLocal(place, sent, node) || isEncoder(place, node)) return true;
  const hints = node.given.map((one) => hintOf(place, one)?.kind);
  const hasWriter = hints.includes('writer');
  if (!hasWriter && !hints.includes('context') && !isOnHolder(place, node.of)) return false;
  const { of } = node;
  const name = of.kind === 'member' || of.kind === 'name' ? of.name : '';
  const callee = of.kind === 'member' && name === 'ServeHTTP' && of.of.kind === 'name' ? of.of : of;
  const hasErrors = hasErrorList(node);
  const values = node.given.map((one) => {
    if (isSurelyError(place, sent, one) || (hasErrors && isError(one))) return SOME_ERROR;
    return passedStatus(place, sent, one) ?? besideError(place, sent, one) ?? sentValue(place, one, readValue);
  });
  const isFailure = REFUSES.test(name) || values.includes(SOME_ERROR);
  const setsCookie = name === 'Save' && hints[0] !== 'writer' && hints[1] === 'writer';
  const set = hasWriter ? statusSent(sent) : {};
  sent.pending = undefined;
  sent.forwards.push({
    call: { kind: 'returns', of: readValue(place, callee), values },
    ...set,
    why: `what ${name === '' ? 'a function' : name} sends could not be read`,
    ...conditional(sent, isFailure || isFailing(sent)),
    // a function that gets an error answers a failure, whatever its name: `problem(w, err)`;
    // `session.Save(r, w)` of gorilla/sessions sets a cookie
    ...(((!hasWriter && !ANSWERS.test(name)) || isFailure || setsCookie) && { lenient: true }),
  });
  return true;
}
