/** Writes a reminder for each customer of customers.json, as text and as HTML, into the folder `out`. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { compile, TemplateError } from 'pdfapi/twig';

const account = 'AT483200000012345864';

/** In groups of four, as banks print it. */
const iban = (text) => text.replace(/.{4}(?=.)/g, '$& ');

/** The day that is so many days from Monday to Friday later. A filter such as `date` takes it. */
function bankDays(from, days) {
  const day = new Date(from);
  for (let left = days; left > 0; ) {
    day.setUTCDate(day.getUTCDate() + 1);
    if (day.getUTCDay() % 6 !== 0) left--;
  }
  return day;
}

const names = await readdir('templates');
const texts = await Promise.all(names.map((name) => readFile(`templates/${name}`, 'utf8')));
const partials = Object.fromEntries(names.map((name, index) => [name, texts[index]]));

/** Compiled once, and rendered for each customer. */
const load = (name) =>
  compile(partials[name], {
    part: name,
    partials,
    strict: true,
    autoescape: name.endsWith('.html') ? 'html' : false,
    filters: { iban },
    functions: { bank_days: bankDays },
  });

try {
  const templates = { txt: load('reminder.txt'), html: load('reminder.html') };
  await mkdir('out', { recursive: true });
  for (const customer of JSON.parse(await readFile('customers.json', 'utf8'))) {
    for (const [format, template] of Object.entries(templates)) {
      const file = `out/${customer.invoice}.${format}`;
      await writeFile(file, template.render({ ...customer, account }, { timeZone: 'Europe/Vienna' }));
      console.log(file);
    }
  }
} catch (error) {
  if (!(error instanceof TemplateError)) throw error;
  console.error(`templates/${error.file}:${error.line}:${error.column}: ${error.detail}`);
  process.exitCode = 1;
}
