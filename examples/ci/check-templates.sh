#!/usr/bin/env bash
# Checks and prints every template, and fails if one has an error. The PDFs are in `pdfs`, of the good templates too.
set -uo pipefail

# Not npx: without an installation, that asks the public registry for the name.
PATH="$PWD/node_modules/.bin:$PATH"
if ! command -v pdfapi > /dev/null; then
  echo 'pdfapi is not installed: put its tarball into vendor, and run npm install.' >&2
  exit 1
fi

failed=0
pdfapi templates check templates/*/ || failed=1

mkdir -p pdfs
for template in templates/*/; do
  name=$(basename "$template")
  # The same input gives the same bytes, so that PDFs of two commits can be compared.
  pdfapi generate "$template" --strict --reproducible -o "pdfs/$name.pdf" || failed=1
done

exit "$failed"
