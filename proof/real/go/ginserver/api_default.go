package ginserver

import "github.com/gin-gonic/gin"

// DefaultAPI holds the handler that the generated file api_default.go leaves to its author.
type DefaultAPI struct {
	Handler gin.HandlerFunc
}

// Post /plants
// Create plant
func (api *DefaultAPI) CreatePlant(c *gin.Context) {
	api.Handler(c)
}
