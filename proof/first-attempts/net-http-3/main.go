// The third attempt: the body is UTF-8 and declared as JSON, 7.0 is an integer, and a 401 has its challenge.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math/big"
	"mime"
	"net/http"
	"os"
	"regexp"
	"sync"
	"unicode/utf8"
)

type Plant struct {
	Name string  `json:"name"`
	Tag  *string `json:"tag,omitempty"`
}

var (
	bearer = regexp.MustCompile(`^(?i:Bearer) +\S+$`)
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
	var id json.Number
	var name, tag *string
	var members map[string]json.RawMessage
	text, err := io.ReadAll(body)
	if err == nil && !utf8.Valid(text) {
		err = fmt.Errorf("the body is not UTF-8")
	}
	if err == nil {
		err = json.Unmarshal(text, &members)
	}
	if raw := members["id"]; err == nil && (len(raw) == 0 || raw[0] == '"') {
		err = fmt.Errorf("id is not a number")
	}
	for member, value := range map[string]any{"id": &id, "name": &name, "tag": &tag} {
		if raw, ok := members[member]; ok && err == nil {
			err = json.Unmarshal(raw, value)
		}
	}
	_, hasTag := members["tag"]
	if err == nil && (name == nil || (hasTag && tag == nil)) {
		err = fmt.Errorf("the body is not a NewPlant")
	}
	if err != nil {
		return 0, Plant{}, err
	}
	// A number of this precision holds every int64 and never grows with an exponent.
	number, _, err := big.ParseFloat(id.String(), 10, 512, big.ToNearestEven)
	if err != nil || !number.IsInt() {
		return 0, Plant{}, fmt.Errorf("id is not an integer")
	}
	whole, accuracy := number.Int64()
	if accuracy != big.Exact {
		return 0, Plant{}, fmt.Errorf("id is not an int64")
	}
	return whole, Plant{Name: *name, Tag: tag}, nil
}

func createPlant(w http.ResponseWriter, r *http.Request) {
	if !bearer.MatchString(r.Header.Get("Authorization")) {
		w.Header().Set("WWW-Authenticate", "Bearer")
		refuse(w, http.StatusUnauthorized, "Unauthorized")
		return
	}
	if mediaType, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || mediaType != "application/json" {
		refuse(w, http.StatusUnsupportedMediaType, "The body is not declared as application/json")
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
