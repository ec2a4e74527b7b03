import { markdownCode, markdownText, shorten } from './escape.js';
import { mermaidLabel } from './mermaid.js';

/** A place in the code. */
interface Placed {
  readonly file: string;
  readonly line: number;
}

/** The interface of one service. */
export interface MappedService {
  readonly name: string;
  /** From the root of the repository; empty: the root. */
  readonly path: string;
  readonly languages: readonly string[];
  readonly endpoints: readonly (Placed & { readonly method: string; readonly path: string; readonly framework: string })[];
  readonly published: readonly (Placed & { readonly channel: string })[];
  readonly consumed: readonly (Placed & { readonly channel: string })[];
  /** Gaps that may hide endpoints or events. */
  readonly hidden: readonly (Placed & { readonly detail: string })[];
}

/** A file where requests or events enter. */
export interface MappedFile {
  readonly file: string;
  readonly imports: number;
  readonly importedBy: number;
  /** Import cycles that contain it, each as a list of files. */
  readonly circles: readonly (readonly string[])[];
}

/** The content of a map of the code. */
export interface CodebaseMap {
  readonly title: string;
  /** `engine`: Codebase Intelligence answered; `facts`: made from the scan's own facts. */
  readonly origin: 'engine' | 'facts';
  /** Why the engine was not asked, or did not answer; a sentence. */
  readonly why?: string;
  readonly services: readonly MappedService[];
  readonly dependencies: readonly { readonly from: string; readonly to: string; readonly via: string }[];
  readonly models: readonly {
    readonly name: string;
    readonly fields: readonly { readonly name: string; readonly type: string; readonly required: boolean }[];
    readonly services: readonly string[];
  }[];
  /** The files of routes and handlers; only an engine provides them. */
  readonly files?: readonly MappedFile[];
  /** Where to begin reading; only an engine provides it. */
  readonly overview?: readonly (Placed & { readonly symbol: string; readonly kind: string })[];
  /** The number of unresolved places. */
  readonly gaps: number;
}

/** Longer tables are not useful; the remaining rows are counted. */
const MOST_ROWS = 200;
/** A larger drawing is unreadable. */
const MOST_ARROWS = 60;
const MOST_HIDDEN = 20;

/** `CODEBASE_MAP.md`: services, endpoints, events, models, dependencies and entry points, for people and agents. Pure. */
export function codebaseMap(map: CodebaseMap): string {
  const origin = map.origin === 'engine' ? 'Made with Codebase Intelligence' : "Made from the scan's own facts";
  const gaps = map.gaps === 0 ? '' : ` ${map.gaps} places were not analysed, so there may be more than is listed.`;
  return [
    `# Codebase map: ${markdownText(map.title)}`,
    '',
    `${origin}.${map.why === undefined ? '' : ` ${markdownText(map.why)}`}${gaps}`,
    '',
    ...servicesOf(map),
    ...dependenciesOf(map),
    ...map.services.flatMap(serviceSection),
    ...entryPointsOf(map),
    ...modelsOf(map),
    ...overviewOf(map),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}

function servicesOf({ services }: CodebaseMap): readonly string[] {
  const rows = services.map(({ name, path, languages, endpoints, published, consumed }) => [
    markdownText(name),
    markdownCode(path === '' ? '.' : path),
    markdownText(languages.join(', ')),
    `${endpoints.length}`,
    `${new Set(published.map(({ channel }) => channel)).size}`,
    `${new Set(consumed.map(({ channel }) => channel)).size}`,
  ]);
  return section('## Services', ['service', 'folder', 'languages', 'endpoints', 'publishes', 'consumes'], rows);
}

function dependenciesOf({ services, dependencies }: CodebaseMap): readonly string[] {
  if (dependencies.length === 0) return ['## Dependencies', '', 'No service is known to rely on another.', ''];
  const ids = new Map(services.map(({ name }, index) => [name, `s${index}`]));
  const arrows = dependencies.flatMap(({ from, to, via }) => {
    const [start, end] = [ids.get(from), ids.get(to)];
    return start === undefined || end === undefined ? [] : [`  ${start} -->|"${mermaidLabel(via)}"| ${end}`];
  });
  const drawing =
    arrows.length > MOST_ARROWS
      ? []
      : [
          '```mermaid',
          'flowchart LR',
          ...services.map(({ name }) => `  ${ids.get(name)}["${mermaidLabel(name)}"]`),
          ...arrows,
          '```',
          '',
        ];
  const rows = dependencies.map(({ from, to, via }) => [from, to, via].map(markdownText));
  return ['## Dependencies', '', ...drawing, ...table(['service', 'relies on', 'by'], rows)];
}

function serviceSection({ name, endpoints, published, consumed, hidden }: MappedService): readonly string[] {
  if (endpoints.length + published.length + consumed.length + hidden.length === 0) return [];
  const routes = endpoints.map(({ method, path, framework, file, line }) => [
    markdownCode(`${method} ${path}`),
    markdownText(framework),
    markdownCode(`${file}:${line}`),
  ]);
  const events = [
    ...published.map((each) => ['publishes', each] as const),
    ...consumed.map((each) => ['consumes', each] as const),
  ];
  const rows = events.map(([word, { channel, file, line }]) => [word, markdownCode(channel), markdownCode(`${file}:${line}`)]);
  return [
    `## ${markdownText(name)}`,
    '',
    ...(routes.length === 0 ? [] : table(['endpoint', 'framework', 'place'], routes)),
    ...(rows.length === 0 ? [] : table(['event', 'channel', 'place'], rows)),
    ...hiddenIn(hidden),
  ];
}

/** An incomplete list must not look complete. */
function hiddenIn(hidden: MappedService['hidden']): readonly string[] {
  if (hidden.length === 0) return [];
  const more = hidden.length - MOST_HIDDEN;
  return [
    'It may have more endpoints or events than are listed:',
    '',
    ...hidden
      .slice(0, MOST_HIDDEN)
      .map(({ file, line, detail }) => `- ${markdownCode(`${file}:${line}`)}: ${markdownText(shorten(detail, 300))}`),
    ...(more > 0 ? [`- ${more} more places not analysed`] : []),
    '',
  ];
}

/** Where requests and events enter. */
function entryPointsOf({ services, files = [] }: CodebaseMap): readonly string[] {
  const known = new Map(files.map((each) => [each.file, each]));
  const rows = services.flatMap(({ name, endpoints, consumed }) =>
    [...new Set([...endpoints, ...consumed].map(({ file }) => file))].sort().map((file) => {
      const count = (all: readonly Placed[]): string => `${all.filter((each) => each.file === file).length}`;
      const own = known.get(file);
      const more = own === undefined ? [] : [`${own.imports}`, `${own.importedBy}`];
      return [
        markdownCode(file),
        markdownText(name),
        count(endpoints),
        count(consumed),
        ...more,
        ...(more.length === 0 && files.length > 0 ? ['', ''] : []),
      ];
    }),
  );
  const head = ['file', 'service', 'endpoints', 'handlers', ...(files.length > 0 ? ['imports', 'imported by'] : [])];
  const circles = new Set(files.flatMap((each) => each.circles.map((circle) => [...circle].join(' → '))));
  return [
    ...section('## Entry points', head, rows),
    ...(circles.size === 0
      ? []
      : ['Files that import one another:', '', ...[...circles].map((circle) => `- ${markdownCode(circle)}`), '']),
  ];
}

function modelsOf({ models }: CodebaseMap): readonly string[] {
  const rows = models.map(({ name, fields, services }) => [
    markdownText(name),
    markdownCode(shorten(fields.map((field) => `${field.name}${field.required ? '' : '?'}: ${field.type}`).join('; '), 300)),
    markdownText(services.join(', ')),
  ]);
  return section('## Models', ['model', 'fields', 'services'], rows);
}

function overviewOf({ overview = [] }: CodebaseMap): readonly string[] {
  const rows = overview.map(({ symbol, kind, file, line }) => [
    markdownCode(symbol),
    markdownText(kind),
    markdownCode(`${file}:${line}`),
  ]);
  return section('## Where to begin reading', ['symbol', 'kind', 'place'], rows);
}

function section(heading: string, head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  return rows.length === 0 ? [] : [heading, '', ...table(head, rows)];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const shown = rows.slice(0, MOST_ROWS).map((cells) => `| ${cells.join(' | ')} |`);
  const rest = rows.length - shown.length;
  const left = rest === 0 ? [] : [`${rest} more are not listed.`, ''];
  return [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...shown, '', ...left];
}
