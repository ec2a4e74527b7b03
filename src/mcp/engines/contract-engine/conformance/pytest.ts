import type { TestPlan } from './cases.js';
import { commentLine, generatedJson } from './generated-json.js';
import { PYTHON_CALLS } from './pytest-calls.js';
import { PYTHON_SCHEMAS } from './pytest-schemas.js';

/** A test file for pytest that uses only Python's standard library. */
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
${PYTHON_CALLS}${PYTHON_SCHEMAS}`;
}
