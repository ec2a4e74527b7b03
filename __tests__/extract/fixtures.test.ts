import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openCollection } from '../../src/extract/collect.js';
import { inferOpen } from '../../src/extract/infer.js';
import { languages } from '../../src/extract/languages/index.js';
import type { Codebase, CodeRoute } from '../../src/facts/codebase.js';
import { link } from '../../src/facts/link.js';
import { allQuestions } from '../../src/facts/values/all-questions.js';
import { describeShape } from '../../src/model/shape-text.js';

/**
 * Every folder `fixtures/<language>/<framework>/<case>` is a small service with `expected.json`: the routes that it answers when it
 * runs, what some of them send, the events that it publishes and handles, and what cannot be seen. Where `expected.json` is missing,
 * the test writes what the scanner sees now, and fails: read each line against the code.
 */
interface Expected {
  /** `GET /users/{id} src/users.ts:12`; `…` before the path: it begins with something unknown. */
  readonly routes: readonly string[];
  /** Of some routes: all that they send, by status (and media type, where it is not JSON). `more`: why there may be more. */
  readonly responses?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** `publish orders (event) src/x.ts:3` -> what is published or taken; absent: there are none. */
  readonly messages?: Readonly<Record<string, string>>;
  /** `dynamic-path src/x.ts:3`, and what it hides: `dynamic-path src/x.ts:3 /api`. */
  readonly gaps?: readonly string[];
}

const root = fileURLToPath(new URL('../fixtures', import.meta.url));

function folders(path: string): readonly string[] {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
}

/** Fixtures of inference have every question answered; elsewhere facts stand alone. */
async function read(folder: string, framework: string): Promise<Codebase> {
  const collection = await openCollection({ repository: folder, dir: folder, languages });
  if (framework !== 'inference') return link(collection.sheet);
  return link(
    await inferOpen(
      collection,
      allQuestions(() => true),
    ),
  );
}

function name(route: CodeRoute): string {
  return `${route.method} ${route.prefixUnknown === true ? '…' : ''}${route.path}`;
}

function sent(route: CodeRoute, code: Codebase): Record<string, string> {
  const all: Record<string, string[]> = {};
  for (const { status, mediaType, shape } of route.responses) {
    const key = [status ?? '?', ...(mediaType === undefined || mediaType === 'none' ? [] : [mediaType])].join(' ');
    const text = mediaType === 'none' ? 'none' : describeShape(shape, code.types, 6);
    all[key] = [...new Set([...(all[key] ?? []), text])];
  }
  const entries = Object.entries(all).map(([key, texts]) => [key, texts.join(' || ')]);
  return { ...Object.fromEntries(entries), ...(route.incomplete === undefined ? {} : { more: route.incomplete }) };
}

function messages(code: Codebase): Record<string, string> {
  const all = code.messages.map(({ direction, channel, aliases, event, payload, headers, at }) => {
    const name = [channel, ...aliases].join(' = ');
    const key = `${direction} ${name}${event === undefined ? '' : ` (${event})`} ${at.file}:${at.line}`;
    const shown = [payload, ...(headers === undefined ? [] : [headers])].map((shape) => describeShape(shape, code.types, 6));
    return [key, shown.join(' with headers ')];
  });
  return Object.fromEntries(all);
}

function gaps(code: Codebase): readonly string[] {
  return code.gaps.map(({ reason, at, hides }) => {
    const hidden =
      hides === undefined
        ? []
        : typeof hides === 'string'
          ? [hides]
          : 'prefix' in hides
            ? [hides.prefix]
            : 'messages' in hides
              ? [hides.messages]
              : [];
    return [reason, `${at.file}:${at.line}`, ...hidden].join(' ');
  });
}

/** @param requested the routes whose responses are compared; absent: all */
function seen(code: Codebase, requested?: readonly string[]): Required<Expected> {
  const responses = code.routes
    .filter((route) => requested === undefined || requested.includes(name(route)))
    .map((route) => [name(route), sent(route, code)]);
  return {
    routes: code.routes.map((route) => `${name(route)} ${route.at.file}:${route.at.line}`).sort(),
    responses: Object.fromEntries(responses),
    messages: messages(code),
    gaps: [...gaps(code)].sort(),
  };
}

for (const language of folders(root)) {
  for (const framework of folders(join(root, language))) {
    // Shows TECH-042 by extract/languages; TECH-043 by extract/languages; TEST-063 by extract/languages
    // Shows TEST-064 by extract/languages
    describe(`${language}/${framework}`, () => {
      for (const service of folders(join(root, language, framework))) {
        test(service, async () => {
          const folder = join(root, language, framework, service);
          const file = join(folder, 'expected.json');
          const code = await read(folder, framework);
          if (!existsSync(file)) {
            if (process.env.CI === undefined) writeFileSync(file, `${JSON.stringify(seen(code), null, 2)}\n`);
            throw new Error(`There was no ${file}. It holds now what the scanner sees: read each line against the code.`);
          }
          const expected = JSON.parse(readFileSync(file, 'utf8')) as Expected;
          expect(seen(code, Object.keys(expected.responses ?? {}))).toEqual({
            routes: [...expected.routes].sort(),
            responses: expected.responses ?? {},
            messages: expected.messages ?? {},
            gaps: [...(expected.gaps ?? [])].sort(),
          });
        });
      }
    });
  }
}
