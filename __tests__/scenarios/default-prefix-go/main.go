package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"

	"github.com/gorilla/mux"
)

type Book struct {
	ID    int    `json:"id"`
	Title string `json:"title"`
}

var public *url.URL

func main() {
	r := mux.NewRouter()
	start := "/"
	if public != nil {
		start = public.Path + "/"
	}
	api := r.PathPrefix(start + "api").Subrouter()
	api.HandleFunc("/books", books).Methods("GET")
	one := api.PathPrefix("/books").Subrouter()
	one.Use(find)
	one.HandleFunc("/{id}", books).Methods("GET")
	api.HandleFunc("/titles", titles).Methods("GET")

	admin := "/admin"
	if public != nil {
		admin = public.Host
	}
	r.HandleFunc(admin+"/users", users).Methods("GET")
	http.ListenAndServe(":8080", r)
}

func find(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), "book", Book{})))
	})
}

func books(w http.ResponseWriter, r *http.Request) {
	if book := r.Context().Value("book"); book != nil {
		json.NewEncoder(w).Encode(book.(Book))
		return
	}
	json.NewEncoder(w).Encode([]Book{{ID: 1, Title: "One"}})
}

func titles(w http.ResponseWriter, r *http.Request) {
	if r.URL.Query().Get("first") != "" {
		json.NewEncoder(w).Encode("One")
		return
	}
	json.NewEncoder(w).Encode([]string{"One"})
}

func users(w http.ResponseWriter, r *http.Request) { json.NewEncoder(w).Encode([]string{"One"}) }
