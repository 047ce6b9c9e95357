// Gin as it comes: a struct with binding tags, ShouldBindJSON, and a middleware for the token.
package main

import (
	"log"
	"net/http"
	"os"
	"sync"

	"github.com/gin-gonic/gin"
)

type NewPlant struct {
	ID   int64  `json:"id" binding:"required"`
	Name string `json:"name" binding:"required"`
	Tag  string `json:"tag"`
}

type Plant struct {
	Name string `json:"name"`
	Tag  string `json:"tag,omitempty"`
}

func authenticate(c *gin.Context) {
	if c.GetHeader("Authorization") != "Bearer "+os.Getenv("PLANT_STORE_TOKEN") {
		c.AbortWithStatusJSON(http.StatusUnauthorized, gin.H{"error": http.StatusUnauthorized, "message": "Unauthorized"})
	}
}

func main() {
	var mutex sync.Mutex
	plants := map[int64]NewPlant{}
	router := gin.Default()
	router.Use(authenticate)
	router.POST("/plants", func(c *gin.Context) {
		var plant NewPlant
		if err := c.ShouldBindJSON(&plant); err != nil {
			c.JSON(http.StatusBadRequest, gin.H{"error": http.StatusBadRequest, "message": err.Error()})
			return
		}
		mutex.Lock()
		plants[plant.ID] = plant
		mutex.Unlock()
		c.JSON(http.StatusOK, Plant{plant.Name, plant.Tag})
	})
	log.Fatal(router.Run("127.0.0.1:" + os.Getenv("PORT")))
}
