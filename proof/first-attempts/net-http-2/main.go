// The second attempt: members are read one by one, what follows the object is refused, and every error is an Error.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
	"sync"
)

type Plant struct {
	Name string  `json:"name"`
	Tag  *string `json:"tag,omitempty"`
}

var (
	mutex  sync.Mutex
	plants = map[int64]Plant{}
)

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(body); err != nil {
		fmt.Println(err)
	}
}

func refuse(w http.ResponseWriter, status int, message string) {
	answer(w, status, map[string]any{"error": status, "message": message})
}

// A map knows which members there are, and in which letter case.
func read(body io.Reader) (int64, Plant, error) {
	var id *int64
	var name, tag *string
	var members map[string]json.RawMessage
	text, err := io.ReadAll(body)
	if err == nil {
		err = json.Unmarshal(text, &members)
	}
	for member, value := range map[string]any{"id": &id, "name": &name, "tag": &tag} {
		if raw, ok := members[member]; ok && err == nil {
			err = json.Unmarshal(raw, value)
		}
	}
	_, hasTag := members["tag"]
	if err == nil && (id == nil || name == nil || (hasTag && tag == nil)) {
		err = fmt.Errorf("the body is not a NewPlant")
	}
	if err != nil {
		return 0, Plant{}, err
	}
	return *id, Plant{Name: *name, Tag: tag}, nil
}

func createPlant(w http.ResponseWriter, r *http.Request) {
	if !strings.HasPrefix(r.Header.Get("Authorization"), "Bearer ") {
		refuse(w, http.StatusUnauthorized, "Unauthorized")
		return
	}
	id, plant, err := read(r.Body)
	if err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	mutex.Lock()
	plants[id] = plant
	mutex.Unlock()
	answer(w, http.StatusOK, plant)
}

func main() {
	http.HandleFunc("/plants", createPlant)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
