// net/http, fixed: the body as raw members, the media type looked at, and a 401 with its challenge.
package main

import (
	"crypto/subtle"
	"encoding/json"
	"errors"
	"log"
	"net/http"
	"os"
	"sync"

	"plants/fixes"
)

type store struct {
	mutex  sync.Mutex
	plants map[int64]fixes.Plant
}

func (s *store) create(w http.ResponseWriter, r *http.Request) {
	token := fixes.Token(r.Header.Get("Authorization"))
	if subtle.ConstantTimeCompare([]byte(token), []byte(os.Getenv("PLANT_STORE_TOKEN"))) == 0 {
		w.Header().Set("WWW-Authenticate", "Bearer")
		refuse(w, http.StatusUnauthorized, "Unauthorized")
		return
	}
	id, plant, err := fixes.Read(r.Header.Get("Content-Type"), r.Body)
	if errors.Is(err, fixes.ErrMediaType) {
		refuse(w, http.StatusUnsupportedMediaType, err.Error())
		return
	}
	if err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	s.mutex.Lock()
	s.plants[id] = plant
	s.mutex.Unlock()
	answer(w, http.StatusOK, plant)
}

func refuse(w http.ResponseWriter, status int, message string) {
	answer(w, status, fixes.Error{Error: int32(status), Message: message})
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(body)
}

func main() {
	plants := &store{plants: map[int64]fixes.Plant{}}
	http.HandleFunc("POST /plants", plants.create)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
