// huma as it comes: structs for the bodies, huma's own JSON and errors, and a middleware for the token.
package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
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

type request struct{ Body NewPlant }

type answer struct{ Body Plant }

func main() {
	var mutex sync.Mutex
	plants := map[int64]NewPlant{}
	mux := http.NewServeMux()
	api := humago.New(mux, huma.DefaultConfig("Plant Store", "1.0.0"))
	api.UseMiddleware(func(ctx huma.Context, next func(huma.Context)) {
		if ctx.Header("Authorization") != "Bearer "+os.Getenv("PLANT_STORE_TOKEN") {
			huma.WriteErr(api, ctx, http.StatusUnauthorized, "Unauthorized")
			return
		}
		next(ctx)
	})
	operation := huma.Operation{Method: http.MethodPost, Path: "/plants", DefaultStatus: http.StatusOK}
	huma.Register(api, operation, func(_ context.Context, input *request) (*answer, error) {
		mutex.Lock()
		plants[input.Body.ID] = input.Body
		mutex.Unlock()
		return &answer{Plant{input.Body.Name, input.Body.Tag}}, nil
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), mux))
}
