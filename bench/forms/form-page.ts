/** A page with 40 controls of all kinds, as an application has them. */

const kinds: readonly ((i: number) => string)[] = [
  (i) => `<label>Name <input name="name${i}" value="Žofia Nováková"></label>`,
  (i) => `<label>E-mail <input type="email" name="mail${i}" placeholder="you@example.com"></label>`,
  (i) => `<label>Born on <input type="date" name="born${i}" value="1990-05-17"></label>`,
  (i) => `<label><input type="checkbox" name="agree${i}" ${i % 2 ? 'checked' : ''}> I agree</label>`,
  (i) => `<label><input type="radio" name="size${i}" value="s" checked> Small</label>`,
  (i) =>
    `<label>Country <select name="country${i}"><option>Austria<option selected>Norway<option>Peru</select></label>`,
  (i) =>
    `<label>Remarks <textarea name="remarks${i}" rows="2" cols="30">Two lines\nof text</textarea></label>`,
  (i) => `<label>Number <input type="number" name="number${i}" value="${i}" required></label>`,
];

export const controlCount = 40;

export const formPage = `<!doctype html><html lang="en"><title>Application</title>
<style>body { font: 10pt sans-serif } p { margin: 4pt 0 }</style><h1>Application</h1>
${Array.from({ length: controlCount }, (_, i) => `<p>${kinds[i % kinds.length]?.(i) ?? ''}</p>`).join('\n')}
</html>`;
