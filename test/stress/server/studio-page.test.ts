/** The studio in a real browser. */
import { describe, expect, it } from 'vitest';
import { editorJson, text } from '../../support/pdfme/editor-files.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { type RealPage, realPages } from '../../support/real-page.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';
import { cursor, editorText, fillEditor } from '../../support/studio/code-editor.ts';
import { pdfmeTemplate } from '../../support/studio/pdfme-template.ts';

const server = await startTestServer({ flags: { rateLimit: '0' } });
const openPage = realPages();

const isVisible = (selector: string) =>
  `document.querySelector(${JSON.stringify(selector)})?.checkVisibility()`;
const textOf = (page: RealPage, selector: string) =>
  page.evaluate<string>(`document.querySelector(${JSON.stringify(selector)}).innerText`);
const shows = (page: RealPage, wanted: string) =>
  page.until(`document.querySelector('#pages').innerText.includes(${JSON.stringify(wanted)})`);
const fill = (page: RealPage, selector: string, value: string) =>
  page.evaluate(
    `(() => { const field = document.querySelector(${JSON.stringify(selector)}); field.value = ${JSON.stringify(value)};` +
      ` field.dispatchEvent(new Event('input')); field.dispatchEvent(new Event('change')); })()`,
  );
const click = (page: RealPage, selector: string) =>
  page.evaluate(`document.querySelector(${JSON.stringify(selector)}).click()`);

async function signedIn() {
  const member = await server.team();
  const { token } = await server.store.tokens.create({ teamId: member.team.id, scopes: ['templates:write'] });
  const page = await openPage();
  await page.look(1280, 800);
  await page.go(`${server.url}/studio`);
  await page.until(isVisible('#token'));
  await fill(page, '#token', token);
  await click(page, '#sign-in button');
  await page.until(isVisible('#list'));
  return { member, page, token };
}

async function create(page: RealPage, name: string, start: string): Promise<void> {
  await click(page, '#new');
  await page.until(isVisible('#new-dialog'));
  await fill(page, '#new-dialog [name=name]', name);
  await fill(page, '#new-dialog [name=start]', start);
  await click(page, '#new-dialog .primary');
  await page.until(`location.hash === '#/new' && ${isVisible('#edit')}`);
}

const isOwn = (url: string) => url.startsWith(server.url) || /^(?:data|blob):/.test(url);

it('a new template is designed, saved, published and rendered through the API', async () => {
  const { member, page, token } = await signedIn();
  await create(page, 'welcome', 'design');
  await page.until(isVisible('.pdfme-designer-plugin-text'));
  await page.until(`document.getElementById('status').innerText.startsWith('Up to date')`);
  await page.until(`document.querySelector('.pdfme-designer-canvas [style*=background-image]')`);
  const palette = await page.middleOf('.pdfme-designer-plugin-text');
  const paper = await page.middleOf('.pdfme-designer-canvas');
  await page.drag(palette, paper);
  await page.until(`document.querySelector('.selectable [data-pdfme-render-ready=true]')`);
  await page.until(`document.querySelector('.pdfme-designer-detail-view #name')`);
  const name = await page.evaluate<string>(`document.querySelector('.selectable').title`);
  const place = await page.middleOf('.selectable');
  await page.drag(place, place);
  await page.until(`document.querySelector('.selectable [contenteditable]')`);
  await page.evaluate(
    `(() => { const box = document.querySelector('.selectable [contenteditable]'); box.focus();` +
      ` document.getSelection().selectAllChildren(box); })()`,
  );
  await page.type('Welcome {{ name }}');
  await page.evaluate(`document.querySelector('.selectable [contenteditable]').blur()`);
  await shows(page, 'Welcome');

  await page.click('#tabs [data-path="data.json"]');
  // A key that is pressed on this tab deletes nothing from the hidden design.
  await page.evaluate(
    `document.querySelector('#tabs [data-path="data.json"]').dispatchEvent(` +
      `new KeyboardEvent('keydown', { key: 'Backspace', keyCode: 8, bubbles: true }))`,
  );
  expect(await page.evaluate(`document.querySelectorAll('.selectable').length`)).toBe(1);
  await fillEditor(page, '{ "name": "Ada" }');
  await shows(page, 'Welcome Ada');
  expect(await member.used()).toBe(0);

  await page.click('#save');
  await page.until(`location.hash.startsWith('#/templates/')`);
  const stored = await server.store.templates.byName(member.team.id, 'welcome');
  expect(stored).toMatchObject({ type: 'editor', latestVersion: 1, publishedVersion: null });
  const files = await server.store.templates.files(stored?.id ?? 0, 1);
  const [element] = JSON.parse(Buffer.from(files.get('editor.json') ?? []).toString()).schemas[0];
  expect(element).toMatchObject({ name, type: 'text', content: 'Welcome {{ name }}' });
  await page.click('#publish');
  await page.until(`document.getElementById('facts').innerText.includes('version 1 published')`);

  const { bytes } = await member.post(`templates/${stored?.id}/generate`, {
    data: { name: 'Grace' },
    output: 'binary',
  });
  expect((await readPdf(bytes)).pages[0]).toContain('Welcome Grace');

  expect(page.requests.filter((url) => !isOwn(url))).toEqual([]);
  expect(page.errors.filter((each) => !each.includes('401'))).toEqual([]);
  const known = `JSON.stringify([localStorage, sessionStorage, document.cookie, document.body.outerHTML])`;
  expect(await page.evaluate(known)).not.toContain(token);
});

it('the PDF of an example is checked for PDF/A and PDF/UA when the card is opened', async () => {
  const { page } = await signedIn();
  await create(page, 'offer', 'example e-invoice');
  await page.until(`document.getElementById('status').innerText.startsWith('Up to date')`);
  await page.evaluate("document.getElementById('check').open = true");
  await page.until(
    `document.querySelector('#check summary').innerText === 'PDF/A-3a holds · PDF/UA-1 holds'`,
  );
});

it('a Markdown template has its text as the first tab, and a header that differs on the first page', async () => {
  const { page } = await signedIn();
  await create(page, 'notes', 'markdown');
  await shows(page, 'Dear Ada');
  expect(await textOf(page, '#tabs [aria-selected=true]')).toBe('template.md');
  expect(await page.evaluate(isVisible('#remove-file'))).toBe(false);
  const long = '# One\n\nDear {{ recipient.name }}\n\n<div style="break-before: page"></div>\n\n# Two\n';
  await fillEditor(page, long);
  await shows(page, 'Two');
  for (const [path, html] of [
    ['header.html', '<p style="font-size: 9pt">Every other page</p>'],
    ['header-first.html', '<p style="font-size: 9pt">Page one of {{ page.count }}</p>'],
  ] as const) {
    await click(page, '#add-file');
    await page.until(isVisible('#file-dialog'));
    await fill(page, '#file-dialog [name=path]', path);
    await click(page, '#file-dialog .primary');
    await page.until(`document.querySelector('#tabs [aria-selected=true]').innerText === '${path}'`);
    await fillEditor(page, html);
  }
  await shows(page, 'Page one of 2');
  await shows(page, 'Every other page');
  expect(page.errors.filter((each) => !each.includes('401'))).toEqual([]);
});

it('a pdfme template is imported, with its contents as sample data', async () => {
  const { member, page } = await signedIn();
  await click(page, '#new');
  await page.until(isVisible('#new-dialog'));
  await fill(page, '#new-dialog [name=name]', 'theirs');
  await fill(page, '#new-dialog [name=start]', 'pdfme');
  await page.evaluate(
    `(() => { const files = new DataTransfer();` +
      ` files.items.add(new File([${JSON.stringify(JSON.stringify(pdfmeTemplate))}], 'template.json'));` +
      ` document.querySelector('#new-dialog [name=file]').files = files.files; })()`,
  );
  await click(page, '#new-dialog .primary');
  await shows(page, 'Cuban Collar Shirt');
  await shows(page, 'Page 1 of 1');
  await click(page, '#publish');
  await page.until(`document.getElementById('facts').innerText.includes('version 1 published')`);
  const { id } = (await server.store.templates.byName(member.team.id, 'theirs')) ?? {};
  const { bytes } = await member.post(`templates/${id}/generate`, {
    data: { billedTo: 'Ada', orders: [['Nuts', '7', '12']], code: '4711' },
    output: 'binary',
  });
  expect((await readPdf(bytes)).pages[0]).toMatch(/Ada[\s\S]*Nuts/);
  expect(page.errors.filter((each) => !each.includes('401'))).toEqual([]);
});

it('a Twig error is shown at its line, and a click moves the cursor to it', async () => {
  const { page } = await signedIn();
  await create(page, 'letter', 'html');
  await shows(page, 'Dear Ada');
  await page.click('#tabs [data-path="template.html"]');
  await fillEditor(page, '<h1>Letter</h1>\n<p>\n  Dear {{ name | lowre }}</p>\n');
  await page.until(isVisible('#failure .findings button'));
  expect(await textOf(page, '#failure .findings button')).toBe('template.html:3:18');
  expect(await textOf(page, '#failure')).toContain('lower');
  await page.until(`document.querySelector('.cm-lintRange-error')?.innerText === 'lowre'`);
  expect(await page.evaluate(`document.querySelectorAll('.cm-lint-marker-error').length`)).toBe(1);
  expect(await textOf(page, '#failure pre .caret')).toMatch(/\^$/);
  await page.click('#tabs [data-path="data.json"]');
  await click(page, '#failure .findings button');
  expect(await page.evaluate('document.activeElement.id')).toBe('text');
  expect(await cursor(page)).toBe(37);
  // The last valid preview remains visible.
  expect(await textOf(page, '#pages')).toContain('Dear Ada');
  await fillEditor(page, '<p>Dear {{ recipient.name | lower }}</p>\n');
  await shows(page, 'Dear ada');
  expect(await page.evaluate(isVisible('#failure'))).toBe(false);
});

it('a save conflicts with another person’s version, and the history publishes an earlier version', async () => {
  const { member, page } = await signedIn();
  const push = (html: string) =>
    server.store.templates.push({
      teamId: member.team.id,
      name: 'shared',
      type: 'html',
      hasBasePdf: false,
      publish: false,
      files: new Map([['template.html', Buffer.from(html)]]),
    });
  const { id } = await push('<p>older</p>');
  await page.evaluate(`location.hash = '#/templates/${id}'`);
  await shows(page, 'older');
  await push('<p>theirs</p>');
  await fillEditor(page, '<p>mine</p>');
  await page.pressControl('s');
  await page.until(isVisible('#conflict'));
  expect((await server.store.templates.get(id))?.latestVersion).toBe(2);
  await page.click('#load');
  await page.until(isVisible('#discard-dialog'));
  await page.click('#discard-dialog .danger');
  await shows(page, 'theirs');
  await fillEditor(page, '<p>mine again</p>');
  await page.pressControl('s');
  await page.until(`document.getElementById('facts').innerText.startsWith('version 3 ')`);

  await page.click('#history');
  await page.until(isVisible('#history-dialog'));
  const versions = await textOf(page, '#history-dialog');
  expect(versions.match(/version \d/g)).toEqual(['version 3', 'version 2', 'version 1']);
  await page.evaluate(
    `[...document.querySelectorAll('#history-dialog tr')].at(-1).querySelectorAll('button')[1].click()`,
  );
  await page.until(`document.getElementById('facts').innerText.includes('version 1 published')`);
  expect((await server.store.templates.get(id))?.publishedVersion).toBe(1);
});

it('hostile names, texts and images are shown and never executed', async () => {
  const { member, page } = await signedIn();
  const evil = `<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>{constructor.constructor('window.hurt=1')()}{{ name }}`;
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" onload="window.hurt=1"><script>window.hurt=1</script><image href="http://127.0.0.1:9/x.png"/></svg>';
  await server.store.templates.push({
    teamId: member.team.id,
    name: evil.slice(0, 90).replace(/[/:"]/g, ''),
    type: 'editor',
    hasBasePdf: false,
    publish: false,
    files: new Map([
      [
        'editor.json',
        Buffer.from(editorJson([[text('a', evil, { readOnly: true }), { ...text('b', svg), type: 'svg' }]])),
      ],
      ['data.json', Buffer.from(JSON.stringify({ name: evil }))],
    ]),
  });
  await page.evaluate(`location.hash = '#/x'`);
  await page.until(isVisible('#templates a'));
  await click(page, '#templates a');
  await page.until(`document.querySelectorAll('.selectable [data-pdfme-render-ready=true]').length === 2`);
  await page.until(`document.getElementById('status').innerText !== 'Rendering'`);
  expect(await page.evaluate('window.hurt === undefined')).toBe(true);
  expect(await textOf(page, '.selectable[title=a]')).toContain(
    "{constructor.constructor('window.hurt=1')()}",
  );
  expect(page.requests.filter((url) => !isOwn(url))).toEqual([]);
});

it('unsaved changes survive the end of a session and the next sign-in', async () => {
  const { member, page } = await signedIn();
  await create(page, 'kept', 'html');
  await shows(page, 'Dear Ada');
  for (const { id } of await server.store.tokens.list(member.team.id)) await server.store.tokens.revoke(id);
  await page.click('#tabs [data-path="template.html"]');
  await fillEditor(page, '<p>not lost</p>');
  await page.until(isVisible('#token'));
  const { token } = await server.store.tokens.create({ teamId: member.team.id, scopes: ['templates:write'] });
  await fill(page, '#token', token);
  await click(page, '#sign-in button');
  await page.until(isVisible('#edit'));
  expect(await editorText(page)).toBe('<p>not lost</p>');
  await page.click('#save');
  await page.until(`location.hash.startsWith('#/templates/')`);
});

describe('names', () => {
  const nameOf = (page: RealPage) => textOf(page, '#name');
  const push = (teamId: number, name: string, html = '<p>older</p>') =>
    server.store.templates.push({
      teamId,
      name,
      type: 'html',
      hasBasePdf: false,
      publish: true,
      files: new Map([['template.html', Buffer.from(html)]]),
    });

  it('the dialog for a new template reports a name that is taken', async () => {
    const { member, page } = await signedIn();
    const { id } = await push(member.team.id, 'invoice');
    await click(page, '#new');
    await page.until(isVisible('#new-dialog'));
    await fill(page, '#new-dialog [name=name]', ' invoice ');
    await click(page, '#new-dialog .primary');
    await page.until(isVisible('#new-dialog .error'));
    expect(await textOf(page, '#new-dialog .error')).toBe(
      `There is already a template with this name (id ${id}). Choose another name.`,
    );
    await fill(page, '#new-dialog [name=name]', 'invoice two');
    await fill(page, '#new-dialog [name=start]', 'html');
    await click(page, '#new-dialog .primary');
    await page.until(`location.hash === '#/new' && ${isVisible('#edit')}`);
  });

  it('a save never overwrites a template that took the name meanwhile', async () => {
    const { member, page } = await signedIn();
    await create(page, 'late', 'html');
    await shows(page, 'Dear Ada');
    const { id } = await push(member.team.id, 'late');
    await click(page, '#save');
    await page.until(isVisible('#conflict'));
    expect(await textOf(page, '#conflict-text')).toBe(
      `There is already a template with this name (id ${id}).`,
    );
    expect(await page.evaluate(`[${isVisible('#overwrite')}, ${isVisible('#load')}]`)).toEqual([
      false,
      false,
    ]);
    await click(page, '#save-as');
    await page.until(isVisible('#name-dialog'));
    await click(page, '#name-dialog .primary');
    await page.until(isVisible('#name-dialog .error'));
    await fill(page, '#name-dialog [name=name]', 'later');
    await click(page, '#name-dialog .primary');
    await page.until(`location.hash.startsWith('#/templates/')`);
    expect((await server.store.templates.get(id))?.latestVersion).toBe(1);
    expect((await server.store.templates.byName(member.team.id, 'later'))?.latestVersion).toBe(1);
    expect([await nameOf(page), await page.evaluate(isVisible('#conflict'))]).toEqual(['later', false]);
  });

  it('a template is renamed and deleted from the list', async () => {
    const { member, page } = await signedIn();
    const { id } = await push(member.team.id, 'first');
    const other = await push(member.team.id, 'second');
    await page.evaluate(`location.hash = '#/x'`);
    await page.until(`document.querySelector('[aria-label="Rename first"]')`);
    await click(page, '[aria-label="Rename first"]');
    await page.until(isVisible('#name-dialog'));
    expect(await page.evaluate(`document.querySelector('#name-dialog [name=name]').value`)).toBe('first');
    await fill(page, '#name-dialog [name=name]', 'second');
    await click(page, '#name-dialog .primary');
    await page.until(isVisible('#name-dialog .error'));
    expect(await textOf(page, '#name-dialog .error')).toContain(`(id ${other.id})`);
    await fill(page, '#name-dialog [name=name]', 'renamed');
    await click(page, '#name-dialog .primary');
    await page.until(`document.querySelector('[aria-label="Delete renamed"]')`);
    expect((await server.store.templates.get(id))?.name).toBe('renamed');

    await click(page, '[aria-label="Delete renamed"]');
    await page.until(isVisible('#delete-dialog'));
    expect(await textOf(page, '#delete-dialog')).toMatch(/Delete “renamed”\?[\s\S]*will then get a 404/);
    // Enter deletes nothing: the focus is on the harmless button.
    await page.press('Enter');
    await page.until(`!document.getElementById('delete-dialog')`);
    expect(await server.store.templates.get(id)).toBeDefined();
    await click(page, '[aria-label="Delete renamed"]');
    await page.until(isVisible('#delete-dialog'));
    await click(page, '#delete-dialog .danger');
    await page.until(`!document.querySelector('[aria-label="Delete renamed"]')`);
    expect(await server.store.templates.get(id)).toBeUndefined();
    expect(await textOf(page, '#templates')).toContain('second');
  });

  it('a template that another person renames is saved under its new name', async () => {
    const { member, page } = await signedIn();
    const { id } = await push(member.team.id, 'before');
    await page.evaluate(`location.hash = '#/templates/${id}'`);
    await shows(page, 'older');
    await server.store.templates.rename({ teamId: member.team.id, id }, 'after');
    await fillEditor(page, '<p>newer</p>');
    await shows(page, 'newer');
    await click(page, '#save');
    await page.until(`document.getElementById('facts').innerText.startsWith('version 2 ')`);
    expect(await nameOf(page)).toBe('after');
    expect(await server.store.templates.byName(member.team.id, 'before')).toBeUndefined();
    expect(await server.store.templates.get(id)).toMatchObject({ name: 'after', latestVersion: 2 });
  });

  it('a template that another person deletes can still be saved from the page', async () => {
    const { member, page } = await signedIn();
    const { id } = await push(member.team.id, 'doomed');
    await page.evaluate(`location.hash = '#/templates/${id}'`);
    await shows(page, 'older');
    await server.store.templates.delete({ teamId: member.team.id, id });
    await fillEditor(page, '<p>kept</p>');
    await page.pressControl('s');
    await page.until(isVisible('#conflict'));
    expect(await textOf(page, '#conflict-text')).toBe('This template was deleted on the server.');
    await click(page, '#save-as');
    await page.until(isVisible('#name-dialog'));
    await click(page, '#name-dialog .primary');
    await page.until(`document.getElementById('facts').innerText.startsWith('version 1 ')`);
    const made = await server.store.templates.byName(member.team.id, 'doomed');
    expect(made?.id).toBeGreaterThan(id);
    expect(await page.evaluate('location.hash')).toBe(`#/templates/${made?.id}`);
  });
});

it('shows the first page of each template in the list, and a pattern where there is none', async () => {
  const { member, page } = await signedIn();
  await server.template(member.team, '<h1>Invoice</h1>', { name: 'invoice' });
  await server.template(
    member.team,
    { 'template.html': '{{ 1 / a }}', 'data.json': '{ "a": 0 }' },
    { name: 'broken' },
  );
  await page.evaluate('location.reload()');
  const stateOf = (name: string) =>
    `[...document.querySelectorAll('#templates tr')].find((row) => row.innerText.includes('${name}'))` +
    `?.querySelector('.thumbnail').dataset.state`;
  await page.until(`${stateOf('broken')} === 'failed'`);
  await page.until(`${stateOf('invoice')} === 'shown'`);
  await page.until(`document.querySelector('.thumbnail[data-state=shown]').naturalWidth > 200`);
  expect(await member.used()).toBe(0);
  expect(page.errors.filter((each) => !each.includes('401'))).toEqual([]);
});

it('works by keyboard: Tab indents, Escape and then Tab leaves the text, arrows switch between the files', async () => {
  const { page } = await signedIn();
  await create(page, 'keys', 'html');
  await shows(page, 'Dear Ada');
  const length = async () => (await editorText(page)).length;
  const focused = () =>
    page.evaluate<string>(`document.activeElement.id || document.activeElement.innerText`);
  await page.click('#text');
  expect(await page.evaluate(isVisible('#text-hint'))).toBe(true);
  expect(
    await page.evaluate(
      `document.getElementById(document.getElementById('text').getAttribute('aria-describedby')).textContent`,
    ),
  ).toBe('Tab indents. Esc and then Tab leaves the text. Ctrl Space completes, Ctrl F finds.');
  const before = await length();
  await page.press('Tab');
  expect([await length(), await focused()]).toEqual([before + 2, 'text']);
  await page.press('Escape');
  expect(await textOf(page, '#text-released')).toBe('Tab now leaves the text.');
  await page.press('Tab');
  expect([await length(), await focused()]).toEqual([before + 2, 'splitter']);
  await page.click('#text');
  await page.press('Escape');
  await page.press('ArrowDown');
  await page.press('Tab');
  expect(await length()).toBe(before + 4);

  await page.click('#tabs [aria-selected=true]');
  await page.press('ArrowRight');
  expect(await focused()).toContain('styles.css');
  expect(await textOf(page, '#tabs [aria-selected=true]')).toContain('styles.css');
  await page.press('End');
  expect(await focused()).toContain('template.json');
  await page.press('ArrowRight');
  expect(await focused()).toContain('template.html');
});
