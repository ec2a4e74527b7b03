import type { Expression } from '../../../../facts/expression.js';
import type { Fact, FileGap, MessageSite, Sending } from '../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../extractor.js';
import { attributeOf, plainArgument } from '../attributes.js';
import { functionScope } from '../locals.js';
import { typeNamed } from '../names.js';
import { type Source, scopeOf } from '../source.js';
import { literalTexts } from '../syntax/literal-texts.js';
import { readGiven } from '../syntax/parse-parts.js';
import type { Argument, Member, TypeNode } from '../syntax/syntax.js';
import { afterBracket, isWord, textAt } from '../syntax/tokens.js';
import { readArguments, simpleName, type TypeSyntax } from '../syntax/type-syntax.js';
import { typeExpression, unknown } from '../types.js';
import { readValue } from '../values.js';
import { eventProfiles } from './profiles.js';

const BY = eventProfiles.signalr.id;
/** Name of the hub function that `MapHub<T>(path)` calls with the path. */
const HUB = '(hub)';

/** SignalR hubs: https://learn.microsoft.com/aspnet/core/signalr/hubs */
export const signalr: Extractor<Source> = {
  ...eventProfiles.signalr,
  extract: (source): Extraction => ({
    facts: [...source.tree.types.flatMap((node) => hubFacts(source, node)), ...mapped(source)],
    gaps: throughContext(source),
  }),
};

function hubFacts(source: Source, node: TypeNode): readonly Fact[] {
  const base = node.bases.find((one) => simpleName(one) === 'Hub');
  if (base?.kind !== 'named' || node.form !== 'class') return [];
  const callable = `${node.path}.${HUB}`;
  const methods = node.members.filter(({ kind, modifiers }) => kind === 'method' && !modifiers.has('static'));
  const isTyped = base.arguments.length > 0;
  const calls = methods.filter(({ modifiers }) => modifiers.has('public') && !modifiers.has('override'));
  return [
    { kind: 'callable', name: callable, at: source.tokens.at(node.at) },
    ...calls.map((member) => taken(source, node, member)),
    ...methods.flatMap((member) => sentIn(source, node, member, isTyped)),
  ];
}

function site(source: Source, { path }: TypeNode, at: number): Pick<MessageSite, 'kind' | 'by' | 'channel' | 'inside' | 'at'> {
  const callable = `${path}.${HUB}`;
  const channel: Expression = { kind: 'parameter', callable, index: 0 };
  return { kind: 'message', by: BY, channel, inside: callable, at: source.tokens.at(at) };
}

/** A cancellation token is not part of the message. */
const isPassed = (type: TypeSyntax | undefined): boolean => type === undefined || simpleName(type) !== 'CancellationToken';

/** A hub method that clients call. */
function taken(source: Source, node: TypeNode, member: Member): MessageSite {
  const renamed = attributeOf(member.attributes, 'HubMethodName');
  const name = literalTexts(source.tokens, renamed && plainArgument(renamed, 0))[0] ?? member.name;
  const given = member.parameters.filter(
    ({ type, attributes }) => isPassed(type) && attributeOf(attributes, 'FromServices') === undefined,
  );
  const type = given.length === 1 ? given[0]?.type : undefined;
  return {
    ...site(source, node, member.at),
    direction: 'subscribe',
    event: { kind: 'literal', value: name },
    ...(type === undefined ? {} : { payload: typeExpression(scopeOf(source, node), type) }),
  };
}

/** `Clients.Group(room).SendAsync("Moved", move)`; with typed clients, `Clients.All.Moved(move)`. */
function sentIn(source: Source, node: TypeNode, member: Member, isTyped: boolean): readonly MessageSite[] {
  const { tokens } = source;
  const range = member.body ?? member.expression;
  if (range === undefined) return [];
  const scope = functionScope(scopeOf(source, node), member.parameters, range, readValue);
  const found: MessageSite[] = [];
  for (let at = range.from; at < range.to; at++) {
    if (textAt(tokens, at) !== 'Clients' || textAt(tokens, at + 1) !== '.' || !isWord(tokens, at + 2)) continue;
    const chosen = textAt(tokens, at + 3) === '(' ? afterBracket(tokens, at + 3, range.to) : at + 3;
    const open = chosen + 2;
    if (textAt(tokens, chosen) !== '.' || textAt(tokens, open) !== '(') continue;
    const name = textAt(tokens, chosen + 1);
    const given = readGiven(tokens, { from: open + 1, to: afterBracket(tokens, open, range.to) - 1 });
    const [first, ...others] = given;
    const event = isTyped ? { kind: 'literal' as const, value: name } : first && readValue(scope, first);
    if (event === undefined || (!isTyped && !/^(?:Send(?:Core)?|Invoke)Async$/.test(name))) continue;
    const values = (isTyped ? given : others).filter((one) => !isToken(source, member, one));
    const [only] = name === 'SendCoreAsync' || values.length !== 1 ? [] : values;
    const payload = only === undefined ? {} : { payload: readValue(scope, only) };
    found.push({ ...site(source, node, chosen + 1), direction: 'publish', event, ...payload });
  }
  return found;
}

function isToken({ tokens }: Source, { parameters }: Member, { name, from }: Argument): boolean {
  return name === 'cancellationToken' || !parameters.every((one) => one.name !== textAt(tokens, from) || isPassed(one.type));
}

/** `app.MapHub<BoardHub>("/hubs/board")`. */
function mapped(source: Source): readonly Sending[] {
  const { tokens } = source;
  const scope = scopeOf(source, undefined);
  return tokens.list.flatMap(({ kind, text }, index): Sending[] => {
    if (kind !== 'word' || text !== 'MapHub' || textAt(tokens, index + 1) !== '<') return [];
    const generic = readArguments(tokens, index + 1, tokens.list.length);
    const [type] = generic?.given ?? [];
    if (generic === undefined || type?.kind !== 'named' || textAt(tokens, generic.next) !== '(') return [];
    const [path] = readGiven(tokens, {
      from: generic.next + 1,
      to: afterBracket(tokens, generic.next, tokens.list.length) - 1,
    });
    if (path === undefined) return [];
    // any other receiver may be a group with a prefix of its own
    const isPlain = /^(?:app|application|endpoints|endpoint|routes)$/i.test(textAt(tokens, index - 2));
    const of: Expression = { kind: 'name', name: typeNamed(scope, type.name), space: 'value' };
    const callable: Expression = { kind: 'member', of, name: HUB };
    return [
      {
        kind: 'sending',
        callable,
        given: [isPlain ? readValue(scope, path) : unknown('it is mapped on a group')],
        at: tokens.at(index),
      },
    ];
  });
}

/** Code with an `IHubContext` sends messages from outside the hub. */
function throughContext({ tokens }: Source): readonly FileGap[] {
  const at = tokens.list.findIndex((_, index) => textAt(tokens, index) === 'IHubContext' && textAt(tokens, index + 1) === '<');
  if (at < 0) return [];
  const detail = 'what is sent through the context of a hub is not read';
  return [{ reason: 'dynamic-channel', detail, at: tokens.at(at), hides: { messages: 'publish' } }];
}
