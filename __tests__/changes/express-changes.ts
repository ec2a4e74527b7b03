import { APP_TS, FEEDS_TS } from './express-service.js';
import { type Edits, edited, type Row } from './row.js';

const GROUPS = "feeds.get('/groups', (req: Request, res: Response) => {";
const GUARD = '(req, res, next) => { if (req.headers.a) return next(); res.sendStatus(401); }';

const GROUPS_VALUE = "const groups: Group[] = [{ id: 1, name: 'a' }];";
const MOUNT = "app.use('/api', feeds);\n";
const groupsSent = (before: string): Edits => ({
  'src/feeds.ts': edited(FEEDS_TS, 'res.json(groups)', `${before}\n  res.json(groups)`),
});
const app = (part: string, instead: string): Edits => ({ 'src/app.ts': edited(APP_TS, part, instead) });

/** Changes of {@link EXPRESS_SERVICE}. */
export const TYPESCRIPT: readonly Row[] = [
  [
    'nothing that is promised',
    { 'src/feeds.ts': edited(FEEDS_TS, "title: 'a', unread_count: 2 }];", "title: 'b', unread_count: 2 }];") },
    'success',
    [],
  ],
  ['the prefix removed', { 'src/app.ts': edited(APP_TS, "app.use('/api', feeds)", 'app.use(feeds)') }, 'failure', ['moved']],
  ['another prefix', { 'src/app.ts': edited(APP_TS, "'/api'", "'/api/v2'") }, 'failure', ['moved']],
  ['the prefix from the environment', { 'src/app.ts': edited(APP_TS, "'/api'", 'process.env.PREFIX') }, 'failure', ['lost']],
  ['a router that is no longer mounted', { 'src/app.ts': edited(APP_TS, "app.use('/api', feeds);\n", '') }, 'failure', []],
  [
    'a replacer of JSON',
    { 'src/app.ts': edited(APP_TS, "app.use('/api', feeds)", "app.set('json replacer', hide);\napp.use('/api', feeds)") },
    'failure',
    ['lost'],
  ],
  [
    'a replacer that leaves a field out',
    { 'src/feeds.ts': edited(FEEDS_TS, 'res.json(groups)', "res.type('json').send(JSON.stringify(groups, ['id']))") },
    'failure',
    ['lost'],
  ],
  [
    'JSON that is written by hand, indented',
    { 'src/feeds.ts': edited(FEEDS_TS, 'res.json(groups)', "res.type('json').send(JSON.stringify(groups, null, 2))") },
    'success',
    [],
  ],
  [
    'json wrapped by a middleware',
    {
      'src/app.ts': edited(
        APP_TS,
        "app.use('/api', feeds)",
        "app.use((req, res, next) => { const send = res.json.bind(res); res.json = (body) => send({ data: body }); next(); });\napp.use('/api', feeds)",
      ),
    },
    'failure',
    [],
  ],
  [
    'a cast through unknown',
    {
      'src/feeds.ts': edited(
        FEEDS_TS,
        "const groups: Group[] = [{ id: 1, name: 'a' }];",
        'const groups = load() as unknown as Group[];',
      ),
    },
    'failure',
    ['lost'],
  ],
  [
    'any',
    { 'src/feeds.ts': edited(FEEDS_TS, "const groups: Group[] = [{ id: 1, name: 'a' }];", 'const groups: any = load();') },
    'failure',
    ['lost'],
  ],
  [
    'a property deleted',
    {
      'src/feeds.ts': edited(
        FEEDS_TS,
        "const groups: Group[] = [{ id: 1, name: 'a' }];\n  res.json(groups)",
        "const group: Partial<Group> = { id: 1, name: 'a' };\n  delete group.name;\n  res.json([group])",
      ),
    },
    'failure',
    [],
  ],
  [
    'a property renamed by a spread',
    {
      'src/feeds.ts': edited(
        FEEDS_TS,
        'res.json(groups)',
        'res.json(groups.map(({ name, ...rest }) => ({ ...rest, label: name })))',
      ),
    },
    'failure',
    ['new'],
  ],
  [
    'another success status',
    { 'src/feeds.ts': edited(FEEDS_TS, 'res.status(201)', 'res.status(299)') },
    'success, with a comment',
    [],
  ],
  ['another method', { 'src/feeds.ts': edited(FEEDS_TS, "feeds.get('/groups'", "feeds.put('/groups'") }, 'failure', ['new']],
  [
    'a path through a lying tsconfig',
    {
      'tsconfig.json': '{"compilerOptions":{"paths":{"./feeds.js":["./src/stub.ts"]}}}\n',
      'src/stub.ts': FEEDS_TS,
      'src/feeds.ts': edited(FEEDS_TS, 'res.json(groups)', 'res.json(groups.map(({ id, name }) => ({ id, label: name })))'),
    },
    'failure',
    ['new'],
  ],
  [
    'the handler behind an unknown wrapper',
    {
      'src/feeds.ts': edited(
        FEEDS_TS,
        "feeds.get('/groups', (req: Request, res: Response) => {\n  const groups: Group[] = [{ id: 1, name: 'a' }];\n  res.json(groups);\n});",
        "feeds.get('/groups', wrapped(load));",
      ),
    },
    'failure',
    ['lost'],
  ],
  ['the file of the router removed', { 'src/feeds.ts': undefined }, 'failure', []],
  [
    'an early answer of a middleware',
    {
      'src/app.ts': edited(
        APP_TS,
        "app.use('/api', feeds)",
        "app.use((req, res) => { res.status(404).end(); });\napp.use('/api', feeds)",
      ),
    },
    'failure',
    [],
  ],
  ...[
    ['a handler that throws at once', 'failure', `${GROUPS}\n  throw new Error('no');`],
    ['a handler that refuses at once', 'failure', `${GROUPS}\n  return res.status(404).end();`],
    ['a handler that refuses some', 'success', `${GROUPS}\n  if (req.query.id === 'x') return res.status(404).end();`],
    ['a refusal before the handler', 'failure', GROUPS.replace('(req', '(req, res) => { res.sendStatus(401); }, (req')],
    ['a guard before the handler', 'success', GROUPS.replace('(req', `${GUARD}, (req`)],
    ['a refusal of one path', 'failure', `feeds.use('/groups', (req, res) => { res.sendStatus(403); });\n${GROUPS}`],
    ['a refusal of a path beside it', 'success', `feeds.use('/group', (req, res) => { res.sendStatus(403); });\n${GROUPS}`],
    ['a guard of one path', 'success', `feeds.use('/groups', ${GUARD});\n${GROUPS}`],
    ['a refusal of all methods', 'failure', `feeds.all('/groups', (req, res) => { res.sendStatus(403); });\n${GROUPS}`],
    ['a guard of all methods', 'success', `feeds.all('/groups', ${GUARD});\n${GROUPS}`],
  ].map(
    ([name = '', conclusion = '', instead = '']): Row => [
      name,
      { 'src/feeds.ts': edited(FEEDS_TS, GROUPS, instead) },
      conclusion,
      [],
    ],
  ),
  [
    'a condition that is never true',
    { 'src/feeds.ts': edited(FEEDS_TS, "feeds.get('/groups'", "if (false) feeds.get('/groups'") },
    'failure',
    ['new'],
  ],
  ['a router on a second app', app(MOUNT, `const other = express();\nother.use('/api', feeds);\n`), 'failure', []],
  [
    'a router on a second app that the first mounts',
    app(MOUNT, `const other = express();\nother.use('/api', feeds);\napp.use(other);\n`),
    'success',
    [],
  ],
  ['an app that listens no longer', app('app.listen(3000);\n', ''), 'failure', []],
  [
    'an app that an HTTP server serves',
    {
      'src/app.ts': `import { createServer } from 'node:http';\n${edited(APP_TS, 'app.listen(3000)', 'createServer(app).listen(3000)')}`,
    },
    'success',
    [],
  ],
  [
    'routes under a constant that is false',
    { 'src/feeds.ts': edited(FEEDS_TS, GROUPS, `const on = false;\nif (on) ${GROUPS}`) },
    'failure',
    ['new'],
  ],
  [
    'routes under a constant that is true',
    { 'src/feeds.ts': edited(FEEDS_TS, GROUPS, `const on = true;\nif (on) ${GROUPS}`) },
    'success',
    [],
  ],
  [
    'a literal that a cast makes more of',
    { 'src/feeds.ts': edited(FEEDS_TS, GROUPS_VALUE, 'const groups = [{ id: 1 }] as Group[];') },
    'failure',
    ['new'],
  ],
  [
    'a literal that is sent with a cast',
    { 'src/feeds.ts': edited(FEEDS_TS, 'res.json(groups)', 'res.json([{ id: 1 }] as Group[])') },
    'failure',
    ['new'],
  ],
  [
    'a literal that a cast says right',
    { 'src/feeds.ts': edited(FEEDS_TS, GROUPS_VALUE, "const groups = [{ id: 1, name: 'a' }] as Group[];") },
    'success',
    [],
  ],
  ['a member assigned over', groupsSent('groups.forEach((one) => Object.assign(one, { name: undefined }));'), 'failure', []],
  ['a member redefined', groupsSent("Object.defineProperty(groups[0], 'name', { enumerable: false });"), 'failure', ['lost']],
  ['a member deleted by Reflect', groupsSent("Reflect.deleteProperty(groups[0], 'name');"), 'failure', []],
  [
    'a member deleted by a helper',
    {
      'src/feeds.ts': `${edited(FEEDS_TS, 'res.json(groups)', 'strip(groups[0]);\n  res.json(groups)')}\nfunction strip(group: Partial<Group>): void { delete group.name; }\n`,
    },
    'failure',
    [],
  ],
  [
    'a member deleted by a helper of another file',
    {
      'src/feeds.ts': `import { strip } from './strip.js';\n${edited(FEEDS_TS, 'res.json(groups)', 'groups.forEach(strip);\n  res.json(groups)')}`,
      'src/strip.ts': 'export function strip(group: any): void {\n  delete group.name;\n}\n',
    },
    'failure',
    ['lost'],
  ],
  [
    'a helper of another file that only looks',
    {
      'src/feeds.ts': `import { count } from './count.js';\n${edited(FEEDS_TS, 'res.json(groups)', 'groups.forEach(count);\n  res.json(groups)')}`,
      'src/count.ts': 'let all = 0;\nexport function count(group: any): void {\n  if (group.name) all += 1;\n}\n',
    },
    'success',
    [],
  ],
  ['a member set through a cast', groupsSent('for (const one of groups) (one as any).name = undefined;'), 'failure', []],
  [
    'members deleted by a helper',
    {
      'src/feeds.ts': `${edited(FEEDS_TS, 'res.json(groups)', 'strip(groups);\n  res.json(groups)')}\nfunction strip(all: Partial<Group>[]): void { for (const one of all) delete one.name; }\n`,
    },
    'failure',
    [],
  ],
  [
    'a helper that looks at the value',
    {
      'src/feeds.ts': `${edited(FEEDS_TS, 'res.json(groups)', 'count(groups);\n  res.json(groups)')}\nfunction count(all: Group[]): number { return all.filter((one) => one.id > 0).length; }\n`,
    },
    'success',
    [],
  ],
  [
    'a copy that is assigned over',
    groupsSent('const copy = Object.assign({}, groups[0], { name: undefined });\n  console.log(copy);'),
    'success',
    [],
  ],
  [
    'the address rewritten by a middleware',
    app(MOUNT, `app.use((req, res, next) => { req.url = '/v2' + req.url; next(); });\n${MOUNT}`),
    'failure',
    ['lost'],
  ],
  [
    'the address looked at by a middleware',
    app(MOUNT, `app.use((req, res, next) => { console.log(req.url); next(); });\n${MOUNT}`),
    'success',
    [],
  ],
  [
    'a parameter that is always refused',
    {
      'src/feeds.ts': edited(
        FEEDS_TS,
        'export const feeds = Router();\n',
        "export const feeds = Router();\nfeeds.param('id', (req, res) => { res.sendStatus(404); });\n",
      ),
    },
    'failure',
    [],
  ],
  [
    'a parameter that is checked',
    {
      'src/feeds.ts': edited(
        FEEDS_TS,
        'export const feeds = Router();\n',
        "export const feeds = Router();\nfeeds.param('id', (req, res, next, id) => { if (id === '0') { res.sendStatus(404); return; } next(); });\n",
      ),
    },
    'success',
    [],
  ],
  [
    'a computed status',
    { 'src/feeds.ts': edited(FEEDS_TS, 'res.json(groups)', 'res.status(statusOf(req)).json(groups)') },
    'failure',
    ['lost'],
  ],
  [
    'a status in a constant',
    { 'src/feeds.ts': edited(FEEDS_TS, 'res.json(groups)', 'const status = 200;\n  res.status(status).json(groups)') },
    'success',
    [],
  ],
];
