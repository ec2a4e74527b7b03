import type { FileGap } from '../../../../facts/fact.js';
import type { Profile } from '../../../extractor.js';
import type { Source } from '../source.js';

/**
 * Frameworks, routers and server generators recognised only by their imports. `uses`: code that a server has and a client of the
 * package does not; `unless`: generated code that the extractor does support.
 */
const OTHERS: readonly { readonly title: string; readonly imported: string; readonly uses?: RegExp; readonly unless?: RegExp }[] =
  [
    { title: 'Beego', imported: 'github\\.com/beego/beego(?:/v\\d)?/server/web' },
    {
      title: 'Beego',
      imported: 'github\\.com/(?:beego|astaxie)/beego',
      uses: /\bbeego\.(?:Run|Router|Controller|NewNamespace|AddNamespace|Include|Get|Post)\b/,
    },
    { title: 'Iris', imported: 'github\\.com/kataras/iris(?:/v\\d+)?/(?:mvc|hero|macro/handler)' },
    {
      title: 'fasthttp',
      imported: 'github\\.com/(?:valyala/fasthttp|fasthttp/router|buaazp/fasthttprouter)',
      uses: /\b(?:fasthttp\.(?:ListenAndServe|Server\{|RequestHandler\b)|router\.New\()/,
    },
    { title: 'Atreugo', imported: 'github\\.com/savsgio/atreugo' },
    { title: 'Revel', imported: 'github\\.com/revel/revel' },
    { title: 'Buffalo', imported: 'github\\.com/gobuffalo/buffalo' },
    { title: 'Martini', imported: 'github\\.com/go-martini/martini' },
    { title: 'Macaron', imported: '(?:gopkg\\.in/macaron\\.v\\d|gitea\\.com/macaron/macaron)' },
    { title: 'Flamego', imported: 'github\\.com/flamego/flamego' },
    { title: 'Goji', imported: '(?:goji\\.io|github\\.com/(?:zenazn/goji|goji/goji))' },
    { title: 'gocraft/web', imported: 'github\\.com/gocraft/web' },
    { title: 'bone', imported: 'github\\.com/go-zoo/bone' },
    { title: 'httptreemux', imported: 'github\\.com/dimfeld/httptreemux' },
    { title: 'flow', imported: 'github\\.com/alexedwards/flow' },
    { title: 'Prometheus route', imported: 'github\\.com/prometheus/common/route' },
    { title: 'go-micro', imported: '(?:go-micro\\.dev|github\\.com/(?:micro|asim)/go-micro)(?:/v\\d)?/(?:web|api)' },
    { title: 'Fizz', imported: 'github\\.com/(?:wI2L/fizz|loopfz/gadgeto/tonic)' },
    { title: 'muxie', imported: 'github\\.com/kataras/muxie' },
    { title: 'go-json-rest', imported: 'github\\.com/ant0ine/go-json-rest' },
    { title: 'rest-layer', imported: 'github\\.com/rs/rest-layer' },
    { title: 'gorouter', imported: 'github\\.com/(?:vardius|xujiajun)/gorouter' },
    { title: 'way', imported: 'github\\.com/matryer/way' },
    { title: 'denco', imported: 'github\\.com/naoina/denco' },
    { title: 'Gearbox', imported: 'github\\.com/gogearbox/gearbox' },
    { title: 'pure', imported: 'github\\.com/go-playground/(?:pure|lars)' },
    { title: 'pat', imported: 'github\\.com/(?:bmizerany|gorilla)/pat' },
    { title: 'ozzo-routing', imported: 'github\\.com/go-ozzo/ozzo-routing' },
    { title: 'rux', imported: 'github\\.com/gookit/rux' },
    { title: 'GoFrame', imported: 'github\\.com/gogf/gf(?:/v\\d)?/(?:net/ghttp|frame/g)' },
    { title: 'GoFr', imported: '(?:gofr\\.dev/pkg/gofr|github\\.com/gofr-dev/gofr)' },
    { title: 'Goyave', imported: '(?:goyave\\.dev/goyave|github\\.com/System-Glitch/goyave)' },
    { title: 'Fuego', imported: 'github\\.com/go-fuego/fuego' },
    { title: 'swaggest/rest', imported: 'github\\.com/swaggest/rest' },
    {
      title: 'go-swagger',
      imported: 'github\\.com/go-openapi/runtime/middleware',
      uses: /\bmiddleware\.(?:NewContext|NewRoutableContext|Serve|RoutesHandler|NewOperationHandler)/,
      unless: /^func \([^()\n]{1,100}\) initHandlerCache\(/m,
    },
    {
      title: 'Connect',
      imported: '(?:connectrpc\\.com/connect|github\\.com/bufbuild/connect-go)',
      uses: /\bconnect\.New(?:Unary|ServerStream|ClientStream|BidiStream)Handler/,
    },
    { title: 'Twirp', imported: 'github\\.com/twitchtv/twirp', uses: /\bServeHTTP\(/ },
    { title: 'PocketBase', imported: 'github\\.com/pocketbase/pocketbase' },
    { title: 'Encore', imported: 'encore\\.dev' },
    {
      title: 'AWS Lambda',
      imported: 'github\\.com/aws/aws-lambda-go/events',
      uses: /\bevents\.APIGateway(?:Proxy|V2HTTP)Request\b/,
    },
  ];

const IMPORTED = new RegExp(`"(?:${OTHERS.map(({ imported }) => `(${imported})`).join('|')})[/"]`);
const PATHS = OTHERS.map((one) => ({ ...one, path: new RegExp(`^(?:${one.imported})(?:/|$)`) }));

/** The README entry of these frameworks, and the files that may use them. */
export const othersProfile: Profile = {
  id: 'go/others',
  title: 'Other frameworks',
  signals: (text) => IMPORTED.test(text),
};

/** Reports a recognised but unsupported framework, so that no route of the service counts as missing. */
export function otherFramework({ packages, text }: Source): FileGap | undefined {
  for (const imported of packages.values()) {
    const found = PATHS.find(
      ({ path, uses, unless }) =>
        path.test(imported) && (uses === undefined || uses.test(text.bare)) && unless?.test(text.bare) !== true,
    );
    if (found === undefined) continue;
    const at = text.placeAt(Math.max(text.text.indexOf(`"${imported}"`), 0));
    return { reason: 'unsupported-framework', detail: `Routes of ${found.title} are not read.`, at, hides: 'service' };
  }
  return undefined;
}
