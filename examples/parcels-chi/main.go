package main

import (
	"log"
	"net/http"

	"example.com/parcels/internal/parcels"
	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
)

func main() {
	r := chi.NewRouter()
	r.Use(middleware.Logger)
	r.Get("/health", func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusNoContent)
	})
	r.Mount("/v1/parcels", parcels.Routes(parcels.NewStore()))
	log.Fatal(http.ListenAndServe(":8080", r))
}
