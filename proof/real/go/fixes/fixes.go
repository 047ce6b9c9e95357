// Package fixes is what the fixed variants share: reading a NewPlant without what encoding/json leaves out.
package fixes

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/big"
	"mime"
	"regexp"
	"strconv"
	"unicode/utf8"
)

type Plant struct {
	Name string  `json:"name"`
	Tag  *string `json:"tag,omitempty"`
}

type Error struct {
	Error   int32  `json:"error"`
	Message string `json:"message"`
}

const limit = 10 << 20

var (
	ErrMediaType = errors.New("the body is not declared as application/json")
	errPlant     = errors.New("the body is not a NewPlant")
	bearer       = regexp.MustCompile(`^(?i:Bearer) +([\w.~+/-]+=*)$`)
)

// Token is the token of an Authorization header, its scheme in any letter case; empty where there is none.
func Token(authorization string) string {
	if match := bearer.FindStringSubmatch(authorization); match != nil {
		return match[1]
	}
	return ""
}

// Read reads a body to its end. A map of raw messages tells letter case, null and absence apart, where a struct does
// not; Unmarshal refuses what comes after the value, where a Decoder leaves it for the next call.
func Read(contentType string, body io.Reader) (int64, Plant, error) {
	if mediaType, _, err := mime.ParseMediaType(contentType); err != nil || mediaType != "application/json" {
		return 0, Plant{}, ErrMediaType
	}
	text, err := io.ReadAll(io.LimitReader(body, limit))
	if err != nil || !utf8.Valid(text) {
		return 0, Plant{}, errPlant
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		return 0, Plant{}, errPlant
	}
	id, err := int64Of(members["id"])
	if err != nil {
		return 0, Plant{}, err
	}
	plant := Plant{}
	if err := textOf(members["name"], &plant.Name); err != nil {
		return 0, Plant{}, err
	}
	if tag, ok := members["tag"]; ok {
		plant.Tag = new(string)
		err = textOf(tag, plant.Tag)
	}
	return id, plant, err
}

// An integer by its value: 7.0 is one. A big.Float of this precision holds every int64 and never grows with an exponent.
func int64Of(literal json.RawMessage) (int64, error) {
	if len(literal) == 0 || bytes.IndexByte([]byte("-0123456789"), literal[0]) < 0 {
		return 0, errPlant
	}
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

// Plain reads a body to its end and gives back the same members with an id that encoding/json can read into an int64.
// What is not one JSON text in UTF-8 is an error; whether it is a NewPlant is for the reader behind.
func Plain(body io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(body, limit))
	if err != nil || !utf8.Valid(text) || !json.Valid(text) {
		return nil, errPlant
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil || members == nil {
		return text, nil
	}
	if id, err := int64Of(members["id"]); err == nil {
		members["id"] = strconv.AppendInt(nil, id, 10)
	}
	return json.Marshal(members)
}
