// The create-plant operation on Gin, with every MUST and SHOULD met. Save it as gin_server.go.
//
//	go mod init plants && go get github.com/gin-gonic/gin
//	PORT=8080 PLANT_STORE_TOKEN=secret go run gin_server.go
package main

import (
	"crypto/subtle"
	"encoding/json"
	"errors"
	"io"
	"log"
	"math/big"
	"mime"
	"net/http"
	"os"
	"regexp"
	"sync"
	"unicode/utf8"

	"github.com/gin-gonic/gin"
)

// fix null-for-no-tag: Make `Tag` a pointer with `omitempty`: a nil pointer is left out, and is not null.
// fix plant-shape: Give the fields the tags `json:"name"` and `json:"tag,omitempty"`, and encode the plant itself, not inside another object.
// fix plant-has-no-id: Encode a struct without the id; the id is the key of the map.
// fix plant-has-no-other-members, record-returned-whole: Encode a struct of its own, not the stored record.
// fix adds-no-tag: Tag the field with `omitempty`, and leave the pointer nil where no tag was sent.
// fix returns-tag: Make `Tag` a pointer: `omitempty` of a string also leaves out an empty tag that was sent.
type Plant struct {
	Name string  `json:"name"`
	Tag  *string `json:"tag,omitempty"`
}

// end fix

// fix error-shape: Answer each refusal with a struct whose fields have the tags `json:"error"` and `json:"message"`, an `int32` and a string.
type Error struct {
	Error   int32  `json:"error"`
	Message string `json:"message"`
}

// end fix

// fix error-media-type: Abort with JSON: `c.String` and `c.AbortWithError` send no JSON.
// fix error-encoding: Abort with JSON: `c.String` sends a sentence, and `c.AbortWithStatus` an empty body.
// fix error-shape: Send every refusal through one function that fills `Error`; `gin.H{"error": "..."}` has a string.
// fix error-as-text: Abort with JSON in place of `c.String`.
// fix error-as-200: Give the status to the function that sends refusals: a handler that returns without an answer sends an empty 200.
// fix challenges-with-401: Set the field in the one function that sends refusals, before the abort.
// fix keeps-token-secret: Answer with your own words, and never with `c.Request.Header`.
func refuse(c *gin.Context, status int, message string) {
	if status == http.StatusUnauthorized {
		c.Header("WWW-Authenticate", "Bearer")
	}
	c.AbortWithStatusJSON(status, Error{Error: int32(status), Message: message})
}

// end fix

// fix requires-authorization, no-authentication: Check the token in a middleware, and abort: without `c.Abort`, the handler still runs.
// fix requires-bearer-scheme: Match the whole header field, the scheme first; `strings.TrimPrefix` lets a bare token through.
// fix refuses-empty-token: Match at least one character of a token.
// fix needs-no-other-headers: Ask for no header field but Authorization and Content-Type.
// fix accepts-header-names-in-any-case: Use `c.GetHeader`; indexing the map of the request compares letter case.
// fix accepts-bearer-in-any-case: Match the scheme with `(?i:Bearer)`; `strings.HasPrefix` compares letter case.
var bearer = regexp.MustCompile(`^(?i:Bearer) +([\w.~+/-]+=*)$`)

func authenticate(c *gin.Context) {
	token := []byte(os.Getenv("PLANT_STORE_TOKEN"))
	match := bearer.FindStringSubmatch(c.GetHeader("Authorization"))
	if match == nil || subtle.ConstantTimeCompare([]byte(match[1]), token) == 0 {
		refuse(c, http.StatusUnauthorized, "There is no known token")
	}
}

// end fix

var errPlant = errors.New("the body is not a NewPlant")

// fix refuses-no-body: Pass all that `io.ReadAll` reads to `json.Unmarshal`, which refuses an empty text.
// fix refuses-malformed-json: Return the error of `json.Unmarshal`; do not go on with a struct of zero values.
// fix refuses-lenient-json, text-after-json: Use `json.Unmarshal`: `ShouldBindJSON` leaves what comes after the value unread.
// fix server-error-unreadable: Return the error of `json.Unmarshal` before you use what it read.
// fix refuses-non-utf8: Ask `utf8.Valid` first: encoding/json puts U+FFFD in the place of other bytes.
// fix accepts-json-spellings: Read the body with encoding/json, and with nothing before it.
// fix accepts-chunked-body: Read the body to its end: `r.ContentLength` of a chunked body is -1.
// fix refused-as-sent: Read the body with `io.ReadAll`, as one `Read` gives what has arrived, and ignore header fields that the document does not name.
// fix refuses-non-object: Refuse a nil map too: the body `null` gives one without an error.
// fix valid-plants-refused: Ask for the types only, and for no length and no pattern.
// fix null-accepted: Decode into a map of `json.RawMessage`: null leaves a field of a struct as it was.
// fix refuses-missing-member, missing-members-accepted: Decode into a map of `json.RawMessage`: `binding:"required"` also refuses the id 0 and an empty name.
// fix refuses-invalid-member: Decode into a map of `json.RawMessage`, and look at the first byte of each member: only a string begins with a quotation mark, and only a number with a digit or `-`.
// fix matches-member-names-exactly: Look members up in a map: a struct also takes `ID` and `Name`.
// fix adds-no-tag: Set the pointer only if the map has a tag.
// fix returns-name, texts-trimmed: Keep the string as it was read: without `strings.TrimSpace` and `html.EscapeString`.
func newPlant(body io.Reader) (id int64, plant Plant, err error) {
	text, err := io.ReadAll(body)
	if err != nil || !utf8.Valid(text) {
		return 0, plant, errPlant
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil || members == nil {
		return 0, plant, errPlant
	}
	if id, err = int64Of(members["id"]); err != nil {
		return 0, plant, err
	}
	if err := textOf(members["name"], &plant.Name); err != nil {
		return 0, plant, err
	}
	if tag, ok := members["tag"]; ok {
		plant.Tag = new(string)
		err = textOf(tag, plant.Tag)
	}
	return id, plant, err
}

// end fix

// fix refuses-invalid-member: Look at the first byte of each member: only a string begins with a quotation mark.
// fix no-type-checks, types-converted: Convert nothing, and look at the first byte of each member: only a string begins with a quotation mark.
// fix accepts-integer-spellings: Parse the text of the number exactly: `7.0` is an integer, and encoding/json refuses it.
// fix fractions-as-integers: Ask `IsInt()`: `int64(value)` of a float64 cuts the fraction off.
// fix accepts-every-positive-id: Use int64, not int32 or float64.
// fix refuses-id-beyond-int64: Ask for the accuracy of `Int64()`: it is not `big.Exact` beyond int64. A float64 is rounded.
// fix tells-large-ids-apart, ids-as-floats: Use int64, not float64, which `map[string]any` gives.
func int64Of(literal json.RawMessage) (int64, error) {
	if len(literal) == 0 || (literal[0] != '-' && (literal[0] < '0' || literal[0] > '9')) {
		return 0, errPlant
	}
	// 512 bits hold every int64, and do not grow with an exponent.
	number, _, err := big.ParseFloat(string(literal), 10, 512, big.ToNearestEven)
	if err != nil || !number.IsInt() {
		return 0, errPlant
	}
	id, accuracy := number.Int64()
	if accuracy != big.Exact {
		return 0, errPlant
	}
	return id, nil
}

func textOf(literal json.RawMessage, text *string) error {
	if len(literal) == 0 || literal[0] != '"' {
		return errPlant
	}
	return json.Unmarshal(literal, text)
}

// end fix

type store struct {
	mutex  sync.Mutex
	plants map[int64]Plant
}

// fix accepts-valid-plant, other-success-status: Answer 200, `http.StatusOK`.
// fix plant-media-type, plant-encoding: Use `c.JSON`; `c.String` and `c.Data` send what you name.
// fix refuses-other-media-types: Parse Content-Type with `mime.ParseMediaType`, and answer 415: `ShouldBindJSON` does not look at it.
// fix accepts-media-type-spellings, unchecked-in-capitals: Compare what `mime.ParseMediaType` gives, which is in lower case and has no parameters.
// fix refuses-with-400: Answer 400, and not 422, for each body that is not a NewPlant, also if it is cut off.
// fix answers-without-server-error: Look at each member before you use it, and lock the map: two requests that write it at once end the process.
// fix keeps-answers-apart: Keep the plant in a local variable, and lock what requests share.
func (s *store) create(c *gin.Context) {
	mediaType, _, err := mime.ParseMediaType(c.GetHeader("Content-Type"))
	if err != nil || mediaType != "application/json" {
		refuse(c, http.StatusUnsupportedMediaType, "The body is not declared as application/json")
		return
	}
	id, plant, err := newPlant(http.MaxBytesReader(c.Writer, c.Request.Body, 10<<20))
	if err != nil {
		refuse(c, http.StatusBadRequest, "The body is not a NewPlant")
		return
	}
	s.mutex.Lock()
	s.plants[id] = plant
	s.mutex.Unlock()
	c.JSON(http.StatusOK, plant)
}

// end fix

// fix operation-exists: Route POST to exactly `/plants`.
func main() {
	plants := &store{plants: map[int64]Plant{}}
	router := gin.Default()
	router.Use(authenticate)
	router.POST("/plants", plants.create)
	log.Fatal(router.Run("127.0.0.1:" + os.Getenv("PORT")))
}

// end fix
