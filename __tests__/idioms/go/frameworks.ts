/** How one framework says what every idiom needs. */
export interface Framework {
  readonly name: string;
  readonly package?: string;
  readonly imports: readonly string[];
  readonly app: string;
  readonly listen: string;
  /** The type of what routes are registered on. */
  readonly type: string;
  /** What follows the name of a handler, and the names of its parameters. */
  readonly signature: string;
  readonly names: string;
  readonly handlerType: string;
  /** A handler returns what it sends. */
  readonly returns: boolean;
  readonly send: (body: string) => string;
  readonly sendAbsent: string;
  readonly group: (name: string, prefix: string) => string;
  readonly register: (on: string, method: string, path: string, handler: string) => string;
  /** The method is an expression. */
  readonly computed: (on: string, method: string, path: string, handler: string) => string;
}

const ABSENT = 'Absent{Message: "absent"}';
const byName = (on: string, method: string, path: string, handler: string): string => `${on}.${method}(${path}, ${handler})`;
const byCapital = (on: string, method: string, path: string, handler: string): string =>
  byName(on, method === 'GET' ? 'Get' : 'Post', path, handler);
const grouped = (name: string, prefix: string): string => `${name} := app.Group(${prefix})`;

/** What frameworks share whose handlers are those of net/http. */
const plain = {
  signature: '(w http.ResponseWriter, r *http.Request)',
  names: 'w, r',
  handlerType: 'http.HandlerFunc',
  returns: false,
  send: (body: string) => `w.Header().Set("Content-Type", "application/json")\njson.NewEncoder(w).Encode(${body})`,
  sendAbsent: `w.WriteHeader(http.StatusNotFound)\njson.NewEncoder(w).Encode(${ABSENT})\nreturn`,
  listen: 'http.ListenAndServe(":3000", app)',
} as const;

const PLAIN_IMPORTS = ['encoding/json', 'net/http'];

export const frameworks: readonly Framework[] = [
  {
    ...plain,
    name: 'net/http',
    imports: PLAIN_IMPORTS,
    app: 'app := http.NewServeMux()',
    type: '*http.ServeMux',
    group: (name, prefix) => `${name} := http.NewServeMux()\napp.Handle(${prefix}+"/", http.StripPrefix(${prefix}, ${name}))`,
    register: (on, method, path, handler) => `${on}.HandleFunc("${method} "+${path}, ${handler})`,
    computed: (on, method, path, handler) => `${on}.HandleFunc(${method}+" "+${path}, ${handler})`,
  },
  {
    ...plain,
    name: 'chi',
    package: 'github.com/go-chi/chi/v5 v5.1.0',
    imports: [...PLAIN_IMPORTS, 'github.com/go-chi/chi/v5'],
    app: 'app := chi.NewRouter()',
    type: 'chi.Router',
    group: (name, prefix) => `${name} := chi.NewRouter()\napp.Mount(${prefix}, ${name})`,
    register: byCapital,
    computed: (on, method, path, handler) => `${on}.MethodFunc(${method}, ${path}, ${handler})`,
  },
  {
    ...plain,
    name: 'gorilla',
    package: 'github.com/gorilla/mux v1.8.1',
    imports: [...PLAIN_IMPORTS, 'github.com/gorilla/mux'],
    app: 'app := mux.NewRouter()',
    type: '*mux.Router',
    group: (name, prefix) => `${name} := app.PathPrefix(${prefix}).Subrouter()`,
    register: (on, method, path, handler) => `${on}.HandleFunc(${path}, ${handler}).Methods("${method}")`,
    computed: (on, method, path, handler) => `${on}.HandleFunc(${path}, ${handler}).Methods(${method})`,
  },
  {
    name: 'gin',
    package: 'github.com/gin-gonic/gin v1.10.0',
    imports: ['net/http', 'github.com/gin-gonic/gin'],
    app: 'app := gin.Default()',
    listen: 'app.Run(":3000")',
    type: '*gin.RouterGroup',
    signature: '(c *gin.Context)',
    names: 'c',
    handlerType: 'gin.HandlerFunc',
    returns: false,
    send: (body) => `c.JSON(http.StatusOK, ${body})`,
    sendAbsent: `c.JSON(http.StatusNotFound, ${ABSENT})\nreturn`,
    group: grouped,
    register: byName,
    computed: (on, method, path, handler) => `${on}.Handle(${method}, ${path}, ${handler})`,
  },
  {
    name: 'echo',
    package: 'github.com/labstack/echo/v4 v4.12.0',
    imports: ['net/http', 'github.com/labstack/echo/v4'],
    app: 'app := echo.New()',
    listen: 'app.Start(":3000")',
    type: '*echo.Group',
    signature: '(c echo.Context) error',
    names: 'c',
    handlerType: 'echo.HandlerFunc',
    returns: true,
    send: (body) => `return c.JSON(http.StatusOK, ${body})`,
    sendAbsent: `return c.JSON(http.StatusNotFound, ${ABSENT})`,
    group: grouped,
    register: byName,
    computed: (on, method, path, handler) => `${on}.Add(${method}, ${path}, ${handler})`,
  },
  {
    name: 'fiber',
    package: 'github.com/gofiber/fiber/v2 v2.52.5',
    imports: ['github.com/gofiber/fiber/v2'],
    app: 'app := fiber.New()',
    listen: 'app.Listen(":3000")',
    type: 'fiber.Router',
    signature: '(c *fiber.Ctx) error',
    names: 'c',
    handlerType: 'fiber.Handler',
    returns: true,
    send: (body) => `return c.JSON(${body})`,
    sendAbsent: `return c.Status(fiber.StatusNotFound).JSON(${ABSENT})`,
    group: grouped,
    register: byCapital,
    computed: (on, method, path, handler) => `${on}.Add(${method}, ${path}, ${handler})`,
  },
  {
    name: 'iris',
    package: 'github.com/kataras/iris/v12 v12.2.11',
    imports: ['github.com/kataras/iris/v12'],
    app: 'app := iris.New()',
    listen: 'app.Listen(":3000")',
    type: 'iris.Party',
    signature: '(c iris.Context)',
    names: 'c',
    handlerType: 'iris.Handler',
    returns: false,
    send: (body) => `c.JSON(${body})`,
    sendAbsent: `c.StatusCode(iris.StatusNotFound)\nc.JSON(${ABSENT})\nreturn`,
    group: (name, prefix) => `${name} := app.Party(${prefix})`,
    register: byCapital,
    computed: (on, method, path, handler) => `${on}.Handle(${method}, ${path}, ${handler})`,
  },
];
