// go-gin-server of openapi-generator as it comes: its models and router, ShouldBindJSON, and a middleware for the token.
package main

import (
	"log"
	"net/http"
	"os"
	"sync"

	"github.com/gin-gonic/gin"

	"plants/ginserver"
)

func authenticate(c *gin.Context) {
	if c.GetHeader("Authorization") != "Bearer "+os.Getenv("PLANT_STORE_TOKEN") {
		c.AbortWithStatusJSON(http.StatusUnauthorized, gin.H{"error": http.StatusUnauthorized, "message": "Unauthorized"})
	}
}

func main() {
	var mutex sync.Mutex
	plants := map[int64]ginserver.NewPlant{}
	engine := gin.Default()
	engine.Use(authenticate)
	create := func(c *gin.Context) {
		var plant ginserver.NewPlant
		if err := c.ShouldBindJSON(&plant); err != nil {
			c.JSON(http.StatusBadRequest, gin.H{"error": http.StatusBadRequest, "message": err.Error()})
			return
		}
		mutex.Lock()
		plants[plant.Id] = plant
		mutex.Unlock()
		c.JSON(http.StatusOK, ginserver.Plant{Name: plant.Name, Tag: plant.Tag})
	}
	functions := ginserver.ApiHandleFunctions{DefaultAPI: ginserver.DefaultAPI{Handler: create}}
	log.Fatal(ginserver.NewRouterWithGinEngine(engine, functions).Run("127.0.0.1:" + os.Getenv("PORT")))
}
