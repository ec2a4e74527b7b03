/** A small service in Go that keeps its contract: what the changes of this folder start from. */
export const FEEDS_GO = `package handler

import (
	"net/http"

	"github.com/gin-gonic/gin"
)

type Feed struct {
	ID          int64  \`json:"id"\`
	Title       string \`json:"title"\`
	UnreadCount int64  \`json:"unread_count"\`
}

type Group struct {
	ID   int64  \`json:"id"\`
	Name string \`json:"name"\`
}

func listFeeds(c *gin.Context) {
	feeds := []Feed{{ID: 1, Title: "a", UnreadCount: 2}}
	c.JSON(http.StatusOK, feeds)
}

func getFeed(c *gin.Context) {
	c.JSON(http.StatusOK, Feed{ID: 1, Title: "a", UnreadCount: 2})
}

func createFeed(c *gin.Context) {
	c.JSON(http.StatusCreated, Feed{ID: 1, Title: "a"})
}

func deleteFeed(c *gin.Context) {
	c.Status(http.StatusNoContent)
}

func listGroups(c *gin.Context) {
	groups := []Group{{ID: 1, Name: "a"}}
	c.JSON(http.StatusOK, groups)
}
`;

export const ROUTES_GO = `package handler

import "github.com/gin-gonic/gin"

func Router() *gin.Engine {
	r := gin.New()
	api := r.Group("/api")
	api.GET("/feeds", listFeeds)
	api.GET("/feeds/:id", getFeed)
	api.POST("/feeds", createFeed)
	api.DELETE("/feeds/:id", deleteFeed)
	api.GET("/groups", listGroups)
	return r
}
`;

export const MAIN_GO = `package main

import "example.test/feeds/handler"

func main() {
	handler.Router().Run(":8080")
}
`;

const FEED = ['schema: { $ref: "#/components/schemas/Feed" }'];
const json = (schema: readonly string[]): string => `content: { application/json: { ${schema.join(', ')} } }`;

export const CONTRACT = `openapi: 3.0.3
info: { title: Feeds, version: 1.0.0 }
servers: [{ url: /api }]
paths:
  /feeds:
    get:
      responses:
        "200": { description: ok, ${json(['schema: { type: array, items: { $ref: "#/components/schemas/Feed" } }'])} }
    post:
      responses:
        "201": { description: made, ${json(FEED)} }
  /feeds/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses:
        "200": { description: ok, ${json(FEED)} }
    delete:
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses:
        "204": { description: gone }
  /groups:
    get:
      responses:
        "200": { description: ok, ${json(['schema: { type: array, items: { $ref: "#/components/schemas/Group" } }'])} }
components:
  schemas:
    Feed:
      type: object
      required: [id, title, unread_count]
      properties:
        id: { type: integer }
        title: { type: string }
        unread_count: { type: integer }
    Group:
      type: object
      required: [id, name]
      properties:
        id: { type: integer }
        name: { type: string }
`;

export const GIN_SERVICE: Readonly<Record<string, string>> = {
  'go.mod': 'module example.test/feeds\n\ngo 1.22\n\nrequire github.com/gin-gonic/gin v1.10.0\n',
  'main.go': MAIN_GO,
  'handler/routes.go': ROUTES_GO,
  'handler/feeds.go': FEEDS_GO,
  'openapi.yaml': CONTRACT,
};
