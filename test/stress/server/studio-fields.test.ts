/** Form fields in the preview of the studio, in a real browser. */
import { expect, it } from 'vitest';
import { type RealPage, realPages } from '../../support/real-page.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';
import { openInStudio } from '../../support/studio/open-in-studio.ts';

const server = await startTestServer({ flags: { rateLimit: '0' } });
const openPage = realPages();

interface ShownField {
  readonly title: string;
  readonly top: number;
  /** How many pixels of the picture are green within its outline. */
  readonly green: number;
}

/** The fields of the preview, once its pages are drawn. */
async function fieldsIn(page: RealPage): Promise<readonly ShownField[]> {
  await page.until(
    `document.querySelector('#pages canvas') && document.querySelector('#pages .text').innerText`,
  );
  return await page.evaluate(`[...document.querySelectorAll('#pages .field-outline')].map((box) => {
    const canvas = box.parentElement.querySelector('canvas');
    const { left, top, width, height } = box.getBoundingClientRect();
    const paper = canvas.getBoundingClientRect();
    const scale = canvas.width / paper.width;
    const place = [left - paper.left, top - paper.top, width, height].map((each) => Math.round(each * scale));
    const { data } = canvas.getContext('2d').getImageData(...place);
    let green = 0;
    for (let i = 0; i < data.length; i += 4) if (data[i + 1] > data[i] + 90) green++;
    return { title: box.title, top: Math.round(top - paper.top), green };
  })`);
}

const form = `<style>input, select { display: block; margin: 20px 0; color: #0a0; accent-color: #0a0; font: bold 20px serif }</style>
  <h1>Form</h1><label>Given name <input name="person.name" value="{{ name }}"></label>
  <label>Country <select name="country"><option>Austria<option selected>Belgium</select></label>
  <label><input type="checkbox" name="agree" checked> I agree</label><input name="other">`;

it('shows the fields of a template with forms where they are, with their values and what they are called', async () => {
  const page = await openPage();
  await openInStudio(page, server, {
    'template.html': form,
    'template.json': '{ "forms": true }',
    'data.json': '{ "name": "Ada" }',
  });
  const fields = await fieldsIn(page);
  expect(fields.map(({ title }) => title)).toEqual([
    'Given name (person.name)',
    'Country (country)',
    'I agree (agree)',
    'other',
  ]);
  expect(fields.map(({ top }) => top)).toEqual(fields.map(({ top }) => top).toSorted((a, b) => a - b));
  expect(fields.map(({ green }) => green > 20)).toEqual([true, true, true, false]);
  expect(page.errors.filter((each) => !each.includes('401'))).toEqual([]);
});

it('outlines nothing in a template without forms', async () => {
  const page = await openPage();
  await openInStudio(page, server, { 'template.html': form, 'data.json': '{ "name": "Ada" }' });
  expect(await fieldsIn(page)).toEqual([]);
});
