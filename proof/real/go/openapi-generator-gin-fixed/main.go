// go-gin-server of openapi-generator, fixed: its router, with the body read beside its models.
package main

import (
	"crypto/subtle"
	"errors"
	"log"
	"net/http"
	"os"
	"sync"

	"github.com/gin-gonic/gin"

	"plants/fixes"
	"plants/ginserver"
)

func authenticate(c *gin.Context) {
	token := fixes.Token(c.GetHeader("Authorization"))
	if subtle.ConstantTimeCompare([]byte(token), []byte(os.Getenv("PLANT_STORE_TOKEN"))) == 0 {
		c.Header("WWW-Authenticate", "Bearer")
		refuse(c, http.StatusUnauthorized, "Unauthorized")
	}
}

func refuse(c *gin.Context, status int, message string) {
	c.AbortWithStatusJSON(status, fixes.Error{Error: int32(status), Message: message})
}

func main() {
	var mutex sync.Mutex
	plants := map[int64]fixes.Plant{}
	engine := gin.Default()
	engine.Use(authenticate)
	create := func(c *gin.Context) {
		id, plant, err := fixes.Read(c.GetHeader("Content-Type"), c.Request.Body)
		if errors.Is(err, fixes.ErrMediaType) {
			refuse(c, http.StatusUnsupportedMediaType, err.Error())
			return
		}
		if err != nil {
			refuse(c, http.StatusBadRequest, err.Error())
			return
		}
		mutex.Lock()
		plants[id] = plant
		mutex.Unlock()
		c.JSON(http.StatusOK, plant)
	}
	functions := ginserver.ApiHandleFunctions{DefaultAPI: ginserver.DefaultAPI{Handler: create}}
	log.Fatal(ginserver.NewRouterWithGinEngine(engine, functions).Run("127.0.0.1:" + os.Getenv("PORT")))
}
