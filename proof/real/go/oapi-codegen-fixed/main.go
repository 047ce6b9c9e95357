// oapi-codegen, fixed: the body is read to its end before the validator sees it, and every refusal is an Error.
package main

import (
	"bytes"
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"io"
	"log"
	"net/http"
	"os"
	"sync"

	"github.com/getkin/kin-openapi/openapi3filter"
	middleware "github.com/oapi-codegen/nethttp-middleware"

	"plants/fixes"
	"plants/oapigen"
)

type store struct {
	mutex  sync.Mutex
	plants map[int64]oapigen.NewPlant
}

func (s *store) CreatePlant(_ context.Context, request oapigen.CreatePlantRequestObject) (oapigen.CreatePlantResponseObject, error) {
	s.mutex.Lock()
	s.plants[request.Body.Id] = *request.Body
	s.mutex.Unlock()
	return oapigen.CreatePlant200JSONResponse{Name: request.Body.Name, Tag: request.Body.Tag}, nil
}

func authenticate(_ context.Context, input *openapi3filter.AuthenticationInput) error {
	token := fixes.Token(input.RequestValidationInput.Request.Header.Get("Authorization"))
	if subtle.ConstantTimeCompare([]byte(token), []byte(os.Getenv("PLANT_STORE_TOKEN"))) == 0 {
		return errors.New("the token is not known")
	}
	return nil
}

func refuse(w http.ResponseWriter, status int, message string) {
	if status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(oapigen.Error{Error: int32(status), Message: message})
}

// The validator's decoder and the server's read one value each and leave what comes after it.
func readWhole(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, err := fixes.Plain(r.Body)
		if err != nil {
			text = nil
		}
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(text)), int64(len(text))
		next.ServeHTTP(w, r)
	})
}

func main() {
	spec, err := oapigen.GetSpec()
	if err != nil {
		log.Fatal(err)
	}
	spec.Servers = nil
	validate := middleware.OapiRequestValidatorWithOptions(spec, &middleware.Options{
		Options: openapi3filter.Options{AuthenticationFunc: authenticate},
		ErrorHandlerWithOpts: func(_ context.Context, err error, w http.ResponseWriter, _ *http.Request, opts middleware.ErrorHandlerOpts) {
			refuse(w, opts.StatusCode, err.Error())
		},
	})
	plants := oapigen.NewStrictHandlerWithOptions(&store{plants: map[int64]oapigen.NewPlant{}}, nil, oapigen.StrictHTTPServerOptions{
		RequestErrorHandlerFunc: func(w http.ResponseWriter, _ *http.Request, err error) {
			refuse(w, http.StatusBadRequest, err.Error())
		},
		ResponseErrorHandlerFunc: func(w http.ResponseWriter, _ *http.Request, err error) {
			refuse(w, http.StatusInternalServerError, err.Error())
		},
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), readWhole(validate(oapigen.Handler(plants)))))
}
