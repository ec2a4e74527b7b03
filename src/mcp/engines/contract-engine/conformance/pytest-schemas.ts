/** Python code that compares a value with a JSON Schema. */
export const PYTHON_SCHEMAS = String.raw`def kind_of(value):
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
