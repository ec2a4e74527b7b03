import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { collect } from '../../src/extract/collect.js';
import { languages } from '../../src/extract/languages/index.js';

const fixtures = resolve('__tests__/fixtures');
const folders = ['csharp/masstransit', 'go/kafka', 'jvm/spring-messaging', 'python/kafka', 'typescript/kafkajs'].flatMap(
  (folder) => readdirSync(join(fixtures, folder)).map((name) => join(folder, name)),
);

const kinds = async (folder: string, aspects?: { readonly events: boolean }): Promise<ReadonlySet<string>> => {
  const dir = join(fixtures, folder);
  const sheet = await collect({ repository: dir, dir, languages, ...(aspects === undefined ? {} : { aspects }) });
  return new Set(
    sheet.files.flatMap(({ facts, gaps }) => [...facts.map(({ kind }) => kind), ...gaps.map(({ reason }) => reason)]),
  );
};
/** What says that a source sends or takes something: where, or that it cannot be told where. */
const OF_EVENTS = ['message', 'sending', 'dynamic-channel'];

describe('events are read where a contract promises some, and otherwise cost nothing', () => {
  test.each(folders)('%s', async (folder) => {
    const read = await kinds(folder);
    expect(OF_EVENTS.filter((kind) => read.has(kind))).not.toEqual([]);
    const without = await kinds(folder, { events: false });
    expect(OF_EVENTS.filter((kind) => without.has(kind))).toEqual([]);
  });
});

test.each(languages.map(({ id }) => id))('all profiles of events of %s are of events', async (id) => {
  const { eventProfiles } = (await import(resolve('src/extract/languages', id, 'events/profiles.ts'))) as {
    readonly eventProfiles: Readonly<Record<string, { readonly of?: string }>>;
  };
  expect(new Set(Object.values(eventProfiles).map(({ of }) => of))).toEqual(new Set(['events']));
});
