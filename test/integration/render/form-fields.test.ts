import { beforeAll, describe, expect, it } from 'vitest';
import { fillFormFields } from '../../../src/forms/fill-form-fields.ts';
import { type FormFieldInfo, listForm } from '../../../src/forms/list-form.ts';
import { PdfReader } from '../../../src/pdf/reading/reader.ts';
import type { RenderedDocument } from '../../../src/render/render-request.ts';
import { realBrowser } from '../../support/real-browser.ts';
import { renderHtml } from '../../support/render-html.ts';

const browser = realBrowser();

const html = `<!doctype html><html lang="en"><title>Application</title>
<style>.mine { appearance: none; width: 16px; height: 16px; border: 1px solid green } .mine:checked { background: green }</style>
<form>
<p><label>Full name: <input name="person.name" value="Žofia" required maxlength="40"></label>
<p><label for="city">City</label> <input id="city" name="person.city" placeholder="Praha" readonly>
<p><input type="date" name="born" aria-label="Date of birth" value="1990-05-17">
<p><input type="password" name="secret" value="hidden">
<p><textarea name="remarks" title="Remarks">One
Two</textarea>
<fieldset><legend>Size</legend><label><input type="radio" name="size" value="s"> Small</label>
<label><input type="radio" name="size" value="l" checked> Large</label></fieldset>
<p><label><input type="checkbox" name="extra" value="nuts" checked> Nuts</label>
<label><input class="mine" type="checkbox" name="extra" value="milk"> Milk</label>
<p><select name="land"><option value="at">Austria<option value="no" selected>Norway</select>
<select name="days" multiple size="3"><option selected>Mo<option>Tu<option selected>We</select>
<input name="fruit" list="fruits" value="fig"><datalist id="fruits"><option>apple<option>pear</datalist>
<p><input name="pin" class="comb" maxlength="4" value="12"> <input type="hidden" name="token" value="t">
<p><input type="range" name="volume"> <button>Send</button> <input type="checkbox" name="ghost" style="opacity:0">
</form></html>`;

describe('a document with forms', () => {
  let rendered: RenderedDocument;
  let fields: ReadonlyMap<string, FormFieldInfo>;

  beforeAll(async () => {
    rendered = await renderHtml(browser, html, { parts: { forms: true } });
    fields = new Map(listForm(new PdfReader(rendered.pdf)).map((field) => [field.name, field]));
  });

  it('has a field for each control, in the order of the page', () => {
    expect([...fields.values()].map(({ name, type, value }) => [name, type, value])).toEqual([
      ['person.name', 'text', 'Žofia'],
      ['person.city', 'text', null],
      ['born', 'text', '05/17/1990'],
      ['secret', 'text', null],
      ['remarks', 'multiline', 'One\nTwo'],
      ['size', 'radio', 'l'],
      ['extra.nuts', 'checkbox', true],
      ['extra.milk', 'checkbox', false],
      ['land', 'combo', 'no'],
      ['days', 'list', ['Mo', 'We']],
      ['fruit', 'combo', 'fig'],
      ['pin', 'text', '12'],
    ]);
  });

  it('names fields for people as the page does', () => {
    const labels = ['person.name', 'person.city', 'born', 'remarks', 'size', 'extra.milk'].map(
      (name) => fields.get(name)?.label,
    );
    expect(labels).toEqual(['Full name', 'City', 'Date of birth', 'Remarks', 'Size', 'Milk']);
  });

  it('takes over what controls permit', () => {
    expect(fields.get('person.name')).toMatchObject({ required: true, readOnly: false, maxLength: 40 });
    expect(fields.get('person.city')).toMatchObject({ required: false, readOnly: true });
    expect(fields.get('pin')).toMatchObject({ comb: true, maxLength: 4 });
    expect(fields.get('days')).toMatchObject({ multiple: true });
    expect(fields.get('fruit')).toMatchObject({
      editable: true,
      options: [{ value: 'apple' }, { value: 'pear' }],
    });
    expect(fields.get('land')?.options).toEqual([
      { value: 'at', label: 'Austria' },
      { value: 'no', label: 'Norway' },
    ]);
  });

  it('says what forms do not have', () => {
    expect(rendered.report.problems).toEqual([
      'Printed as they look, because forms of PDFs have nothing like them: <input type="range"> volume.',
      'Buttons do nothing in a PDF, and are printed as they look: Send.',
      'Check boxes and radio buttons that a style hides have no field: ghost. Give the input itself its look.',
    ]);
  });

  it('keeps nothing of a password', () => {
    expect(Buffer.from(rendered.pdf).includes('hidden')).toBe(false);
  });

  it('can be filled', () => {
    const data = { person: { name: 'Åsa' }, size: 's', extra: { milk: true }, land: 'at', days: ['Tu'] };
    const filled = fillFormFields(rendered.pdf, data, {});
    if (!('pdf' in filled)) throw new Error(JSON.stringify(filled));
    const values = new Map(listForm(new PdfReader(filled.pdf)).map(({ name, value }) => [name, value]));
    expect(values.get('person.name')).toBe('Åsa');
    expect(values.get('size')).toBe('s');
    expect([values.get('extra.milk'), values.get('extra.nuts')]).toEqual([true, true]);
    expect([values.get('land'), values.get('days')]).toEqual(['at', ['Tu']]);
  });
});

it('without forms, controls are ink', async () => {
  const { pdf } = await renderHtml(browser, html);
  expect(listForm(new PdfReader(pdf))).toEqual([]);
});

it('a control in a header is one field with a place on each page', async () => {
  const { pdf } = await renderHtml(browser, '<p>One<p style="break-before:page">Two', {
    parts: { forms: true },
    request: {
      page: { header: '<p>Case <input name="case" value="7"> <span class="pageNumber"></span></p>' },
    },
  });
  const [field, ...others] = listForm(new PdfReader(pdf));
  expect(others).toEqual([]);
  expect(field).toMatchObject({ name: 'case', value: '7' });
  expect(field?.places.map(({ page }) => page)).toEqual([1, 2]);
});

it('controls are found in shadow trees, frames, columns and transforms', async () => {
  const { pdf } = await renderHtml(
    browser,
    `<div style="columns:2"><input name="left"><p style="break-before:column"><input name="right"></div>
<p style="transform:rotate(90deg);width:200px;margin:100px"><input name="turned" value="x"></p>
<iframe srcdoc="<input name=framed value=y>"></iframe><div id="host"></div>
<script>document.getElementById('host').attachShadow({mode:'open'}).innerHTML = '<input name="shadowed">'</script>`,
    { parts: { forms: true } },
  );
  const places = new Map(
    listForm(new PdfReader(pdf)).map(({ name, places: [place] }) => [name, place?.rect ?? []]),
  );
  expect([...places.keys()]).toEqual(['left', 'right', 'turned', 'framed', 'shadowed']);
  const [left = [], right = [], turned = []] = [...places.values()];
  expect(right[0]).toBeGreaterThan(left[2] ?? 0);
  expect((turned[3] ?? 0) - (turned[1] ?? 0)).toBeGreaterThan((turned[2] ?? 0) - (turned[0] ?? 0));
});

it('a control that no page shows is named', async () => {
  const { pdf, report } = await renderHtml(
    browser,
    `<div style="height:20px;overflow:hidden"><p>Shown <input name="shown" style="transition:all 1s"><p style="margin:80px 0">Cut <input name="cut"></div>`,
    { parts: { forms: true } },
  );
  expect(listForm(new PdfReader(pdf)).map(({ name }) => name)).toEqual(['shown']);
  expect(report.problems).toContainEqual(
    expect.stringContaining('Controls that no page shows have no field: cut.'),
  );
});

it('cells divide all of a comb, whatever its padding', async () => {
  const { pdf } = await renderHtml(
    browser,
    '<input name="cells" class="comb" maxlength="4" style="padding:0 30px;width:100px;border:0"><br><input name="text" style="padding:0 30px;width:100px;border:0">',
    { parts: { forms: true } },
  );
  const widths = listForm(new PdfReader(pdf)).map(({ places: [place] }) => {
    const [left = 0, , right = 0] = place?.rect ?? [];
    return Math.round(right - left);
  });
  // 100 CSS pixels with the padding, of which viewers keep 2 points in a text.
  expect(widths).toEqual([75, 34]);
});
