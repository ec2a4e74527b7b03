import fc from 'fast-check';
import { go } from '../../../../src/extract/languages/go/index.js';
import { mask } from '../../../../src/extract/languages/go/mask.js';
import { sample } from '../../../long.js';
import { expectQuick } from '../../../processor-time.js';

beforeAll(() => go.prepare());

const SOURCE = `package main

import (
	"net/http"

	"github.com/gin-gonic/gin"
)

type Page[T any] struct {
	Items []T    \`json:"items"\`
	Next  *int64 \`json:"next,omitempty"\`
	Data  any    \`json:"data"\`
}

// r.GET("/no", list)
func main() {
	r := gin.New()
	api := r.Group("/api" + "/v1")
	api.GET("/pages/:id", func(c *gin.Context) {
		switch c.Request.Method {
		case http.MethodGet, 'x':
			c.JSON(http.StatusOK, Page[string]{Items: []string{"a", \`b\`}})
		default:
			c.AbortWithStatus(405)
		}
	})
	for _, path := range []string{"/a", "/b"} {
		r.Any(path, wrap(list))
	}
	if slug := "x"; slug == "feed" { return } else if v, ok := any(r).(int); ok { _ = v }
}

func (s *server[K]) list(c *gin.Context) (int, error) { return <-s.ch, nil }
`;

/** Pieces of the language that change how what follows is read. */
const PIECES = [
  ...['"', "'", '`', '/*', '*/', '//', '(', ')', '{', '}', '[', ']', ':=', '=', ':', ',', ';', '\n', '.', '<-', '*', '&', '|'],
  ...['func', 'func(', 'type ', 'struct {', 'interface {', 'case ', 'default:', 'switch ', 'range ', 'return ', 'package '],
];

const mutated = fc
  .array(fc.tuple(fc.nat(SOURCE.length), fc.nat(12), fc.constantFrom(...PIECES)), { maxLength: 8 })
  .map((edits) => edits.reduce((text, [at, cut, piece]) => text.slice(0, at) + piece + text.slice(at + cut), SOURCE));

describe('hostile and broken Go', () => {
  test('a mutated source is read without an exception, the same each time', () => {
    fc.assert(
      fc.property(mutated, (text) => {
        const first = go.extract('main.go', text);
        expect(go.extract('main.go', text)).toEqual(first);
      }),
      { numRuns: 300 },
    );
  });

  test('masking keeps every offset', () => {
    fc.assert(
      fc.property(mutated, (text) => {
        const { bare, text: retained } = mask(text);
        expect([bare.length, retained.length]).toEqual([text.length, text.length]);
      }),
      { numRuns: 300 },
    );
  });

  test('what a string that never ends hides is told', () => {
    const { gaps } = go.extract('main.go', 'package main\n\nvar x = `never\n');
    expect(gaps.map(({ reason, hides, at }) => [reason, hides, at.line])).toEqual([['syntax-error', 'service', 3]]);
  });

  test.each(['//go:build ignore\n\n', '// +build ignore\n\n', '//go:build tools\n'])(
    '%j leaves a file out of every build',
    (tag) => {
      const text = `${tag}package main\n\nimport "net/http"\n\nfunc main() { http.HandleFunc("/a", b) }\n`;
      expect(go.extract('main.go', text)).toEqual({ facts: [], gaps: [] });
    },
  );

  const START = 'package main\n\nimport "github.com/gin-gonic/gin"\n\nfunc main() {\n\tr := gin.New()\n';
  // a quarter of what a megabyte may take, with room for a machine that is busy
  const much = (piece: string): string => piece.repeat(Math.ceil(250_000 / piece.length));
  const setFields = Array.from({ length: 20_000 }, (_, index) => `a.F${index} = c\n`).join('');
  const sources: readonly (readonly [string, string])[] = [
    ['brackets that never close', `${START}r.GET("/a", ${much('(')}`],
    ['brackets that never open', `${START}${much(')')}`],
    ['angles of types', `package a\n\ntype A ${much('[]map[string]')}int`],
    ['generics', `package a\n\ntype A ${much('B[')}`],
    ['nested literals', `${START}r.GET("/", ${much('func() {')}`],
    ['nested composites', `${START}c.JSON(200, ${much('gin.H{"a": ')}`],
    ['nested ifs', `${START}${much('if x {\n')}`],
    ['else after else', `${START}${much('if x { } else ')}`],
    ['a chain of calls', `${START}x := a${much('.Where(x)')}`],
    ['groups on groups', `${START}r${much('.Group("/a")')}.GET("/", b)\n}`],
    ['sums of texts', `${START}r.GET("/"${much(' + "/a"')}, b)\n}`],
    ['stars', `${START}x := ${much('*')}a\n}`],
    ['quotes', much('"')],
    ['backquotes', `package a\n${much('`')}`],
    ['comments that never end', much('/*')],
    ['cases', `${START}switch a {\n${much('case b:\n')}}\n}`],
    ['many variables', `${START}${much('a := a\n')}}`],
    ['assignments of one variable', `${START}var a any\n${much('a = b\n')}}`],
    ['entries of one map', `${START}m := gin.H{}\n${much('m["a"] = b\n')}}`],
    ['fields set on one value', `${START}m := Answer{}\n${much('m.Data = b\n')}}`],
    [
      'tests of one parameter',
      `package a\n\nimport "net/http"\n\nfunc b(w http.ResponseWriter, err error) {\n${much('if err == nil { }\n')}}`,
    ],
    [
      'functions that test',
      `package a\n\nimport "net/http"\n\n${much('func b(w http.ResponseWriter, err error) { if err == nil { } }\n')}`,
    ],
    ['fields set on a receiver', `package a\n\ntype A struct {}\nfunc (a *A) B(c any) *A {\n${setFields}return a\n}`],
    ['cases that fall through', `${START}switch a {\n${much('case b:\nc.Status(1)\nfallthrough\n')}}\n}`],
    ['many routes', `${START}${much('r.GET("/x", b)\n')}}`],
    ['many types', `package a\n\n${much('type A struct { B int }\n')}`],
    ['many methods', `package a\n\n${much('func (a A) B() {}\n')}`],
    [
      'an interface of many methods',
      `package a\n\nimport "net/http"\n\ntype A interface {\n${much('B(w http.ResponseWriter)\n')}}`,
    ],
    ['fields', `package a\n\ntype A struct {\n${much('B int `json:"b"`\n')}}`],
    [
      'tests of the method',
      `${START}r.Any("/", func(c *gin.Context) { ${much('if c.Request.Method == "GET" { c.Status(1) }\n')} })\n}`,
    ],
  ];
  test.each(sample(sources, 12))('a quarter of a megabyte of %s takes less than two seconds', async (_, text) => {
    await expectQuick(2000, () => {
      try {
        go.extract('main.go', text);
      } catch (error) {
        // nested deeper than the stack: whoever reads the file makes a gap of it
        expect(error).toBeInstanceOf(RangeError);
      }
    });
  });

  test('functions that hand a route on to each other take time in proportion', async () => {
    const chain = Array.from({ length: 2500 }, (_, index) => 2500 - index).map(
      (index) => `func f${index}(p string, h http.HandlerFunc) { f${index - 1}(p, h) }\n`,
    );
    const first = 'func f0(p string, h http.HandlerFunc) { http.HandleFunc(p, h) }\n';
    await expectQuick(4000, () => go.extract('main.go', `package main\n\nimport "net/http"\n\n${first}${chain.join('')}`));
  });
});
