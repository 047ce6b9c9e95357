// A folder with this file is no part of the Go modules around it: without it, `go vet ./...` beside an installed package would
// read the Go programs that are in the package as examples.
module plant-store-conformance
