/** Prints one invoice from a JSON file, then one for each line of an NDJSON file, into the folder `out`. */
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { openRenderer, PdfapiError } from 'pdfapi';

const template = './invoice';
const output = 'out';

/** Reads a line at a time, so that the file may be larger than the memory. */
async function* readRows(file) {
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line.trim() !== '') yield JSON.parse(line);
  }
}

/** Under a temporary name first: who watches the folder never sees half a PDF. */
async function save(name, pdf) {
  const file = `${output}/${name}.pdf`;
  await writeFile(`${file}.part`, pdf);
  await rename(`${file}.part`, file);
  console.log(file);
}

function report(error) {
  if (!(error instanceof PdfapiError)) throw error;
  const { code, message, location, errors = {} } = error;
  const place = location ? `${location.file}:${location.line}: ` : '';
  console.error(`${place}${message} (${code})`);
  for (const [field, messages] of Object.entries(errors)) console.error(`  ${field}: ${messages.join(' ')}`);
  process.exitCode = 1;
}

const renderer = await openRenderer();
try {
  await mkdir(output, { recursive: true });
  const data = JSON.parse(await readFile(`${template}/data.json`, 'utf8'));
  const invoice = await renderer.render({ template, data, strict: true });
  await save(data.number, invoice.pdf);

  // What a row does not have, such as the items, comes from `data`.
  const rows = readRows('customers.ndjson');
  for await (const result of renderer.rows({ template, data, rows, continueOnError: true })) {
    // A checked row has a number that is safe as the name of a file: schema.json says so.
    if (result.error) report(result.error);
    else await save(result.row.number, result.pdf);
  }
} catch (error) {
  report(error);
} finally {
  await renderer.close();
}
