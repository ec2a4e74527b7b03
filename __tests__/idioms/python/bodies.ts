import { each, eachMember, indented, lines, type Operation } from '../service.js';
import type { Idiom, Kit } from './kit.js';

export type Writing = (kit: Kit) => Idiom;

/** A function for each operation that returns a body. */
const loaders = (k: Kit, body: (one: Operation) => string = (one) => k.dict(one)): string =>
  each((one) => `def load_${one.key}():\n    return ${body(one)}`);

/** How bodies are made. */
export const bodies: Readonly<Record<string, Writing>> = {
  'a variable': (k) => ({ answer: (one) => ({ before: `made = ${k.dict(one)}`, body: 'made' }) }),
  'a call of dict': (k) => ({ answer: (one) => ({ body: `dict(${k.named(one)})` }) }),
  'pairs zipped': () => ({
    answer: (one) => ({
      body: `dict(zip([${eachMember(one, ({ name }) => `"${name}"`)}], [${eachMember(one, ({ value }) => value)}]))`,
    }),
  }),
  'members set one by one': () => ({
    answer: (one) => ({
      before: lines(
        'made = {}',
        eachMember(one, ({ name, value }) => `made["${name}"] = ${value}`, '\n'),
      ),
      body: 'made',
    }),
  }),
  'an update': (k) => ({ answer: (one) => ({ before: `made = {"id": 1}\nmade.update(${k.dict(one)})`, body: 'made' }) }),
  'a default that is set': (k) => ({
    answer: (one) => ({ before: `made = ${k.dict(one)}\nmade.setdefault("extra", 1)`, body: 'made' }),
  }),
  'a union': (k) => ({ answer: (one) => ({ body: `{"id": 1} | ${k.dict(one)}` }) }),
  'a copy with more': (k) => ({
    answer: (one) => ({ before: `whole = ${k.dict(one)}`, body: '{**whole, "extra": 1}' }),
  }),
  'a copy of a library': (k) => ({
    imports: 'import copy',
    before: each((one) => `SAMPLE_${one.type} = ${k.dict(one)}`),
    answer: (one) => ({ body: `copy.deepcopy(SAMPLE_${one.type})` }),
  }),
  'a copy by JSON': (k) => ({
    imports: 'import json as text',
    answer: (one) => ({ body: `text.loads(text.dumps(${k.dict(one)}))` }),
  }),
  'all but one member': (k) => ({
    answer: (one) => ({ before: `made = {"secret": 1, **${k.dict(one)}}\nmade.pop("secret")`, body: 'made' }),
  }),
  'chosen members': (k) => ({
    answer: (one) => ({
      before: `whole = {"secret": 1, **${k.dict(one)}}`,
      body: `{name: whole[name] for name in (${eachMember(one, ({ name }) => `"${name}"`)})}`,
    }),
  }),
  'one of two': (k) => ({
    answer: (one) => ({
      before: `if os.getenv("DRY"):\n    made = ${k.dict(one)}\nelse:\n    made = ${k.dict(one)}`,
      body: 'made',
    }),
  }),
  'a conditional expression': (k) => ({
    answer: (one) => ({ body: `${k.dict(one)} if os.getenv("DRY") else ${k.dict(one)}` }),
  }),
  'one of several cases': (k) => ({
    answer: (one) => ({
      before: `match os.getenv("MODE"):\n    case "dry":\n        made = ${k.dict(one)}\n    case _:\n        made = ${k.dict(one)}`,
      body: 'made',
    }),
  }),
  'tried first': (k) => ({
    answer: (one) => ({
      before: `try:\n    made = ${k.dict(one)}\nexcept ValueError:\n    raise`,
      body: 'made',
    }),
  }),
  'a function': (k) => ({ before: loaders(k), answer: ({ key }) => ({ body: `load_${key}()` }) }),
  'a function with an argument': (k) => ({
    before: each((one) => `def to_${one.key}(id):\n    return ${k.dict(one, 'id')}`),
    answer: ({ key }) => ({ body: `to_${key}(1)` }),
  }),
  'a function with a default': (k) => ({
    before: each((one) => `def to_${one.key}(id=1):\n    return ${k.dict(one, 'id')}`),
    answer: ({ key }) => ({ body: `to_${key}()` }),
  }),
  'a lambda': (k) => ({
    before: each((one) => `to_${one.key} = lambda id: ${k.dict(one, 'id')}`),
    answer: ({ key }) => ({ body: `to_${key}(1)` }),
  }),
  'a function in a function': (k) => ({
    answer: (one) => ({ before: `def make():\n    return ${k.dict(one)}\n`, body: 'make()' }),
  }),
  'a function of a function': (k) => ({
    before: each((one) => `def maker_of_${one.key}(label):\n    def make():\n        return ${k.dict(one)}\n    return make`),
    answer: ({ key }) => ({ before: `make = maker_of_${key}("shop")`, body: 'make()' }),
  }),
  'a function with any named arguments': (k) => ({
    before: 'def make(**members):\n    return members',
    answer: (one) => ({ body: `make(${k.named(one)})` }),
  }),
  'a function that returns it unchanged': (k) => ({
    before: 'def same(value):\n    return value',
    answer: (one) => ({ body: `same(${k.dict(one)})` }),
  }),
  'a function that returns two values': (k) => ({
    before: loaders(k, (one) => `True, ${k.dict(one)}`),
    answer: ({ key }) => ({ before: `known, made = load_${key}()`, body: 'made' }),
  }),
  'a typed dictionary': (k) => ({
    imports: 'from typing import TypedDict',
    before: lines(
      k.classes((type) => `class ${type}(TypedDict):`),
      each((one) => `def load_${one.key}(rows: list) -> ${one.type}:\n    return rows[0]`),
    ),
    answer: ({ key }) => ({ body: `load_${key}([])` }),
  }),
  'a named tuple as a dictionary': (k) => ({
    imports: 'from typing import NamedTuple',
    before: k.classes((type) => `class ${type}(NamedTuple):`),
    answer: (one) => ({ body: `${one.type}(${k.named(one)})._asdict()` }),
  }),
  'the members of a data class': (k) => ({
    imports: 'from dataclasses import asdict, dataclass',
    before: k.classes((type) => `@dataclass\nclass ${type}:`),
    answer: (one) => ({ body: `asdict(${one.type}(${k.named(one)}))` }),
  }),
  'the variables of a data class': (k) => ({
    imports: 'from dataclasses import dataclass',
    before: k.classes((type) => `@dataclass\nclass ${type}:`),
    answer: (one) => ({ body: `vars(${one.type}(${k.named(one)}))` }),
  }),
  'the attributes of an instance': () => ({
    before: each(
      (one) =>
        `class ${one.type}:\n    def __init__(self):\n${eachMember(one, ({ name, value }) => `        self.${name} = ${value}`, '\n')}`,
    ),
    answer: ({ type }) => ({ body: `${type}().__dict__` }),
  }),
  'a model that is dumped': (k) => ({
    imports: 'from pydantic import BaseModel',
    before: k.classes((type) => `class ${type}(BaseModel):`),
    answer: (one) => ({ body: `${one.type}(${k.named(one)}).model_dump()` }),
  }),
  'a method that makes it': (k) => ({
    before: each(
      (one) =>
        `class ${one.type}:\n    def __init__(self, id):\n        self.id = id\n\n    def to_dict(self):\n        return ${k.dict(one, 'self.id')}`,
    ),
    answer: ({ type }) => ({ body: `${type}(1).to_dict()` }),
  }),
  'a method of a base class': (k) => ({
    before: lines(
      'class Model:\n    def to_json(self):\n        return self.members()',
      each((one) => `class ${one.type}(Model):\n    def members(self):\n        return ${k.dict(one)}`),
    ),
    answer: ({ type }) => ({ body: `${type}().to_json()` }),
  }),
  'a class method that makes it': (k) => ({
    before: each((one) => `class ${one.type}:\n    @classmethod\n    def of(cls):\n        return ${k.dict(one)}`),
    answer: ({ type }) => ({ body: `${type}.of()` }),
  }),
  'a static method that makes it': (k) => ({
    before: each((one) => `class ${one.type}:\n    @staticmethod\n    def of(id):\n        return ${k.dict(one, 'id')}`),
    answer: ({ type }) => ({ body: `${type}.of(1)` }),
  }),
  'a property': (k) => ({
    before: each((one) => `class ${one.type}:\n    @property\n    def data(self):\n        return ${k.dict(one)}`),
    answer: ({ type }) => ({ body: `${type}().data` }),
  }),
  'a serializer that is called': (k) => ({
    before: each((one) => `class ${one.type}Serializer:\n    def __call__(self, id):\n        return ${k.dict(one, 'id')}`),
    answer: ({ type }) => ({ before: `serialize = ${type}Serializer()`, body: 'serialize(1)' }),
  }),
  'a builder': () => ({
    before:
      'class Builder:\n    def __init__(self):\n        self.made = {}\n\n    def put(self, name, value):\n        self.made[name] = value\n        return self\n\n    def build(self):\n        return self.made',
    answer: (one) => ({
      body: `Builder()${eachMember(one, ({ name, value }) => `.put("${name}", ${value})`, '')}.build()`,
    }),
  }),
  'a service of another file': (k) => ({
    imports: 'from shop import Shop',
    before: 'shop = Shop()',
    answer: ({ key }) => ({ body: `shop.${key}()` }),
    files: { shop: `class Shop:\n${each((one) => `    def ${one.key}(self):\n        return ${k.dict(one)}`)}` },
  }),
  'a service with a store': (k) => ({
    before: lines(
      `class Store:\n${each((one) => `    def ${one.key}(self):\n        return ${k.dict(one)}`)}`,
      `class Shop:\n    def __init__(self, store: Store):\n        self.store = store\n\n${each(({ key }) => `    def ${key}(self):\n        return self.store.${key}()`)}`,
      'shop = Shop(Store())',
    ),
    answer: ({ key }) => ({ body: `shop.${key}()` }),
  }),
  'a store that is a dictionary': (k) => ({
    absent: true,
    before: each((one) => `${one.key.toUpperCase()}S = {"a": ${k.dict(one)}}`),
    answer: ({ key }) => ({
      before: `found = ${key.toUpperCase()}S.get("a")\nif found is None:\n${indented(k.framework.sendAbsent)}`,
      body: 'found',
    }),
  }),
  'the first that fits': (k) => ({
    absent: true,
    before: each((one) => `${one.key.toUpperCase()}S = [${k.dict(one)}]`),
    answer: ({ key }) => ({
      before: `found = next((one for one in ${key.toUpperCase()}S if one["id"] == 1), None)\nif not found:\n${indented(k.framework.sendAbsent)}`,
      body: 'found',
    }),
  }),
  'an assignment in a condition': (k) => ({
    absent: true,
    before: loaders(k),
    answer: ({ key }) => ({
      before: `if (found := load_${key}()) is None:\n${indented(k.framework.sendAbsent)}`,
      body: 'found',
    }),
  }),
  'an early answer': (k) => ({
    absent: true,
    answer: () => ({ before: `if os.getenv("EMPTY"):\n${indented(k.framework.sendAbsent)}` }),
  }),
  'a result with an error': (k) => ({
    absent: true,
    imports: 'from dataclasses import dataclass',
    before: lines(
      '@dataclass\nclass Result:\n    value: dict\n    error: str = ""\n',
      loaders(k, (one) => `Result(value=${k.dict(one)})`),
    ),
    answer: ({ key }) => ({
      before: `result = load_${key}()\nif result.error:\n${indented(k.framework.sendAbsent)}`,
      body: 'result.value',
    }),
  }),
  'a default where it is missing': (k) => ({
    answer: (one) => ({
      before: `made = ${k.dict(one)}\nif "extra" not in made:\n    made["extra"] = 1`,
      body: 'made',
    }),
  }),
  'a result beside an error': (k) => ({
    absent: true,
    before: each(
      (one) =>
        `def load_${one.key}():\n    if os.getenv("EMPTY"):\n        return None, "absent"\n    return ${k.dict(one)}, None`,
    ),
    answer: ({ key }) => ({
      before: `made, error = load_${key}()\nif error:\n${indented(k.framework.sendAbsent)}`,
      body: 'made',
    }),
  }),
  'an envelope': (k) => ({
    body: 'data',
    before: 'def envelope(data):\n    return {"data": data}',
    answer: (one) => ({ body: `envelope(${k.dict(one)})` }),
  }),
  'an envelope of a class': (k) => ({
    body: 'data',
    before:
      'class Envelope:\n    def __init__(self, data):\n        self.data = data\n\n    def to_dict(self):\n        return {"data": self.data}',
    answer: (one) => ({ body: `Envelope(${k.dict(one)}).to_dict()` }),
  }),
  'a constant of another file': (k) => ({
    imports: 'import samples',
    answer: ({ key }) => ({ body: `samples.${key.toUpperCase()}` }),
    files: { samples: each((one) => `${one.key.toUpperCase()} = ${k.dict(one)}`) },
  }),
  'a list': (k) => ({ body: 'list', answer: (one) => ({ body: `[${k.dict(one)}]` }) }),
  'a list comprehension': (k) => ({
    body: 'list',
    answer: (one) => ({ body: `[${k.dict(one, 'number')} for number in [1, 2]]` }),
  }),
  'a list that is filled': (k) => ({
    body: 'list',
    answer: (one) => ({ before: `made = []\nfor number in [1, 2]:\n    made.append(${k.dict(one, 'number')})`, body: 'made' }),
  }),
  'a list that a function is mapped over': (k) => ({
    body: 'list',
    before: each((one) => `def to_${one.key}(id):\n    return ${k.dict(one, 'id')}`),
    answer: ({ key }) => ({ body: `list(map(to_${key}, [1, 2]))` }),
  }),
  'a list of a generator': (k) => ({
    body: 'list',
    before: each((one) => `def all_${one.key}s():\n    for number in [1, 2]:\n        yield ${k.dict(one, 'number')}`),
    answer: ({ key }) => ({ body: `list(all_${key}s())` }),
  }),
  'a sorted list': (k) => ({
    body: 'list',
    answer: (one) => ({ before: `made = [${k.dict(one)}]`, body: 'sorted(made, key=lambda one: one["id"])' }),
  }),
};
