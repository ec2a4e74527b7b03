import { capital, many } from './words.js';

/** gin and database/sql. @type {import('../generate-service.js').Generator} */
export const go = {
  module: (noun) => [
    [`internal/${noun}/routes.go`, routes(noun)],
    ...many(6, (index) => /** @type {const} */ ([`internal/${noun}/types_${index}.go`, types(noun, index)])),
    ...many(6, (index) => /** @type {const} */ ([`internal/${noun}/handlers_${index}.go`, handlers(noun, index)])),
    ...many(3, (index) => /** @type {const} */ ([`internal/${noun}/store_${index}.go`, store(noun, index)])),
    ...many(8, (index) => /** @type {const} */ ([`internal/${noun}/price_${index}.go`, logic(noun, index)])),
  ],
  root: (nouns) => [
    ['go.mod', 'module shop.test/service\n\ngo 1.22\n\nrequire github.com/gin-gonic/gin v1.10.0\n'],
    [
      'cmd/service/main.go',
      `package main

import (
	"github.com/gin-gonic/gin"
${nouns.map((noun) => `	"shop.test/service/internal/${noun}"`).join('\n')}
)

func main() {
	router := gin.Default()
	api := router.Group("/api/v1")
${nouns.map((noun) => `	${noun}.Register(api)`).join('\n')}
	router.Run(":8080")
}
`,
    ],
  ],
};

const routes = (/** @type {string} */ noun) => `// Package ${noun} answers what is asked of ${noun}s.
package ${noun}

import "github.com/gin-gonic/gin"

// Register adds the routes of ${noun}s.
func Register(parent *gin.RouterGroup) {
	group := parent.Group("/${noun}s")
${many(
  6,
  (index) => `	group.GET("/${index}/list", list${index})
	group.GET("/${index}/:id", one${index})
	group.POST("/${index}", create${index})`,
).join('\n')}
}
`;

const types = (/** @type {string} */ noun, /** @type {number} */ index) => `package ${noun}

import "time"

// ${capital(noun)}${index} is what is told of a ${noun}.
type ${capital(noun)}${index} struct {
	ID        string    \`json:"id"\`
	CreatedAt time.Time \`json:"createdAt"\`
	Note      *string   \`json:"note,omitempty"\`
${many(12, (field) => `	// Point${field} of the ${noun}.\n	Point${field} ${field % 2 === 0 ? 'string' : 'int'} \`json:"point_${field}"\``).join('\n')}
}

// Create${index} is what a new ${noun} is made of.
type Create${index} struct {
	Name  string \`json:"name" binding:"required"\`
	Count int    \`json:"count"\`
}
`;

const handlers = (/** @type {string} */ noun, /** @type {number} */ index) => `package ${noun}

import (
	"net/http"

	"github.com/gin-gonic/gin"
)

func list${index}(c *gin.Context) {
	found, err := find${index}(c.Request.Context(), c.Query("after"))
	if err != nil {
		c.JSON(http.StatusInternalServerError, gin.H{"error": err.Error()})
		return
	}
	c.JSON(http.StatusOK, found)
}

func one${index}(c *gin.Context) {
	found, err := get${index}(c.Request.Context(), c.Param("id"))
	if err != nil {
		c.JSON(http.StatusNotFound, gin.H{"error": "There is no such ${noun}."})
		return
	}
	c.JSON(http.StatusOK, found)
}

func create${index}(c *gin.Context) {
	var body Create${index}
	if err := c.ShouldBindJSON(&body); err != nil {
		c.JSON(http.StatusBadRequest, gin.H{"error": err.Error()})
		return
	}
	made := ${capital(noun)}${index}{ID: body.Name, Point1: body.Count}
	c.JSON(http.StatusCreated, made)
}
`;

const store = (/** @type {string} */ noun, /** @type {number} */ part) => `package ${noun}

import (
	"context"
	"fmt"
)
${many(2, (half) => (part - 1) * 2 + half)
  .map(
    (index) => `
func find${index}(ctx context.Context, after string) ([]${capital(noun)}${index}, error) {
	found := []${capital(noun)}${index}{}
	for _, item := range kept${index} {
		if after == "" || item.ID > after {
			found = append(found, item)
		}
	}
	return found, ctx.Err()
}

func get${index}(ctx context.Context, id string) (*${capital(noun)}${index}, error) {
	for at := range kept${index} {
		if kept${index}[at].ID == id {
			return &kept${index}[at], ctx.Err()
		}
	}
	return nil, fmt.Errorf("there is no ${noun} %s", id)
}

var kept${index} = []${capital(noun)}${index}{}
`,
  )
  .join('')}`;

const logic = (/** @type {string} */ noun, /** @type {number} */ index) => `package ${noun}

const limit${index} = ${index * 100}

type item${index} struct {
	name  string
	count int
	price float64
}
${many(
  7,
  (step) => `
// step${index}x${step} is step ${step} of pricing a ${noun}: what is left after a discount.
func step${index}x${step}(items []item${index}, percent float64) float64 {
	total := 0.0
	for _, item := range items {
		if item.count <= ${step} {
			continue
		}
		total += float64(item.count) * item.price
	}
	if total > limit${index} {
		return total * (1 - percent/100)
	}
	return total
}
`,
).join('')}`;
