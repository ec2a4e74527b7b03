package main

import (
	"encoding/json"
	"net/http"
)

type User struct {
	ID string `json:"id"`
}

type Pair struct {
	Token string
	User  *User
}

type Service interface {
	Login(name string) (Pair, bool)
}

var service Service

func login(w http.ResponseWriter, r *http.Request) {
	pair, second := service.Login(r.FormValue("name"))
	if second {
		json.NewEncoder(w).Encode(map[string]any{"ok": true})
		return
	}
	json.NewEncoder(w).Encode(map[string]any{"ok": true, "token": pair.Token, "user": pair.User})
}

func main() {
	http.HandleFunc("POST /login", login)
	http.ListenAndServe(":8080", nil)
}
