package main

import (
	"encoding/json"
	"net/http"
	"strings"

	"example.com/harbour/plugins"
	"github.com/gorilla/mux"
)

type route struct {
	Method      string
	Pattern     string
	HandlerFunc http.HandlerFunc
}

type Ship struct {
	Name string `json:"name"`
}

type Pier struct {
	Length int `json:"length"`
}

func ship(w http.ResponseWriter, r *http.Request) {
	json.NewEncoder(w).Encode(Ship{Name: "Ida"})
}

func pier(w http.ResponseWriter, r *http.Request) {
	json.NewEncoder(w).Encode(Pier{Length: 40})
}

func main() {
	router := mux.NewRouter()

	own := router.PathPrefix("/own").Subrouter()
	routes := map[string]route{
		"ship":   {strings.ToUpper("Get"), "/ship", ship},
		"pier":   {"GET", "/pier", pier},
		"plugin": {"GET", "/plugin", plugins.Handler()},
	}
	for _, r := range routes {
		own.Methods(r.Method).Path(r.Pattern).Handler(r.HandlerFunc)
	}

	filled := router.PathPrefix("/filled").Subrouter()
	more := map[string]route{
		"ship": {"GET", "/ship", ship},
	}
	plugins.Fill(more)
	for _, r := range more {
		filled.Methods(r.Method).Path(r.Pattern).Handler(r.HandlerFunc)
	}

	listed := router.PathPrefix("/listed").Subrouter()
	for _, r := range table() {
		listed.Methods(r.Method).Path(r.Pattern).Handler(r.HandlerFunc)
	}

	http.ListenAndServe(":8080", router)
}

func table() map[string]route {
	return map[string]route{
		"ship": {"GET", "/ship", ship},
	}
}
