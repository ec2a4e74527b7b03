package parcels

import (
	"encoding/json"
	"net/http"

	"example.com/parcels/internal/respond"
	"github.com/go-chi/chi/v5"
)

type handlers struct {
	store *Store
}

// Routes of parcels, to be mounted.
func Routes(store *Store) http.Handler {
	h := &handlers{store: store}
	r := chi.NewRouter()
	r.Get("/", h.list)
	r.Post("/", h.register)
	r.Route("/{parcelId}", func(r chi.Router) {
		r.Get("/", h.show)
		r.Delete("/", h.cancel)
		r.Get("/events", h.events)
	})
	return r
}

func (h *handlers) list(w http.ResponseWriter, r *http.Request) {
	all := h.store.All()
	respond.JSON(w, http.StatusOK, map[string]any{"items": all, "total": len(all)})
}

func (h *handlers) register(w http.ResponseWriter, r *http.Request) {
	var parcel Parcel
	if err := json.NewDecoder(r.Body).Decode(&parcel); err != nil {
		respond.Problem(w, http.StatusBadRequest, err.Error())
		return
	}
	h.store.Add(&parcel)
	respond.JSON(w, http.StatusCreated, parcel)
}

func (h *handlers) show(w http.ResponseWriter, r *http.Request) {
	parcel, ok := h.store.Find(chi.URLParam(r, "parcelId"))
	if !ok {
		respond.Problem(w, http.StatusNotFound, "no such parcel")
		return
	}
	respond.JSON(w, http.StatusOK, parcel)
}

func (h *handlers) cancel(w http.ResponseWriter, r *http.Request) {
	h.store.Remove(chi.URLParam(r, "parcelId"))
	w.WriteHeader(http.StatusNoContent)
}

func (h *handlers) events(w http.ResponseWriter, r *http.Request) {
	respond.JSON(w, http.StatusOK, h.store.Events(chi.URLParam(r, "parcelId")))
}
