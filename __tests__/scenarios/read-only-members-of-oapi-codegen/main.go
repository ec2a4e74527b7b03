package main

import (
	"encoding/json"
	"net/http"
	"time"

	"example.com/notes/api"
)

type Store interface {
	Note(id string) (api.Note, error)
	Row(id string) (Row, error)
	Draft(id string) (Draft, error)
}

// Row is what a database gives.
type Row struct {
	CreatedAt *time.Time `json:"createdAt,omitempty"`
	Title     string     `json:"title"`
}

// Draft may have no color.
type Draft struct {
	Color *string `json:"color,omitempty"`
	Title string  `json:"title"`
}

var store Store

func main() {
	http.HandleFunc("GET /notes/{id}", func(w http.ResponseWriter, r *http.Request) {
		note, _ := store.Note(r.PathValue("id"))
		json.NewEncoder(w).Encode(note)
	})
	http.HandleFunc("GET /rows/{id}", func(w http.ResponseWriter, r *http.Request) {
		row, _ := store.Row(r.PathValue("id"))
		json.NewEncoder(w).Encode(row)
	})
	http.HandleFunc("GET /drafts/{id}", func(w http.ResponseWriter, r *http.Request) {
		draft, _ := store.Draft(r.PathValue("id"))
		json.NewEncoder(w).Encode(draft)
	})
	http.ListenAndServe(":8080", nil)
}
