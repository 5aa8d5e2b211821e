#!/usr/bin/env bash
# Checks and prints every template, and fails if one has an error. The PDFs are in `pdfs`, of the good templates too.
set -uo pipefail

failed=0
npx pdfapi templates check templates/*/ || failed=1

mkdir -p pdfs
for template in templates/*/; do
  name=$(basename "$template")
  # The same input gives the same bytes, so that PDFs of two commits can be compared.
  npx pdfapi generate "$template" --strict --reproducible -o "pdfs/$name.pdf" || failed=1
done

exit "$failed"
