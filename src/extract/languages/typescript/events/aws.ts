import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Fact, MessageSite } from '../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../extractor.js';
import { importedName } from '../decorators.js';
import { functionAround } from '../names/names.js';
import type { Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { callsOf } from '../values/fluent-chains.js';
import { readValue } from '../values/values.js';
import { elementsOf, encodedPayload, messageAt, partOf, payloadTypes } from './event-parts.js';
import { handlerOf } from './handlers.js';
import { isParsed } from './parsed.js';
import { eventProfiles } from './profiles.js';
import { receivedIn } from './received.js';

/** Id of the extractor. */
const BY = 'typescript/aws-messaging';

/** Messages of SNS, SQS and EventBridge: https://docs.aws.amazon.com/AWSJavaScriptSDK/v3/latest/ */
export const aws: Extractor<Source> = { ...eventProfiles.aws, extract };

/** Where a call has the channel and the text; `entries`: a list of messages. */
interface Form {
  readonly channel: string;
  readonly text: string;
  readonly entries?: string;
  readonly event?: string;
}
const SNS: Form = { channel: 'TopicArn', text: 'Message' };
const SQS: Form = { channel: 'QueueUrl', text: 'MessageBody' };
const FORMS: Readonly<Record<string, Form>> = {
  PublishCommand: SNS,
  PublishBatchCommand: { ...SNS, entries: 'PublishBatchRequestEntries' },
  SendMessageCommand: SQS,
  SendMessageBatchCommand: { ...SQS, entries: 'Entries' },
  PutEventsCommand: { channel: 'EventBusName', text: 'Detail', entries: 'Entries', event: 'DetailType' },
  publish: SNS,
  sendMessage: SQS,
  sendMessageBatch: { ...SQS, entries: 'Entries' },
  putEvents: { channel: 'EventBusName', text: 'Detail', entries: 'Entries', event: 'DetailType' },
};

function extract(source: Source): Extraction {
  const facts: Fact[] = [];
  for (const call of callsOf(source.tree)) {
    const found = [...sent(source, call), ...received(source, call)];
    if (found.length > 0) source.handled.add(call);
    facts.push(...found);
  }
  return { facts, gaps: [] };
}

function nameOf(source: Source, call: ts.CallExpression | ts.NewExpression): string {
  const callee = unwrap(call.expression);
  if (ts.isNewExpression(call)) return importedName(source, callee).name.split('.').at(-1) ?? '';
  return ts.isPropertyAccessExpression(callee) ? callee.name.text : '';
}

function sent(source: Source, call: ts.CallExpression | ts.NewExpression): readonly MessageSite[] {
  const name = nameOf(source, call);
  const form = Object.hasOwn(FORMS, name) ? FORMS[name] : undefined;
  const [given] = call.arguments ?? [];
  if (form === undefined || given === undefined) return [];
  const whole = partOf(source, given, form.channel);
  const entries = form.entries === undefined ? [unwrap(given)] : elementsOf(source, partOf(source, given, form.entries));
  if (form.entries === undefined && whole === undefined) return [];
  return (entries ?? []).flatMap((entry): readonly MessageSite[] => {
    const channel = whole ?? partOf(source, entry, form.channel);
    const event = form.event === undefined ? undefined : partOf(source, entry, form.event);
    const text = partOf(source, entry, form.text);
    // On a bus that all services share, the type identifies an event.
    const place: Expression | undefined = event !== undefined ? readValue(source, event) : channel && readValue(source, channel);
    if (place === undefined) return [];
    const payload = text === undefined ? {} : encodedPayload(source, text);
    return [messageAt(source, entry, { by: BY, direction: 'publish', channel: place, wildcards: 'aws', ...payload })];
  });
}

/** A function receives from a queue and parses the messages itself, or sqs-consumer calls a handler. */
function received(source: Source, call: ts.CallExpression | ts.NewExpression): readonly MessageSite[] {
  const name = nameOf(source, call);
  const [given] = call.arguments ?? [];
  const isConsumer = name === 'create' && partOf(source, given, 'handleMessage') !== undefined;
  if (!isConsumer && name !== 'ReceiveMessageCommand' && name !== 'receiveMessage') return [];
  const queue = partOf(source, given, isConsumer ? 'queueUrl' : 'QueueUrl');
  if (queue === undefined) return [];
  const handler = isConsumer ? handlerOf(source, partOf(source, given, 'handleMessage')) : functionAround(call);
  const payload = payloadTypes(receivedIn(source, handler, { isData: (node) => isParsed(source, node, /\bBody\b/) }));
  const channel = readValue(source, queue);
  return [messageAt(source, call, { by: BY, direction: 'subscribe', channel, wildcards: 'aws', payload })];
}
