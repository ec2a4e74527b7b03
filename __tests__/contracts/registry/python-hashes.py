"""Writes python-hashes.json anew: what a real Python makes of the documents in it. Run in this folder; nothing else needs it."""

import hashlib
import json

NAME = "python-hashes.json"


def made(document):
    dumped = json.dumps(json.loads(document), sort_keys=True)
    return {"json": document, "dumps": dumped, "sha256": hashlib.sha256(dumped.encode()).hexdigest()}


with open(NAME) as file:
    cases = [made(case["json"]) for case in json.load(file)]
with open(NAME, "w") as file:
    file.write("[\n" + ",\n".join("  " + json.dumps(case) for case in cases) + "\n]\n")
