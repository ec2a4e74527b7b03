/** Python code that sends the requests of a plan and reports wrong answers. */
export const PYTHON_CALLS = `
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


`;
