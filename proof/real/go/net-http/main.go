// net/http as it comes: a struct with JSON tags, json.NewDecoder, and a comparison for the token.
package main

import (
	"encoding/json"
	"log"
	"net/http"
	"os"
	"sync"
)

type NewPlant struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
	Tag  string `json:"tag,omitempty"`
}

type Plant struct {
	Name string `json:"name"`
	Tag  string `json:"tag,omitempty"`
}

type Error struct {
	Error   int32  `json:"error"`
	Message string `json:"message"`
}

type store struct {
	mutex  sync.Mutex
	plants map[int64]NewPlant
}

func (s *store) create(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Authorization") != "Bearer "+os.Getenv("PLANT_STORE_TOKEN") {
		answer(w, http.StatusUnauthorized, Error{http.StatusUnauthorized, "Unauthorized"})
		return
	}
	var plant NewPlant
	if err := json.NewDecoder(r.Body).Decode(&plant); err != nil {
		answer(w, http.StatusBadRequest, Error{http.StatusBadRequest, err.Error()})
		return
	}
	if plant.ID == 0 || plant.Name == "" {
		answer(w, http.StatusBadRequest, Error{http.StatusBadRequest, "id and name are required"})
		return
	}
	s.mutex.Lock()
	s.plants[plant.ID] = plant
	s.mutex.Unlock()
	answer(w, http.StatusOK, Plant{plant.Name, plant.Tag})
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(body)
}

func main() {
	plants := &store{plants: map[int64]NewPlant{}}
	http.HandleFunc("POST /plants", plants.create)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
