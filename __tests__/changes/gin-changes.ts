import { CONTRACT, FEEDS_GO, MAIN_GO, ROUTES_GO } from './gin-service.js';
import { type Edits, edited, type Row } from './row.js';

const routes = (part: string, instead: string): Edits => ({ 'handler/routes.go': edited(ROUTES_GO, part, instead) });
const feeds = (part: string, instead: string): Edits => ({ 'handler/feeds.go': edited(FEEDS_GO, part, instead) });
const contract = (part: string, instead: string): Edits => ({ 'openapi.yaml': edited(CONTRACT, part, instead) });
const GROUP = 'type Group struct {\n\tID   int64  `json:"id"`\n\tName string `json:"name"`\n}';
const LIST_GROUPS = 'func listGroups(c *gin.Context) {\n';
const embedding = (parts: string): Edits => ({
  'handler/feeds.go': edited(
    edited(FEEDS_GO, GROUP, `${parts}\n\ntype Group struct {\n\tID int64 \`json:"id"\`\n\tnamed\n\tlabelled\n}`),
    'Group{{ID: 1, Name: "a"}}',
    'Group{{ID: 1}}',
  ),
});
const GROUPS_ROUTE = '\tapi.GET("/groups", listGroups)\n';
const noGroups = routes(GROUPS_ROUTE, '');
const GROUPS_PATH = CONTRACT.slice(CONTRACT.indexOf('  /groups:'), CONTRACT.indexOf('components:'));

const GROUPS_BODY = 'content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Group" } } } }';

/** Changes of {@link GIN_SERVICE}. */
export const GO: readonly Row[] = [
  ['nothing that is promised', feeds('Title: "a", UnreadCount', 'Title: "b", UnreadCount'), 'success', []],
  ['a new file of its own', { 'handler/util.go': 'package handler\n\nfunc twice(n int) int { return 2 * n }\n' }, 'success', []],
  ['the prefix dropped', routes('r.Group("/api")', 'r.Group("")'), 'failure', ['moved']],
  ['another prefix', routes('r.Group("/api")', 'r.Group("/v2")'), 'failure', ['moved']],
  [
    'the prefix from the environment',
    {
      'handler/routes.go': edited(
        edited(ROUTES_GO, 'r.Group("/api")', 'r.Group(os.Getenv("PREFIX"))'),
        'import "github.com/gin-gonic/gin"',
        'import (\n\t"os"\n\n\t"github.com/gin-gonic/gin"\n)',
      ),
    },
    'failure',
    ['lost'],
  ],
  ['a router that nobody serves', { 'main.go': 'package main\n\nfunc main() {\n}\n' }, 'failure', ['lost']],
  ['a router that another program serves', { 'main.go': undefined, 'cmd/feeds/main.go': MAIN_GO }, 'success', []],
  ['a route deleted', noGroups, 'failure', ['new']],
  ['another method', routes('api.GET("/groups"', 'api.PUT("/groups"'), 'failure', ['new']],
  ['another path', routes('"/groups"', '"/group"'), 'failure', ['new']],
  ['a field renamed', feeds('json:"unread_count"', 'json:"unreadCount"'), 'failure', ['new']],
  ['a field taken out of JSON', feeds('json:"name"', 'json:"-"'), 'failure', ['new']],
  ['another type', feeds('ID   int64', 'ID   string'), 'failure', ['new']],
  [
    'a field renamed by embedding',
    feeds(
      'type Group struct {\n\tID   int64  `json:"id"`\n\tName string `json:"name"`\n}',
      'type named struct {\n\tName string `json:"label"`\n}\n\ntype Group struct {\n\tID int64 `json:"id"`\n\tnamed\n}',
    ),
    'failure',
    ['new'],
  ],
  [
    'a marshaller of its own',
    {
      ...feeds('import (\n', 'import (\n\t"encoding/json"\n'),
      'handler/marshal.go': 'package handler\n\nfunc (g Group) MarshalJSON() ([]byte, error) {\n\treturn other(g)\n}\n',
    },
    'failure',
    ['lost'],
  ],
  ['a value of any type', feeds('groups := []Group{{ID: 1, Name: "a"}}', 'var groups any = load()'), 'failure', ['lost']],
  [
    'raw bytes',
    feeds('c.JSON(http.StatusOK, groups)', 'c.Data(http.StatusOK, "application/json", render(groups))'),
    'failure',
    ['lost'],
  ],
  ['another success status', feeds('c.JSON(http.StatusCreated,', 'c.JSON(http.StatusAccepted,'), 'success, with a comment', []],
  [
    'no success at all',
    feeds('c.JSON(http.StatusOK, groups)', '_ = groups\n\tc.JSON(http.StatusGone, gin.H{"error": "gone"})'),
    'failure',
    [],
  ],
  ['a route in a branch that never runs', routes(GROUPS_ROUTE, `\tif false {\n\t${GROUPS_ROUTE}\t}\n`), 'failure', ['new']],
  ['a route after the return', routes(`${GROUPS_ROUTE}\treturn r\n`, `\treturn r\n${GROUPS_ROUTE}`), 'failure', ['new']],
  [
    'a route behind a build tag',
    {
      ...noGroups,
      'handler/more.go':
        '//go:build special\n\npackage handler\n\nimport "github.com/gin-gonic/gin"\n\nfunc more(api *gin.RouterGroup) {\n\tapi.GET("/groups", listGroups)\n}\n',
    },
    'failure',
    [],
  ],
  [
    'a route in a test',
    {
      ...noGroups,
      'handler/routes_test.go':
        'package handler\n\nimport "github.com/gin-gonic/gin"\n\nfunc testRouter() *gin.Engine {\n\tr := gin.New()\n\tr.GET("/api/groups", listGroups)\n\treturn r\n}\n',
    },
    'failure',
    ['new'],
  ],
  [
    'a route in vendored code',
    {
      ...noGroups,
      'vendor/example.test/x/x.go':
        'package x\n\nimport "github.com/gin-gonic/gin"\n\nfunc R() {\n\tr := gin.New()\n\tr.GET("/api/groups", nil)\n}\n',
    },
    'failure',
    ['new'],
  ],
  [
    'a route in a loop over what is not known',
    routes(GROUPS_ROUTE, '\tfor path, handler := range loaded() {\n\t\tapi.GET(path, handler)\n\t}\n'),
    'failure',
    ['lost'],
  ],
  ['a route in an unknown call', routes(GROUPS_ROUTE, '\tinstall(api)\n'), 'failure', ['lost']],
  [
    'an unrelated program in examples',
    {
      ...noGroups,
      'examples/x/main.go':
        'package main\n\nimport "github.com/gin-gonic/gin"\n\nfunc main() {\n\tr := gin.New()\n\tr.GET(path(), nil)\n\tr.Run()\n}\n',
    },
    'failure',
    [],
  ],
  [
    'code and contract: another type',
    {
      ...feeds('ID   int64', 'ID   string'),
      ...contract('id: { type: integer }\n        name', 'id: { type: string }\n        name'),
    },
    'failure',
    ['breaking'],
  ],
  [
    'code and contract: a field removed',
    {
      'handler/feeds.go': edited(
        edited(FEEDS_GO, '\tName string `json:"name"`\n', ''),
        'Group{{ID: 1, Name: "a"}}',
        'Group{{ID: 1}}',
      ),
      'openapi.yaml': edited(edited(CONTRACT, '[id, name]', '[id]'), '        name: { type: string }\n', ''),
    },
    'failure',
    ['breaking'],
  ],
  ['code and contract: an operation removed', { ...noGroups, ...contract(GROUPS_PATH, '') }, 'failure', ['breaking', 'dropped']],
  [
    'code and contract: an operation added',
    {
      ...routes(GROUPS_ROUTE, `${GROUPS_ROUTE}\tapi.GET("/new", listGroups)\n`),
      ...contract('components:\n', `${GROUPS_PATH.replaceAll('/groups', '/new')}components:\n`),
    },
    'success',
    [],
  ],
  [
    'the contract: an operation added that nothing serves',
    contract('components:\n', `${GROUPS_PATH.replaceAll('/groups', '/new')}components:\n`),
    'failure',
    ['new'],
  ],
  [
    'the contract: an operation added that cannot be checked',
    {
      ...routes(GROUPS_ROUTE, `${GROUPS_ROUTE}\tapi.GET("/new", func(c *gin.Context) { c.JSON(200, load()) })\n`),
      ...contract('components:\n', `${GROUPS_PATH.replaceAll('/groups', '/new')}components:\n`),
    },
    'neutral',
    ['unproven'],
  ],
  [
    'the contract: an operation added behind a wider one',
    contract('components:\n', `${GROUPS_PATH.replaceAll('/groups', '/feeds/export')}components:\n`),
    'neutral',
    ['unproven'],
  ],
  [
    'the contract gutted',
    {
      'openapi.yaml': `${CONTRACT.slice(0, CONTRACT.indexOf('  /feeds/{id}:'))}${CONTRACT.slice(CONTRACT.indexOf('components:'))}`,
    },
    'failure',
    ['breaking', 'dropped'],
  ],
  [
    'the contract emptied',
    { 'openapi.yaml': 'openapi: 3.0.3\ninfo: { title: Feeds, version: 1.0.0 }\npaths: {}\n' },
    'failure',
    ['breaking', 'dropped'],
  ],
  [
    'the contract: a required property more in a request',
    contract(
      '    post:\n      responses:',
      '    post:\n      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [url], properties: { url: { type: string } } } } } }\n      responses:',
    ),
    'failure',
    ['breaking'],
  ],
  ['the contract: another server', contract('url: /api', 'url: /v3'), 'failure', []],
  ['the contract: words alone', contract('title: Feeds', 'title: All feeds'), 'success', []],
  [
    'a route on a router that nobody serves',
    {
      'handler/routes.go': `${edited(ROUTES_GO, GROUPS_ROUTE, '')}\nfunc unused() {\n\tother := gin.New()\n\tother.Group("/api").GET("/groups", listGroups)\n}\n`,
    },
    'failure',
    ['new'],
  ],
  ['the handlers left out of the checkout', { 'handler/feeds.go': undefined }, 'failure', ['lost']],
  ['a field that may be left out', feeds('json:"name"', 'json:"name,omitempty"'), 'failure', ['new']],
  ['a field that may be null', feeds('\tName string', '\tName *string'), 'failure', []],
  ['a name of its own left to the language', feeds('Name string `json:"name"`', 'Name string'), 'failure', ['new']],
  [
    'an object around the list',
    feeds('c.JSON(http.StatusOK, groups)', 'c.JSON(http.StatusOK, gin.H{"data": groups})'),
    'failure',
    ['new'],
  ],
  [
    'the contract: a field more that nothing sends',
    contract('[id, name]\n      properties:\n', '[id, name, size]\n      properties:\n        size: { type: integer }\n'),
    'failure',
    ['new'],
  ],
  [
    'the contract: a field that may be null',
    contract('name: { type: string }', 'name: { type: string, nullable: true }'),
    'failure',
    ['breaking'],
  ],
  [
    'the contract: a reference to nowhere',
    contract('items: { $ref: "#/components/schemas/Group" }', 'items: { $ref: "#/components/schemas/Groups" }'),
    'failure',
    ['lost', 'unanswered'],
  ],
  [
    'the contract: a word of a request that is not compared',
    contract(
      '    post:\n      responses:',
      '    post:\n      requestBody: { content: { application/json: { schema: { type: object, not: { required: [id] } } } } }\n      responses:',
    ),
    'neutral',
    ['unanswered'],
  ],
  ['the contract renamed', { 'openapi.yaml': undefined, 'api/openapi.yaml': CONTRACT }, 'success', []],
  [
    'the contract renamed, and a value of any type',
    {
      ...feeds('groups := []Group{{ID: 1, Name: "a"}}', 'var groups any = load()'),
      ...{ 'openapi.yaml': undefined, 'api/openapi.yaml': CONTRACT },
    },
    'failure',
    ['lost'],
  ],
  [
    'the contract renamed, and an operation in code and contract',
    {
      ...routes('"/groups"', '"/teams"'),
      ...{ 'openapi.yaml': undefined, 'api/openapi.yaml': edited(CONTRACT, '/groups:', '/teams:') },
    },
    'failure',
    ['breaking', 'dropped'],
  ],
  [
    'the contract: a path parameter renamed',
    { 'openapi.yaml': CONTRACT.replace('/feeds/{id}', '/feeds/{feedId}').replaceAll('[{ name: id,', '[{ name: feedId,') },
    'success',
    [],
  ],
  [
    'two embedded structs with one name',
    embedding('type named struct {\n\tName string `json:"name"`\n}\n\ntype labelled struct {\n\tLabel string `json:"name"`\n}'),
    'failure',
    ['lost'],
  ],
  [
    'two embedded structs, of which one tags the name',
    embedding('type named struct {\n\tLabel string `json:"name"`\n}\n\ntype labelled struct {\n\tname int\n}'),
    'success',
    [],
  ],
  [
    'two embedded structs, of which one has the name less deep',
    embedding(
      'type deep struct {\n\tLabel int `json:"name"`\n}\n\ntype named struct {\n\tName string `json:"name"`\n}\n\ntype labelled struct {\n\tdeep\n}',
    ),
    'success',
    [],
  ],
  ['a handler that panics at once', feeds(LIST_GROUPS, `${LIST_GROUPS}\tpanic("no")\n`), 'failure', []],
  [
    'a handler that panics at times',
    feeds(LIST_GROUPS, `${LIST_GROUPS}\tif c.Query("a") == "b" {\n\t\tpanic("no")\n\t}\n`),
    'success',
    [],
  ],
  ['a computed status', feeds('c.JSON(http.StatusOK, groups)', 'c.JSON(statusOf(c), groups)'), 'failure', ['lost']],
  [
    'a status in a variable',
    feeds('c.JSON(http.StatusOK, groups)', 'status := http.StatusOK\n\tc.JSON(status, groups)'),
    'success',
    [],
  ],
  [
    'a status in a variable that is set anew',
    feeds(
      'c.JSON(http.StatusOK, groups)',
      'status := http.StatusOK\n\tstatus, groups = choose(groups)\n\tc.JSON(status, groups)',
    ),
    'failure',
    ['lost'],
  ],
  [
    'a main that serves by the standard library',
    {
      'main.go':
        'package main\n\nimport (\n\t"net/http"\n\n\t"example.test/feeds/handler"\n)\n\nfunc main() {\n\tr := handler.Router()\n\tserver := &http.Server{Addr: ":8080", Handler: r}\n\tserver.ListenAndServe()\n}\n',
    },
    'success',
    [],
  ],
  [
    'the contract: any success',
    contract(`"200": { description: ok, ${GROUPS_BODY}`, `"2XX": { description: ok, ${GROUPS_BODY}`),
    'failure',
    ['breaking'],
  ],
  [
    'the contract: any status',
    contract(`"200": { description: ok, ${GROUPS_BODY}`, `default: { description: ok, ${GROUPS_BODY}`),
    'failure',
    ['breaking'],
  ],
  [
    'the contract: any failure beside the success',
    contract(
      `"200": { description: ok, ${GROUPS_BODY}`,
      `"4XX": { description: no }\n        "200": { description: ok, ${GROUPS_BODY}`,
    ),
    'success',
    [],
  ],
  ['a deleted route beside a link that leads elsewhere', { ...noGroups, 'handler/more': { link: '/opt' } }, 'failure', []],
];
