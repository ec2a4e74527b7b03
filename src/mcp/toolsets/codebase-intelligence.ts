import { z } from 'zod';
import { tool, toolset } from '../tool.js';

const symbol = z
  .string()
  .min(1)
  .describe('Name of a function, class, type, method or constant; `Class.method` for one of a class.');
const file = z.string().min(1).describe('Path relative to the repository.');
const language = z.enum(['typescript', 'python', 'java', 'kotlin', 'csharp', 'go']).describe('Only in this language.').optional();
const service = z.string().min(1).describe('Only in this service.').optional();
const place = z.object({ file: z.string(), line: z.int() });

const interfaceEndpoint = place.extend({ method: z.string(), path: z.string(), framework: z.string() });
const interfaceEvent = place.extend({ channel: z.string(), framework: z.string() });

/** A place that may hide a part of an interface. */
const hiddenPlace = z.object({
  reason: z.string().describe('Kind of the difficulty, as in the gaps of a scan.'),
  detail: z.string().describe('A sentence.'),
  file: z.string(),
  line: z.int(),
});

/** The seven tools of Codebase Intelligence (SVC-007 to SVC-013). */
export const codebaseIntelligence = toolset({
  id: 'codebase-intelligence',
  title: 'Codebase Intelligence',
  instructions:
    'Knows the code of the repository: where things are defined, who calls them, what depends on what, and what each service offers. Call register_artifact after you wrote a file, so that it is found.',
  tools: {
    find_definition: tool({
      purpose: 'Finds where a symbol is defined.',
      input: z.object({ symbol, language }),
      output: z.object({
        file: z.string(),
        line: z.int(),
        kind: z.string(),
        signature: z.string(),
        found: z.boolean().optional(),
      }),
      example: { symbol: 'BookService.find' },
      unanswered: { file: '', line: 0, kind: '', signature: '', found: false },
      failures: ['`found` is false and the file empty when it is defined nowhere.'],
      fallback: 'Nothing is found.',
      readOnly: true,
      idempotent: true,
    }),
    find_callers: tool({
      purpose: 'Lists the places that call a symbol.',
      input: z.object({ symbol, max_results: z.int().min(1).max(1000).default(50).describe('Most places that are listed.') }),
      output: z.array(place.extend({ caller: z.string(), text: z.string() })),
      example: { symbol: 'BookService.find', max_results: 20 },
      unanswered: [],
      failures: ['The list is empty for a name that is defined nowhere, too: ask find_definition.'],
      fallback: 'Nothing is found.',
      readOnly: true,
      idempotent: true,
    }),
    find_dependencies: tool({
      purpose: 'Says what a file imports, who imports it, and which circles it is part of.',
      input: z.object({ file_path: file }),
      output: z.object({
        imports: z.array(z.string()),
        imported_by: z.array(z.string()),
        transitive_deps: z.array(z.string()),
        circular_deps: z.array(z.array(z.string())),
      }),
      example: { file_path: 'src/app.ts' },
      unanswered: { imports: [], imported_by: [], transitive_deps: [], circular_deps: [] },
      failures: ['All lists are empty for a file that is not indexed.'],
      fallback: 'Nothing is found.',
      readOnly: true,
      idempotent: true,
    }),
    search_semantic: tool({
      purpose: 'Searches code by words: names, comments and texts near each other in meaning or spelling.',
      input: z.object({
        query: z.string().min(1).describe('What is looked for, in words.'),
        language,
        service_name: service,
        n_results: z.int().min(1).max(100).default(10).describe('Most results.'),
      }),
      output: z.array(place.extend({ symbol: z.string(), kind: z.string(), excerpt: z.string(), score: z.number() })),
      example: { query: 'where fines are worked out', language: 'typescript' },
      unanswered: [],
      failures: ['The list is empty for a service that is not known, too.'],
      fallback: 'Nothing is found.',
      readOnly: true,
      idempotent: true,
    }),
    get_service_interface: tool({
      purpose: 'Gives what a service offers: its endpoints, the events it publishes and those it consumes.',
      input: z.object({ service_name: z.string().min(1).describe('Name of the service.') }),
      output: z.object({
        endpoints: z.array(interfaceEndpoint),
        events_published: z.array(interfaceEvent),
        events_consumed: z.array(interfaceEvent),
        hidden: z
          .array(hiddenPlace)
          .optional()
          .describe('What could not be read: there may be endpoints or events that are not listed. Absent: nothing.'),
      }),
      example: { service_name: 'books' },
      unanswered: { endpoints: [], events_published: [], events_consumed: [] },
      failures: [
        'All lists are empty for a service that is not known.',
        'Where `hidden` is there, the lists may not be complete.',
      ],
      fallback: 'The facts of the scan.',
      readOnly: true,
      idempotent: true,
    }),
    check_dead_code: tool({
      purpose: 'Lists exported symbols that nothing in the repository uses.',
      input: z.object({ service_name: service }),
      output: z.array(place.extend({ symbol: z.string(), kind: z.string(), reason: z.string() })),
      example: { service_name: 'books' },
      unanswered: [],
      failures: [
        'What a framework calls by itself (routes, handlers, entry points) is not listed.',
        'The list is empty for a service that is not known, too.',
      ],
      fallback: 'Nothing is found.',
      readOnly: true,
      idempotent: true,
    }),
    register_artifact: tool({
      purpose: 'Reads a new or changed file into the index.',
      input: z.object({ file_path: file, service_name: z.string().min(1).describe('The service it belongs to.') }),
      output: z.object({ indexed: z.boolean(), symbols_found: z.int(), dependencies_found: z.int() }),
      example: { file_path: 'src/app.ts', service_name: 'books' },
      unanswered: { indexed: false, symbols_found: 0, dependencies_found: 0 },
      failures: ['`indexed` is false for a file that is not there, outside of the repository, or in no language that is read.'],
      fallback: 'It is read with the next scan.',
      readOnly: false,
      idempotent: true,
      timeoutMs: 5_000,
      slowIsFinal: true,
    }),
  },
});
