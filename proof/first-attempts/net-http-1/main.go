// A first attempt with net/http, as a newcomer writes it after reading the document once. `attempts.ts` lists its faults.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"
	"sync"
)

type Plant struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
	Tag  string `json:"tag"`
}

var (
	mutex  sync.Mutex
	plants []Plant
)

func createPlant(w http.ResponseWriter, r *http.Request) {
	if !strings.HasPrefix(r.Header.Get("Authorization"), "Bearer ") {
		http.Error(w, "Unauthorized", http.StatusUnauthorized)
		return
	}
	var plant Plant
	if err := json.NewDecoder(r.Body).Decode(&plant); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	mutex.Lock()
	plants = append(plants, plant)
	mutex.Unlock()
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(plant); err != nil {
		fmt.Println(err)
	}
}

func main() {
	http.HandleFunc("/plants", createPlant)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
