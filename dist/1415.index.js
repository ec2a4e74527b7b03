export const id=1415;export const ids=[1415];export const modules={61415:(function(e,t,n){n.d(t,{generatedTests:()=>G});var r=n(32948);var s=n(85381);var a=n(36894);var o=n(24259);var i=n(10926);var u=n(31086);const c=12;const f={date:"2024-05-17","date-time":"2024-05-17T09:30:00Z",time:"09:30:00Z",duration:"P1D",email:"reader@example.com",uuid:"8c5f1a44-6d0f-4f5e-9a37-0b8f4f2f7c11",uri:"https://example.com/","uri-reference":"/",url:"https://example.com/",hostname:"example.com",ipv4:"192.0.2.1",ipv6:"2001:db8::1",byte:"dGFsbHk="};function d(e,t,n=0){if(!(0,r.pi)(e)||n>c)return"text";const{examples:s,enum:o,const:i,$ref:u}=e;if(Array.isArray(s))return s[0];if(i!==undefined)return i;if(Array.isArray(o))return o.find(e=>e!==null)??null;if(typeof u==="string")return d(t[u.slice(`${a.vl}#/$defs/`.length)],t,n+1);if((0,r.pi)(e.else))return d(e.else,t,n+1);const f=[...v(e,"allOf"),...v(e,"oneOf").slice(0,1),...v(e,"anyOf").slice(0,1)];const p=h(e,t,n);if(f.length===0)return p;return f.reduce((e,r)=>l(e,m(r,e,t,n+1)),p)}function m(e,t,n,s){if(!(0,r.pi)(e)||!(0,r.pi)(e.if))return d(e,n,s);const a=e.if.properties;const o=(0,r.pi)(a)?Object.entries(a):[];const i=o.every(([e,n])=>(0,r.pi)(t)&&(0,r.pi)(n)&&t[e]===n.const);return i?d(e.then,n,s):undefined}function l(e,t){if((0,r.pi)(e)&&(0,r.pi)(t))return{...null,...t,...e};return e===undefined||e==="text"?t??e:e}function h(e,t,n){const s=[e.type].flat().find(e=>e!=="null");if(s==="object"||(0,r.pi)(e.properties))return p(e,t,n);if(s==="array")return y(e,t,n);if(s==="integer"||s==="number")return g(e,s==="integer");if(s==="boolean")return true;if(s===undefined&&e.type==="null")return null;return s===undefined&&v(e,"allOf").length+v(e,"oneOf").length+v(e,"anyOf").length>0?undefined:w(e)}function p(e,t,n){const s=(0,r.pi)(e.properties)?e.properties:{};const a=v(e,"required").map(String);const o=Object.entries(s).flatMap(([e,t])=>(0,r.pi)(t)&&Array.isArray(t.examples)&&t.readOnly!==true?[e]:[]);return Object.fromEntries([...new Set([...a,...o])].map(e=>[e,d(s[e],t,n+1)]))}function y(e,t,n){const s=v(e,"prefixItems").map(e=>d(e,t,n+1));const a=Math.min(Math.max(b(e,"minItems")??1,s.length),20);const o=(0,r.pi)(e.items)?e.items:undefined;const i=b(e,"maxItems")??a;const u=Math.max(0,Math.min(a,i)-s.length);return[...s,...Array.from({length:u},()=>d(o,t,n+1))]}function g(e,t){const n=b(e,"multipleOf")??(t?1:undefined);const r=b(e,"minimum")??(b(e,"exclusiveMinimum")??0)+1;const s=b(e,"maximum")??(b(e,"exclusiveMaximum")??Number.POSITIVE_INFINITY)-(t?1:0);const a=Math.min(Math.max(r,Math.min(1,s)),s);return n===undefined?a:Math.ceil(a/n)*n}function w(e){const{format:t}=e;const n=typeof t==="string"&&Object.hasOwn(f,t)?f[t]:undefined;if(n!==undefined)return n;const r=Math.min(b(e,"minLength")??0,1e4);return"text".padEnd(r,"x").slice(0,Math.max(b(e,"maxLength")??Number.POSITIVE_INFINITY,r))}const v=(e,t)=>{const n=e[t];return Array.isArray(n)?n:[]};const b=(e,t)=>{const n=e[t];return typeof n==="number"?n:undefined};const x=["GET","HEAD","OPTIONS","QUERY","TRACE"];async function O(e,t){const{contract:n}=e;const r={};const s={};const a=[];const o=[];for(const[i,c]of n.operations.entries()){const f=(0,u.O)(e,c);const d=await I(c,f,n.operations);if(typeof d==="string"){o.push(`${c.subject}: ${d}`);continue}r[c.subject]=A(e,c,s,i);o.push(...S(e,c));a.push(d,...t?R(c,f,d):[])}return{title:n.title,contract:n.id,cases:a,answers:r,defs:s,untested:o}}function A(e,t,n,r){const a={};for(const[o,{status:u,bodies:c}]of(0,i.P)(e,t).entries()){const e={};for(const[t,{mediaType:a,written:i}]of c.entries()){e[a]=i===undefined||!(0,s.Fh)(a)?null:j(i,`${r}.${o}.${t}-`,n)}a[u]=e}return a}function S(e,t){const n=(0,i.P)(e,t).flatMap(({status:e,bodies:n})=>n.flatMap(({mediaType:n,written:r})=>{const a=`${t.subject} (${e}, ${n})`;if(r===undefined)return[];if(!(0,s.Fh)(n))return[`${a}: what is no JSON is not held against its schema.`];const o=T.filter(e=>[r.schema,...Object.values(r.defs)].some(t=>$(t,e)));return[...r.unsupported,...o.map(e=>`\`${e}\` is not compared.`)].map(e=>`${a}: ${e}`)}));return[...new Set(n)]}const T=["contains","propertyNames","dependentSchemas","unevaluatedProperties","unevaluatedItems"];function $(e,t){if(!(0,r.pi)(e))return false;const n=a.m5.flatMap(t=>e[t]??[]);const s=a.ql.flatMap(t=>(0,r.pi)(e[t])?Object.values(e[t]):[]);return t in e||[...a.xr.map(t=>e[t]),e.items,...n,...s].some(e=>$(e,t))}function j({schema:e,defs:t},n,r){for(const[e,s]of Object.entries(t))r[`${n}${e}`]=N(s,n);return N(e,n)}async function I(e,t,n){const{subject:r,method:s}=e;const a=r.slice(s.length+1);if(t.body===undefined&&e.requestBodies.some(({required:e})=>e))return"its body is no JSON.";const o=t.parameters.filter(e=>e.required||e.example!==undefined);const i={};const u=new Map;for(const e of o){const t=await _(e.written,e.example);if(t===undefined)return`no value for its parameter ${e.name} can be made.`;u.set(e,t.value);if(e.in==="path"){const r=E(a,e.name,n);i[e.name]={value:t.value,isKnown:e.example!==undefined,...r===undefined?{}:{from:r}}}}const c=e=>[...u].filter(([t])=>t.in===e);const f=t.body&&(t.body.required||t.body.example!==undefined)?await _(t.body.written,t.body.example):undefined;if(t.body?.required===true&&f===undefined)return"no value for its body can be made.";const d=c("cookie").map(([{name:e},t])=>`${e}=${encodeURIComponent(String(t))}`);return{name:`${r} answers as promised`,method:s,path:a,values:i,query:c("query").map(([{name:e},t])=>[e,t]),headers:{...null,...Object.fromEntries(c("header").map(([{name:e},t])=>[e,String(t)])),...d.length===0?{}:{Cookie:d.join("; ")}},...f===undefined||t.body===undefined?{}:{body:f.value,mediaType:t.body.mediaType},expects:"kept",writes:!x.includes(s),secured:(e.credentials??[]).length>0&&(e.credentials??[]).every(e=>e.length>0)}}async function _(e,t){if(t!==undefined)return{value:t};const n=d(e.schema,e.defs);const r=await (0,o.y)();return r(e)(n).length===0?{value:n}:undefined}function E(e,t,n){const r=e.indexOf(`/{${t}}`);const s=r<=0?undefined:e.slice(0,r);if(s===undefined||s.includes("{"))return undefined;const a=n.some(({subject:e,parameters:t})=>e===`GET ${s}`&&!t.some(({required:e})=>e));return a?s:undefined}const k=["examples","readOnly"];function N(e,t){if(!(0,r.pi)(e))return e!==false;const n=e=>N(e,t);const s=Object.entries(e).filter(([e])=>!k.includes(e));return Object.fromEntries(s.map(([e,s])=>{if(e==="$ref")return[e,`${t}${String(s).slice(`${a.vl}#/$defs/`.length)}`];if(e==="items"||a.xr.includes(e))return[e,n(s)];if(a.m5.includes(e)&&Array.isArray(s))return[e,s.map(n)];if(a.ql.includes(e)&&(0,r.pi)(s))return[e,q(s,n)];return[e,s]}))}const q=(e,t)=>Object.fromEntries(Object.entries(e).map(([e,n])=>[e,t(n)]));function R(e,{parameters:t,body:n},r){const{subject:s}=e;const a=[...t.flatMap(e=>P(e,r)),...n===undefined?[]:L(n,r)];const o=a.map(({what:e,request:t})=>({...null,...t,name:`${s} refuses ${e}`,expects:"refused"}));if(!r.secured)return o;return[...o,{...null,...r,name:`${s} refuses callers who do not say who they are`,expects:"unauthorized"}]}const M="not-a-number";function P({name:e,required:t,in:n,written:r},s){const a=F(r);const o=a.length>0&&a.every(e=>e==="integer"||e==="number");const i=`a text for ${e}`;if(n==="path"){const t={...null,...s.values,[e]:{value:M,isKnown:true}};return o?[{what:i,request:{...null,...s,values:t}}]:[]}if(n!=="query")return[];const u=s.query.filter(([t])=>t!==e);return[...t?[{what:`a request without ${e}`,request:{...null,...s,query:u}}]:[],...o?[{what:i,request:{...null,...s,query:[...u,[e,M]]}}]:[]]}function L({required:e,written:t},n){const{body:s,mediaType:a,...o}=n;const i=e?[{what:"a request without a body",request:o}]:[];if(!(0,r.pi)(s))return i;const u=H(t).filter(e=>Object.hasOwn(s,e));const c=u.map(e=>{const t=Object.fromEntries(Object.entries(s).filter(([t])=>t!==e));return{what:`a body without ${e}`,request:{...null,...n,body:t}}});const f=u.filter(e=>typeof s[e]==="string"||typeof s[e]==="number").filter(e=>U(t,e)).map(e=>({what:`a list for ${e}`,request:{...null,...n,body:{...null,...s,[e]:[]}}}));return[...i,...c,...f]}function F({schema:e,defs:t}){const n=J(e,t);return n===undefined||n.type===undefined?[]:[n.type].flat()}function H({schema:e,defs:t}){const n=J(e,t);const r=Array.isArray(n?.required)?n.required.map(String):[];const s=Array.isArray(n?.allOf)?n.allOf:[];return[...new Set([...r,...s.flatMap(e=>H({schema:e,defs:t,unsupported:[]}))])]}function U({schema:e,defs:t},n){const s=J(e,t)?.properties;const a=(0,r.pi)(s)?F({schema:s[n],defs:t,unsupported:[]}):[];return a.length>0&&a.every(e=>["string","integer","number","boolean","null"].includes(String(e)))}function J(e,t,n=0){if(!(0,r.pi)(e))return undefined;const{$ref:s}=e;if(typeof s!=="string"||n>20)return e;return J(t[s.slice(`${a.vl}#/$defs/`.length)],t,n+1)};function z(e){return JSON.stringify(e,null,2).replace(/[^\n -~]|['`$]/g,e=>`\\u${e.charCodeAt(0).toString(16).padStart(4,"0")}`)}function Z(e){return e.replace(/[^ -~]/g,"?").slice(0,200)};function C({title:e,contract:t,cases:n,answers:r,defs:s,untested:a}){const o=a.map(e=>`// Not tested: ${Z(e)}`);return`// Holds a running service against ${Z(e)} (${Z(t)}).
//
// BASE_URL        where the service runs, with its base path; required
// AUTHORIZATION   header for operations that ask who calls
// ALLOW_WRITES=1  also send requests that change something
${o.map(e=>`${e}
`).join("")}
const CASES = JSON.parse(String.raw\`${z(n)}\`);
const ANSWERS = JSON.parse(String.raw\`${z(r)}\`);
const DEFS = JSON.parse(String.raw\`${z(s)}\`);
${W}`}const W=String.raw`
const base = (process.env.BASE_URL ?? '').replace(/\/+$/, '');

test('BASE_URL says where the service runs', () => {
  expect(base).toMatch(/^https?:\/\//);
});

for (const one of CASES) {
  const isAllowed = !one.writes || process.env.ALLOW_WRITES === '1';
  const isKnown = one.expects === 'unauthorized' || !one.secured || Boolean(process.env.AUTHORIZATION);
  const run = isAllowed && isKnown ? test : test.skip;
  run(one.name, async () => {
    const { path, isThere } = await pathOf(one);
    const answer = await send(one, path);
    if (one.expects === 'unauthorized') expect([401, 403]).toContain(answer.status);
    else if (one.expects === 'refused') expect([answer.status, answer.status >= 400 && answer.status < 500]).toEqual([answer.status, true]);
    else {
      expect(problemsOf(one, answer)).toEqual([]);
      // What is sent a second time may be there already.
      const isDone = answer.status < 400 || (one.writes && answer.status === 409);
      if (isThere) expect([answer.status, isDone]).toEqual([answer.status, true]);
      // A contract may describe it; nobody has asked for anything that is wrong.
      expect([answer.status, answer.status < 500]).toEqual([answer.status, true]);
    }
  });
}

// A value that is there is looked for in the list; where there is none, the contract's "not found" is as good an answer.
async function pathOf(one) {
  let isThere = true;
  let path = one.path;
  for (const [name, { value, isKnown, from }] of Object.entries(one.values)) {
    const found = isKnown || one.expects !== 'kept' || from === undefined ? undefined : await firstOf(one, from, name);
    isThere = isThere && (isKnown || found !== undefined);
    path = path.replace('{' + name + '}', encodeURIComponent(String(found ?? value)));
  }
  return { path, isThere };
}

async function firstOf(one, from, name) {
  const { body } = await send({ method: 'GET', query: [], headers: {}, secured: one.secured }, from);
  const list = Array.isArray(body) ? body : Object.values(body ?? {}).find(Array.isArray);
  const [first] = list ?? [];
  if (typeof first !== 'object' || first === null) return undefined;
  const value = first[name] ?? first.id;
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

async function send(one, path) {
  const query = one.query.flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)]));
  const headers = { Accept: 'application/json', ...one.headers };
  if (one.mediaType !== undefined) headers['Content-Type'] = one.mediaType;
  if (one.secured && one.expects !== 'unauthorized' && process.env.AUTHORIZATION) headers.Authorization = process.env.AUTHORIZATION;
  const search = query.length === 0 ? '' : '?' + new URLSearchParams(query);
  const body = one.body === undefined ? undefined : JSON.stringify(one.body);
  const response = await fetch(base + path + search, { method: one.method, headers, body, redirect: 'manual' });
  const text = await response.text();
  const type = (response.headers.get('content-type') ?? '').split(';')[0].trim().toLowerCase();
  try {
    return { status: response.status, type, text, body: text === '' ? undefined : JSON.parse(text) };
  } catch {
    return { status: response.status, type, text, body: text };
  }
}

function problemsOf(one, { status, type, text, body }) {
  const answers = ANSWERS[one.method + ' ' + one.path];
  const bodies = answers[status] ?? answers[Math.floor(status / 100) + 'XX'] ?? answers.default;
  if (bodies === undefined) return ['status: expected ' + Object.keys(answers).join(' or ') + ', got ' + status];
  const types = Object.keys(bodies);
  if (types.length === 0) return text === '' ? [] : ['body: expected none, got ' + text.slice(0, 80)];
  if (one.method === 'HEAD') return [];
  if (text === '') return ['body: expected ' + types.join(' or ') + ', got none'];
  const bare = (each) => each.split(';')[0].trim().toLowerCase();
  const promised = types.find((each) => bare(each) === type) ?? types.find((each) => bare(each) === type.split('/')[0] + '/*') ?? types.find((each) => bare(each) === '*/*');
  if (promised === undefined) return ['media type: expected ' + types.join(' or ') + ', got ' + type];
  return bodies[promised] === null ? [] : errorsOf(bodies[promised], body, 'body');
}

const kindOf = (value) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
const isType = (type, value) => (type === 'integer' ? Number.isInteger(value) : kindOf(value) === type);
const FORMATS = {
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text + 'T00:00:00Z').toJSON()?.startsWith(text) === true,
  'date-time': (text) => /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)),
  uuid: (text) => /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text),
  email: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
  uri: (text) => /^[a-z][a-z0-9+.-]*:/i.test(text),
};

// In what a value differs from a JSON Schema (2020-12), as far as responses need it.
function errorsOf(schema, value, at) {
  if (schema === true) return [];
  if (schema === false) return [at + ': expected nothing, got ' + kindOf(value)];
  const found = [];
  const wrong = (expected) => found.push(at + ': expected ' + expected + ', got ' + (JSON.stringify(value) ?? 'nothing').slice(0, 80));
  const inner = (each, part, place) => found.push(...errorsOf(each, part, place));
  const fits = (each) => errorsOf(each, value, at).length === 0;
  if (schema.$ref !== undefined) inner(DEFS[schema.$ref], value, at);
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => isType(type, value))) return [...found, at + ': expected ' + types.join(' or ') + ', got ' + kindOf(value)];
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  if (schema.enum !== undefined && !schema.enum.some((each) => same(each, value))) wrong(schema.enum.map((each) => JSON.stringify(each)).join(' or '));
  if (schema.const !== undefined && !same(schema.const, value)) wrong(JSON.stringify(schema.const));
  for (const each of schema.allOf ?? []) inner(each, value, at);
  if (schema.anyOf !== undefined && !schema.anyOf.some(fits)) wrong('one of ' + schema.anyOf.length + ' options');
  if (schema.oneOf !== undefined && schema.oneOf.filter(fits).length !== 1) wrong('exactly one of ' + schema.oneOf.length + ' options');
  if (schema.not !== undefined && fits(schema.not)) wrong('what is not ruled out');
  if (schema.if !== undefined) inner((fits(schema.if) ? schema.then : schema.else) ?? true, value, at);
  if (typeof value === 'string') textErrors(schema, value, wrong);
  if (typeof value === 'number') numberErrors(schema, value, wrong);
  if (Array.isArray(value)) arrayErrors(schema, value, at, wrong, inner);
  if (kindOf(value) === 'object') objectErrors(schema, value, at, wrong, inner);
  return found;
}

function textErrors(schema, value, wrong) {
  const length = [...value].length;
  if (length < (schema.minLength ?? 0)) wrong('at least ' + schema.minLength + ' characters');
  if (length > (schema.maxLength ?? Infinity)) wrong('at most ' + schema.maxLength + ' characters');
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(value)) wrong('a match of ' + schema.pattern);
  if (FORMATS[schema.format] !== undefined && !FORMATS[schema.format](value)) wrong('string (' + schema.format + ')');
}

function numberErrors(schema, value, wrong) {
  if (value < (schema.minimum ?? -Infinity)) wrong('at least ' + schema.minimum);
  if (value > (schema.maximum ?? Infinity)) wrong('at most ' + schema.maximum);
  if (value <= (schema.exclusiveMinimum ?? -Infinity)) wrong('more than ' + schema.exclusiveMinimum);
  if (value >= (schema.exclusiveMaximum ?? Infinity)) wrong('less than ' + schema.exclusiveMaximum);
  const times = value / (schema.multipleOf ?? value);
  if (Math.abs(times - Math.round(times)) > 1e-9) wrong('a multiple of ' + schema.multipleOf);
}

function arrayErrors(schema, value, at, wrong, inner) {
  const positions = schema.prefixItems ?? [];
  value.forEach((item, index) => inner(positions[index] ?? schema.items ?? true, item, at + '[' + index + ']'));
  if (value.length < (schema.minItems ?? 0)) wrong('at least ' + schema.minItems + ' items');
  if (value.length > (schema.maxItems ?? Infinity)) wrong('at most ' + schema.maxItems + ' items');
  if (schema.uniqueItems && new Set(value.map((item) => JSON.stringify(item))).size < value.length) wrong('items that differ');
}

function objectErrors(schema, value, at, wrong, inner) {
  const names = Object.keys(value);
  for (const name of schema.required ?? []) if (!Object.hasOwn(value, name)) wrong('the field ' + name);
  for (const [name, others] of Object.entries(schema.dependentRequired ?? {}))
    if (Object.hasOwn(value, name)) for (const other of others) if (!Object.hasOwn(value, other)) wrong('the field ' + other + ' beside ' + name);
  if (names.length < (schema.minProperties ?? 0)) wrong('at least ' + schema.minProperties + ' fields');
  if (names.length > (schema.maxProperties ?? Infinity)) wrong('at most ' + schema.maxProperties + ' fields');
  for (const name of names) {
    const own = schema.properties !== undefined && Object.hasOwn(schema.properties, name) ? [schema.properties[name]] : [];
    const patterns = Object.entries(schema.patternProperties ?? {}).filter(([pattern]) => new RegExp(pattern, 'u').test(name));
    const all = [...own, ...patterns.map(([, each]) => each)];
    for (const each of all.length > 0 ? all : [schema.additionalProperties ?? true]) inner(each, value[name], at + '.' + name);
  }
}
`;const K=`
BASE = os.environ.get("BASE_URL", "").rstrip("/")
AUTHORIZATION = os.environ.get("AUTHORIZATION", "")


def test_base_url_says_where_the_service_runs():
    assert re.match(r"https?://", BASE)


@pytest.mark.parametrize("one", CASES, ids=[one["name"] for one in CASES])
def test_contract(one):
    if one["writes"] and os.environ.get("ALLOW_WRITES") != "1":
        pytest.skip("ALLOW_WRITES is not 1")
    if one["secured"] and one["expects"] != "unauthorized" and not AUTHORIZATION:
        pytest.skip("AUTHORIZATION is not set")
    path, is_there = path_of(one)
    answer = send(one, path)
    if one["expects"] == "unauthorized":
        assert answer["status"] in (401, 403)
    elif one["expects"] == "refused":
        assert 400 <= answer["status"] < 500
    else:
        assert problems_of(one, answer) == []
        # What is sent a second time may be there already.
        is_done = answer["status"] < 400 or (one["writes"] and answer["status"] == 409)
        assert is_done or not is_there
        # A contract may describe it; the request was valid.
        assert answer["status"] < 500


# A value that is there is looked for in the list; where there is none, the contract's "not found" is as good an answer.
def path_of(one):
    is_there, path = True, one["path"]
    for name, given in one["values"].items():
        looks = not given["isKnown"] and one["expects"] == "kept" and "from" in given
        found = first_of(one, given["from"], name) if looks else None
        is_there = is_there and (given["isKnown"] or found is not None)
        value = given["value"] if found is None else found
        path = path.replace("{" + name + "}", urllib.parse.quote(in_text(value), safe=""))
    return path, is_there


def first_of(one, start, name):
    body = send({"method": "GET", "query": [], "headers": {}, "secured": one["secured"], "expects": "kept"}, start)["body"]
    lists = [body] if isinstance(body, list) else [each for each in (body or {}).values() if isinstance(each, list)] if isinstance(body, dict) else []
    first = lists[0][0] if lists and lists[0] else None
    if not isinstance(first, dict):
        return None
    value = first.get(name, first.get("id"))
    return value if isinstance(value, (str, int, float)) and not isinstance(value, bool) else None


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args, **kwargs):
        return None


def send(one, path):
    query = [(name, in_text(each)) for name, value in one["query"] for each in (value if isinstance(value, list) else [value])]
    headers = {"Accept": "application/json", **one["headers"]}
    if "mediaType" in one:
        headers["Content-Type"] = one["mediaType"]
    if one["secured"] and one["expects"] != "unauthorized" and AUTHORIZATION:
        headers["Authorization"] = AUTHORIZATION
    search = "?" + urllib.parse.urlencode(query) if query else ""
    data = json.dumps(one["body"]).encode() if "body" in one else None
    request = urllib.request.Request(BASE + path + search, data=data, headers=headers, method=one["method"])
    try:
        response = urllib.request.build_opener(NoRedirect).open(request, timeout=30)
    except urllib.error.HTTPError as error:
        response = error
    with response:
        text = response.read().decode("utf-8", "replace")
        kind = (response.headers.get("content-type") or "").split(";")[0].strip().lower()
        status = response.status
    try:
        body = json.loads(text) if text else None
    except ValueError:
        body = text
    return {"status": status, "type": kind, "text": text, "body": body}


def in_text(value):
    return value if isinstance(value, str) else json.dumps(value)


def problems_of(one, answer):
    answers = ANSWERS[one["method"] + " " + one["path"]]
    status, kind, text = answer["status"], answer["type"], answer["text"]
    bodies = answers.get(str(status), answers.get(str(status // 100) + "XX", answers.get("default")))
    if bodies is None:
        return [f"status: expected {' or '.join(answers)}, got {status}"]
    if not bodies:
        return [] if text == "" else [f"body: expected none, got {text[:80]}"]
    if one["method"] == "HEAD":
        return []
    if text == "":
        return [f"body: expected {' or '.join(bodies)}, got none"]
    bare = {each.split(";")[0].strip().lower(): each for each in bodies}
    promised = bare.get(kind, bare.get(kind.split("/")[0] + "/*", bare.get("*/*")))
    if promised is None:
        return [f"media type: expected {' or '.join(bodies)}, got {kind}"]
    return [] if bodies[promised] is None else errors_of(bodies[promised], answer["body"], "body")


`;const B=String.raw`def kind_of(value):
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, (int, float)):
        return "number"
    return {str: "string", list: "array", dict: "object"}[type(value)]


def is_type(kind, value):
    if kind == "integer":
        return kind_of(value) == "number" and float(value).is_integer()
    return kind_of(value) == kind


def is_date(text):
    try:
        return bool(re.fullmatch(r"\d{4}-\d\d-\d\d", text)) and bool(date.fromisoformat(text))
    except ValueError:
        return False


def is_date_time(text):
    try:
        form = r"(\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d)(\.\d+)?([Zz]|[+-]\d\d:\d\d)"
        found = re.fullmatch(form, text)
        return bool(found) and bool(datetime.strptime(found.group(1).upper(), "%Y-%m-%dT%H:%M:%S"))
    except ValueError:
        return False


FORMATS = {
    "date": is_date,
    "date-time": is_date_time,
    "uuid": lambda text: bool(re.fullmatch(r"[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}", text)),
    "email": lambda text: bool(re.fullmatch(r"[^\s@]+@[^\s@]+", text)),
    "uri": lambda text: bool(re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", text)),
}


def same(one, other):
    return kind_of(one) == kind_of(other) and json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


# In what a value differs from a JSON Schema (2020-12), as far as responses need it.
def errors_of(schema, value, at):
    if schema is True:
        return []
    if schema is False:
        return [f"{at}: expected nothing, got {kind_of(value)}"]
    found = []

    def wrong(expected):
        found.append(f"{at}: expected {expected}, got {json.dumps(value)[:80]}")

    def inner(each, part, place):
        found.extend(errors_of(each, part, place))

    def fits(each):
        return not errors_of(each, value, at)

    if "$ref" in schema:
        inner(DEFS[schema["$ref"]], value, at)
    kinds = schema.get("type", [])
    kinds = kinds if isinstance(kinds, list) else [kinds]
    if kinds and not any(is_type(kind, value) for kind in kinds):
        return found + [f"{at}: expected {' or '.join(kinds)}, got {kind_of(value)}"]
    if "enum" in schema and not any(same(each, value) for each in schema["enum"]):
        wrong(" or ".join(json.dumps(each) for each in schema["enum"]))
    if "const" in schema and not same(schema["const"], value):
        wrong(json.dumps(schema["const"]))
    for each in schema.get("allOf", []):
        inner(each, value, at)
    if "anyOf" in schema and not any(fits(each) for each in schema["anyOf"]):
        wrong(f"one of {len(schema['anyOf'])} options")
    if "oneOf" in schema and sum(fits(each) for each in schema["oneOf"]) != 1:
        wrong(f"exactly one of {len(schema['oneOf'])} options")
    if "not" in schema and fits(schema["not"]):
        wrong("what is not ruled out")
    if "if" in schema:
        inner(schema.get("then" if fits(schema["if"]) else "else", True), value, at)
    check = {"string": text_errors, "number": number_errors, "array": array_errors, "object": object_errors}.get(kind_of(value))
    if check is not None:
        check(schema, value, at, wrong, inner)
    return found


def text_errors(schema, value, at, wrong, inner):
    if len(value) < schema.get("minLength", 0):
        wrong(f"at least {schema['minLength']} characters")
    if len(value) > schema.get("maxLength", math.inf):
        wrong(f"at most {schema['maxLength']} characters")
    if "pattern" in schema and not matches(schema["pattern"], value):
        wrong(f"a match of {schema['pattern']}")
    if schema.get("format") in FORMATS and not FORMATS[schema["format"]](value):
        wrong(f"string ({schema['format']})")


# Patterns are written for ECMA-262; one that Python does not know is not compared.
def matches(pattern, text):
    try:
        return re.search(pattern, text) is not None
    except re.error:
        return True


def number_errors(schema, value, at, wrong, inner):
    if value < schema.get("minimum", -math.inf):
        wrong(f"at least {schema['minimum']}")
    if value > schema.get("maximum", math.inf):
        wrong(f"at most {schema['maximum']}")
    if value <= schema.get("exclusiveMinimum", -math.inf):
        wrong(f"more than {schema['exclusiveMinimum']}")
    if value >= schema.get("exclusiveMaximum", math.inf):
        wrong(f"less than {schema['exclusiveMaximum']}")
    if "multipleOf" in schema and abs(value / schema["multipleOf"] - round(value / schema["multipleOf"])) > 1e-9:
        wrong(f"a multiple of {schema['multipleOf']}")


def array_errors(schema, value, at, wrong, inner):
    positions = schema.get("prefixItems", [])
    for index, item in enumerate(value):
        inner(positions[index] if index < len(positions) else schema.get("items", True), item, f"{at}[{index}]")
    if len(value) < schema.get("minItems", 0):
        wrong(f"at least {schema['minItems']} items")
    if len(value) > schema.get("maxItems", math.inf):
        wrong(f"at most {schema['maxItems']} items")
    if schema.get("uniqueItems") and len({json.dumps(item, sort_keys=True) for item in value}) < len(value):
        wrong("items that differ")


def object_errors(schema, value, at, wrong, inner):
    for name in schema.get("required", []):
        if name not in value:
            wrong(f"the field {name}")
    for name, others in schema.get("dependentRequired", {}).items():
        for other in others if name in value else []:
            if other not in value:
                wrong(f"the field {other} beside {name}")
    if len(value) < schema.get("minProperties", 0):
        wrong(f"at least {schema['minProperties']} fields")
    if len(value) > schema.get("maxProperties", math.inf):
        wrong(f"at most {schema['maxProperties']} fields")
    for name, part in value.items():
        own = [schema["properties"][name]] if name in schema.get("properties", {}) else []
        every = own + [each for pattern, each in schema.get("patternProperties", {}).items() if matches(pattern, name)]
        for each in every or [schema.get("additionalProperties", True)]:
            inner(each, part, f"{at}.{name}")
`;function D({title:e,contract:t,cases:n,answers:r,defs:s,untested:a}){const o=a.map(e=>`# Not tested: ${Z(e)}`);return`# Holds a running service against ${Z(e)} (${Z(t)}).
#
# BASE_URL        where the service runs, with its base path; required
# AUTHORIZATION   header for operations that ask who calls
# ALLOW_WRITES=1  also send requests that change something
${o.map(e=>`${e}
`).join("")}
import json
import math
import os
import re
import urllib.error
import urllib.parse
import urllib.request
from datetime import date, datetime

import pytest

CASES = json.loads(r'''${z(n)}''')
ANSWERS = json.loads(r'''${z(r)}''')
DEFS = json.loads(r'''${z(s)}''')
${K}${B}`};async function G(e,t,n){const r=await O(e,n);if(r.cases.length===0)return"";return t==="jest"?C(r):D(r)}}),31086:(function(e,t,n){n.d(t,{O:()=>u});var r=n(32948);var s=n(85381);var a=n(4551);var o=n(36894);var i=n(80340);function u(e,t){const{contract:n}=e;const r=e.root===undefined?undefined:c(e,e.root,t);const a=t.parameters.map(({name:e,in:t,required:s,shape:a})=>{const o=r?.parameters.get(`${t} ${e}`);return{name:e,in:t,required:s,written:(0,i.x)(a,n),...o===undefined?{}:{example:o}}});const o=t.requestBodies.find(({mediaType:e})=>(0,s.Fh)(e));if(o===undefined)return{parameters:a};const u=r?.body?.written??(0,i.x)(o.shape,n);const f=r?.body?.example;const d=o.mediaType.includes("*")?"application/json":o.mediaType;return{parameters:a,body:{mediaType:d,required:o.required,written:u,...f===undefined?{}:{example:f}}}}function c({reader:e},t,{subject:n}){const i=(0,a.E3)(t);const u=(0,a.f2)(t,e,n);if(u===undefined)return{parameters:new Map};const d=[...(0,r.ld)((0,r.jf)(u.item,"parameters")),...(0,r.ld)((0,r.jf)(u.operation,"parameters"))].flatMap(t=>e.resolve(t).place??[]);const m=new Map(d.flatMap(e=>{const t=f(e)??f((0,r.jf)(e,"schema"));return t===undefined?[]:[[`${(0,r.$6)(e,"in")} ${(0,r.$6)(e,"name")}`,t]]}));const l=d.find(e=>(0,r.$6)(e,"in")==="body");const h=(0,r.jf)(u.operation,"requestBody");const p=h&&e.resolve(h).place;const y=l??(0,r.jO)(p&&(0,r.Xn)(p,"content")).find(([e])=>(0,s.Fh)(e))?.[1];const g=y&&(0,r.jf)(y,"schema");if(y===undefined)return{parameters:m};return{parameters:m,body:{written:g&&(0,o.ZB)(g,e,i,"request"),example:f(y)}}}function f(e){const t=(0,r.fK)(e,"example");if(t!==undefined)return t;const n=(0,r.fK)(e,"examples");if(Array.isArray(n))return n[0];const[s]=(0,r.pi)(n)?Object.values(n):[];return(0,r.pi)(s)&&"value"in s?s.value:(0,r.fK)(e,"default")}}),80340:(function(e,t,n){n.d(t,{x:()=>a});var r=n(45790);var s=n(36894);function a(e,{definitions:t}){const n=new Set;const o=new Map;const i=[];const u=e=>{if(!t.has(e))return undefined;const n=o.get(e);if(n!==undefined)return n;const r=`${o.size}-${e}`.replace(/[^\w.-]/g,"_").slice(0,60);o.set(e,r);i.push(e);return r};const c={side:"expected",ref:e=>{const t=u(e);if(t===undefined)n.add(`${e} is not described.`);return t===undefined?true:{$ref:(0,s.zI)(t)}},unknown:e=>{n.add(`${e.charAt(0).toUpperCase()}${e.slice(1)}.`);return true}};const f=(0,r.H)(e,c);const d={};for(let e=i.shift();e!==undefined;e=i.shift()){const n=t.get(e);if(n!==undefined)d[o.get(e)??e]=(0,r.H)(n,c)}return{schema:f,defs:d,unsupported:[...n]}}}),24259:(function(e,t,n){n.d(t,{y:()=>h});var r=n(32948);var s=n(3869);var a=n(30714);const o=200;const i=/[*+{?]/g;function u(e,t){const n=new RegExp(e,t);if((e.match(i)??[]).length<2)return n;return{test:t=>{try{return d(n,t)}catch(t){throw new s.R("tool-error",`The contract's pattern \`${e.slice(0,80)}\` takes too long.`,{cause:t})}}}}const c=new a.Script("pattern.test(text)");let f;function d(e,t){f??=a.createContext();f.pattern=e;f.text=t;return c.runInContext(f,{timeout:o})===true}var m=n(36894);let l;function h(){l??=p();return l}async function p(){const[e,t]=await Promise.all([Promise.all([n.e(3457),n.e(2210)]).then(n.t.bind(n,52210,19)),Promise.all([n.e(3457),n.e(2815)]).then(n.t.bind(n,82815,19))]);const r=Object.assign(u,{code:"new RegExp"});return({schema:n,defs:s})=>{const a=new e.default.Ajv2020({strict:false,allErrors:true,verbose:true,validateSchema:false,logger:false,ownProperties:true,code:{regExp:r}});t.default.default(a);a.addFormat("url",e=>URL.canParse(e));b(a);if(!JSON.stringify([n,s]).includes('"unevaluated'))for(const e of["anyOf","oneOf"])O(a,e);a.addSchema({$defs:s},m.vl);const o=y(()=>A(a,n),"The schema cannot be used");return e=>y(()=>o(e),"The value cannot be compared")}}function y(e,t){try{return e()}catch(n){if(n instanceof s.R)throw n;const e=n instanceof Error?n.message:String(n);throw new s.R("tool-error",`${t}: ${e.slice(0,200)}.`,{cause:n})}}const g=e=>({...null,...e,params:{[v]:e}});const w=e=>e.params[v]??e;const v="carried by a word of ours";function b(e){e.removeKeyword("uniqueItems");e.addKeyword({keyword:"uniqueItems",type:"array",schemaType:"boolean",validate:(e,t)=>!e||new Set(t.map(e=>JSON.stringify(x(e)))).size===t.length})}function x(e){if(Array.isArray(e))return e.map(x);if(!(0,r.pi)(e))return e;const t=Object.entries(e).sort(([e],[t])=>e<t?-1:1);return{fields:t.map(([e,t])=>[e,x(t)])}}function O(e,t){e.removeKeyword(t);e.addKeyword({keyword:t,schemaType:"array",errors:"full",compile:(n,r)=>{const s=n.map(()=>undefined);const a=(t,r)=>{const a=s[t]??A(e,n[t]??true);s[t]=a;return a(r)};const o=(e,s)=>{const i=n.map((t,n)=>a(n,e));const u=i.filter(e=>e.length===0).length;if(u===1||u>1&&t==="anyOf")return true;const c=s?.instancePath??"";const f={keyword:t,instancePath:c,schemaPath:t,params:{fitting:u},schema:n,parentSchema:r,data:e};o.errors=(u>1?[f]:T(f,i)).map(g);return false};return o}})}function A(e,t){const n=e.compile(t);return e=>n(e)?[]:(n.errors??[]).map(w)}const S=["type","const","enum"];function T(e,t){const n=t.filter(e=>!e.some(e=>e.instancePath===""&&S.includes(e.keyword)));const r=n.map(e=>({errors:e,strange:e.filter($).length}));r.sort((e,t)=>e.strange-t.strange||e.errors.length-t.errors.length);const[s,a]=r;if(s===undefined)return[e];const o=a!==undefined&&a.strange===s.strange&&a.errors.length===s.errors.length;if(o&&JSON.stringify(j(a.errors))!==JSON.stringify(j(s.errors)))return[e];return s.errors.map(t=>({...null,...t,instancePath:`${e.instancePath}${t.instancePath}`}))}const $=({instancePath:e,keyword:t})=>["const","enum"].includes(t)&&e.lastIndexOf("/")===0;const j=e=>e.map(({instancePath:e,keyword:t,params:n})=>[e,t,n])}),10926:(function(e,t,n){n.d(t,{P:()=>o});var r=n(4551);var s=n(36894);var a=n(80340);function o({contract:e,root:t,reader:n},i){if(t!==undefined){const e=(0,r.E3)(t);return(0,r.QL)(t,n,i.subject,e).map(({status:t,bodies:r})=>({status:t,bodies:r.map(({mediaType:t,schema:r})=>({mediaType:t,written:r&&(0,s.ZB)(r,n,e)}))}))}const u=[...new Set(i.responses.map(({status:e})=>e))];return u.map(t=>({status:t,bodies:i.responses.flatMap(({status:n,mediaType:r,shape:s})=>n!==t||r===undefined?[]:[{mediaType:r,written:s&&(0,a.x)(s,e)}])}))}}),45790:(function(e,t,n){n.d(t,{H:()=>r});function r(e,t){const n=e=>r(e,t);switch(e.kind){case"scalar":return{type:e.type,...e.format===undefined?{}:{format:e.format},...e.constraints};case"enum":return{enum:e.values};case"array":return{type:"array",items:n(e.items),...e.constraints};case"tuple":return{type:"array",prefixItems:e.items.map(n)};case"map":return{type:"object",additionalProperties:n(e.values)};case"object":{const r=e.fields.filter(e=>s(e,t)).map(({name:e})=>e);return{type:"object",properties:Object.fromEntries(e.fields.map(e=>[e.name,n(e.shape)])),...r.length===0?{}:{required:r},...a(e.rest,t)}}case"union":return{anyOf:e.options.map(n)};case"ref":return t.ref(e.name);case"unknown":return e.any===true?true:t.unknown(e.why)}}function s({required:e,access:t,unsure:n,leftOut:r},{side:a}){if(!e||t==="write")return false;return a==="expected"||n!==true&&r===undefined}function a(e,t){if(e===true)return{};if(e===false)return t.side==="expected"?{additionalProperties:false}:{};return{additionalProperties:r(e,t)}}})};