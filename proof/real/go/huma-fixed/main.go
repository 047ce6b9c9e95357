// huma, fixed: the raw body is read beside huma's binding, its errors are Errors, and nothing is added to a Plant.
package main

import (
	"bytes"
	"context"
	"crypto/subtle"
	"errors"
	"log"
	"net/http"
	"os"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"plants/fixes"
)

// refusal is the document's Error as huma wants its errors.
type refusal struct {
	Status  int    `json:"error"`
	Message string `json:"message"`
}

func (r *refusal) Error() string             { return r.Message }
func (r *refusal) GetStatus() int            { return r.Status }
func (r *refusal) ContentType(string) string { return "application/json" }

type request struct {
	ContentType string `header:"Content-Type"`
	RawBody     []byte
}

type answer struct{ Body fixes.Plant }

func main() {
	huma.NewError = func(status int, message string, _ ...error) huma.StatusError { return &refusal{status, message} }
	var mutex sync.Mutex
	plants := map[int64]fixes.Plant{}
	mux := http.NewServeMux()
	config := huma.DefaultConfig("Plant Store", "1.0.0")
	config.CreateHooks = nil // They add `$schema` to each body.
	api := humago.New(mux, config)
	api.UseMiddleware(func(ctx huma.Context, next func(huma.Context)) {
		token := fixes.Token(ctx.Header("Authorization"))
		if subtle.ConstantTimeCompare([]byte(token), []byte(os.Getenv("PLANT_STORE_TOKEN"))) == 0 {
			ctx.SetHeader("WWW-Authenticate", "Bearer")
			huma.WriteErr(api, ctx, http.StatusUnauthorized, "Unauthorized")
			return
		}
		next(ctx)
	})
	operation := huma.Operation{Method: http.MethodPost, Path: "/plants", DefaultStatus: http.StatusOK}
	huma.Register(api, operation, func(_ context.Context, input *request) (*answer, error) {
		id, plant, err := fixes.Read(input.ContentType, bytes.NewReader(input.RawBody))
		if errors.Is(err, fixes.ErrMediaType) {
			return nil, huma.Error415UnsupportedMediaType(err.Error())
		}
		if err != nil {
			return nil, huma.Error400BadRequest(err.Error())
		}
		mutex.Lock()
		plants[id] = plant
		mutex.Unlock()
		return &answer{plant}, nil
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), mux))
}
