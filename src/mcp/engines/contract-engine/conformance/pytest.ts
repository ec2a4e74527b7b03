import type { TestPlan } from './cases.js';
import { commentLine, generatedJson } from './generated-json.js';

/** A file of tests for pytest, which needs nothing but Python's own library. */
export function pytestFile({ title, contract, cases, answers, defs, untested }: TestPlan): string {
  const notes = untested.map((line) => `# Not tested: ${commentLine(line)}`);
  return `# Holds a running service against ${commentLine(title)} (${commentLine(contract)}).
#
# BASE_URL        where the service runs, with its base path; required
# AUTHORIZATION   header for operations that ask who calls
# ALLOW_WRITES=1  also send requests that change something
${notes.map((line) => `${line}\n`).join('')}
import json
import math
import os
import re
import urllib.error
import urllib.parse
import urllib.request
from datetime import date, datetime

import pytest

CASES = json.loads(r'''${generatedJson(cases)}''')
ANSWERS = json.loads(r'''${generatedJson(answers)}''')
DEFS = json.loads(r'''${generatedJson(defs)}''')
${RUNTIME}`;
}

const RUNTIME = String.raw`
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
        if is_there:
            assert answer["status"] < 400


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


def kind_of(value):
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
`;
