// oapi-codegen as it comes: the strict server that it generates from the document, behind its request validator.
package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os"
	"sync"

	"github.com/getkin/kin-openapi/openapi3filter"
	middleware "github.com/oapi-codegen/nethttp-middleware"

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
	if input.RequestValidationInput.Request.Header.Get("Authorization") != "Bearer "+os.Getenv("PLANT_STORE_TOKEN") {
		return errors.New("the token is not known")
	}
	return nil
}

func main() {
	spec, err := oapigen.GetSpec()
	if err != nil {
		log.Fatal(err)
	}
	spec.Servers = nil
	validate := middleware.OapiRequestValidatorWithOptions(spec, &middleware.Options{
		Options: openapi3filter.Options{AuthenticationFunc: authenticate},
	})
	plants := &store{plants: map[int64]oapigen.NewPlant{}}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), validate(oapigen.Handler(oapigen.NewStrictHandler(plants, nil)))))
}
