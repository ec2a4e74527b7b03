import copy

from flask import Flask, abort, jsonify, request

app = Flask(__name__)
KITES = [{"id": "1", "name": "a", "span": 1}, {"id": "2", "name": "b", "span": 2}]


def made(name) -> dict:
    kite = {"id": "1", "name": "x"}
    kite["span"] = 3
    return kite


def unspanned() -> dict:
    return {"id": "1", "name": "x"}


def found_or_made():
    return {"id": "1", "name": "x", "span": 1}, True


@app.get("/found")
def found():
    kite = next((one for one in KITES if one["id"] == request.args.get("id")), None)
    if kite is None:
        abort(404)
    kite["name"] = "paper"
    return jsonify(kite)


@app.get("/perhaps")
def perhaps():
    return jsonify({"kite": next((one for one in KITES if one["span"] > 9), None)})


@app.get("/copied")
def copied():
    return jsonify(dict(copy.deepcopy(KITES[0]), name="y"))


@app.get("/summed")
def summed():
    return jsonify({"id": "all", "name": "all", "span": sum(one["span"] for one in KITES)})


@app.get("/named")
def named():
    return jsonify({"id": "all", "name": max(one["span"] for one in KITES), "span": 1})


@app.get("/typed")
def typed():
    return jsonify(made("x"))


@app.get("/untyped")
def untyped():
    return jsonify(unspanned())


@app.get("/unpacked")
def unpacked():
    kite, _ = found_or_made()
    return jsonify(kite)
