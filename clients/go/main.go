// Lists the templates of the team, and prints a page of HTML into invoice.pdf.
// With the client that openapi-generator makes for Go: see the README above this folder.
package main

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"os"

	"example.com/invoice/pdfapi"
)

func main() {
	if err := run(); err != nil {
		var answer *pdfapi.GenericOpenAPIError
		if errors.As(err, &answer) {
			err = fmt.Errorf("%w: %s", err, answer.Body())
		}
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	configuration := pdfapi.NewConfiguration()
	configuration.Servers = pdfapi.ServerConfigurations{{URL: os.Getenv("PDFAPI_URL")}}
	client := pdfapi.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), pdfapi.ContextAccessToken, os.Getenv("PDFAPI_TOKEN"))

	templates, _, err := client.TemplatesAPI.ListTemplates(ctx).Execute()
	if err != nil {
		return err
	}
	for _, template := range templates.Data {
		fmt.Println(template.Id, template.Name)
	}

	request := pdfapi.NewHtmlToPdfRequest()
	request.SetHtml("<h1>Invoice {{ number }}</h1>")
	request.SetData(map[string]any{"number": "2026-104"})
	// The same key gets the same PDF and is charged once, also if the connection breaks.
	result, _, err := client.HTMLAPI.HtmlToPdf(ctx).
		HtmlToPdfRequest(*request).
		IdempotencyKey("go-invoice-2026-104").
		Execute()
	if err != nil {
		return err
	}
	pdf, err := base64.StdEncoding.DecodeString(result.Base64Result.Pdf)
	if err != nil {
		return err
	}
	return os.WriteFile("invoice.pdf", pdf, 0o644)
}
