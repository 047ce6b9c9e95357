// The Plant Store's conformance suite as tests of Go: one for each check in suites by topic, and the verdict.
// TestMain serves newApp, your http.Handler, on a port of its own. The token is in PLANT_STORE_TOKEN.
package plants

import (
	"encoding/json"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

type testCase struct {
	Name, Message, Trace, RawStatus, Status string
	Suite                                   []string
}

var (
	cases  []testCase
	output []byte
	failed error
)

func TestMain(m *testing.M) {
	server := httptest.NewServer(newApp())
	// What comes before /plants: server.URL+"/api" if your routes begin with /api.
	judge(server.URL)
	server.Close()
	os.Exit(m.Run())
}

// judge runs the command once. An error says that it did not end with exit status 0.
func judge(baseURL string) {
	folder, err := os.MkdirTemp("", "conformance")
	if err != nil {
		failed = err
		return
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "ctrf.json")
	command := exec.Command("npx", "plant-store-conformance", "check", "--quiet", "--report", "ctrf="+file, "--", baseURL)
	output, failed = command.CombinedOutput()
	var report struct{ Results struct{ Tests []testCase } }
	if text, err := os.ReadFile(file); err == nil && json.Unmarshal(text, &report) == nil {
		cases = report.Results.Tests
	}
}

func TestConformance(t *testing.T) {
	suites := map[string][]testCase{}
	for _, one := range cases {
		suites[one.Suite[0]] = append(suites[one.Suite[0]], one)
	}
	for suite, own := range suites {
		t.Run(suite, func(t *testing.T) {
			for _, one := range own {
				t.Run(one.Name, func(t *testing.T) { settle(t, one) })
			}
		})
	}
	if failed != nil || len(cases) == 0 {
		t.Errorf("not conformant, or not judged (%v):\n%s", failed, output)
	}
}

func settle(t *testing.T, one testCase) {
	switch {
	case one.Status == "failed":
		t.Errorf("%s\n\n%s", one.Message, one.Trace)
	case one.RawStatus == "skipped" || one.RawStatus == "warning" || one.RawStatus == "waived":
		t.Skip(one.Message)
	}
}
