/** Lays out the controls of a form at random. */
import type { RandomChoices } from '../long-documents/random-choices.ts';

/** A control in HTML, with what may be beside it. */
export interface Written {
  readonly label: string;
  readonly control: string;
}

/** A whole document. */
export function placeControl(controls: readonly Written[], { pick, chance, below }: RandomChoices): string {
  const rule = (selector: string, declarations: readonly string[]) =>
    `${selector} { ${declarations.filter(() => chance(40)).join('; ')} }`;
  const colour = () => pick(['#123', 'rgb(10 120 40)', 'navy', 'rgb(200 30 30 / 0.8)', '#fafafa', 'beige']);
  const length = () => pick(['0', '1px', '3.5px', '0.5em', '2mm', '6pt']);
  const css = [
    rule('body', [
      `font: ${8 + below(14)}px/${pick(['normal', '1.5'])} ${pick(['serif', 'sans-serif', 'monospace'])}`,
      `columns: ${pick(['2', '1', 'auto'])}`,
      `direction: ${pick(['ltr', 'ltr', 'rtl'])}`,
      `zoom: ${pick(['1', '1', '0.8', '1.3'])}`,
    ]),
    rule('input, select, textarea', [
      `font: ${pick(['inherit', 'bold 14px serif', 'italic 11px sans-serif', '20px monospace'])}`,
      `color: ${pick(['#123', 'navy', 'rgb(120 0 0)'])}`,
      `background: ${pick(['white', 'beige', 'transparent', 'linear-gradient(white, lightblue)'])}`,
      `border: ${length()} ${pick(['solid', 'dashed', 'double', 'inset', 'none'])} ${colour()}`,
      `padding: ${length()}`,
      `border-radius: ${length()}`,
      `text-align: ${pick(['left', 'center', 'right', 'end'])}`,
      `box-shadow: ${pick(['none', '2px 2px 4px grey'])}`,
      `box-sizing: ${pick(['border-box', 'content-box'])}`,
    ]),
    rule('input:not([type=checkbox], [type=radio])', [`width: ${pick(['100%', '12em', '45mm'])}`]),
    rule('[type=checkbox], [type=radio]', [
      `accent-color: ${colour()}`,
      `width: ${10 + below(20)}px; height: ${10 + below(20)}px`,
    ]),
    '[hidden] { display: none }',
  ].join('\n');
  const wraps = [
    (html: string) => `<p>${html}</p>`,
    (html: string) => `<div>${html}</div>`,
    (html: string) =>
      `<div style="transform-origin: 50% 0; width: 80%; margin: 20px auto; transform: scale(${pick(['0.9', '1.1'])})">${html}</div>`,
    (html: string) => `<div style="opacity: 0.7">${html}</div>`,
    (html: string) => `<div style="display: flex; gap: 4px">${html}</div>`,
    (html: string) => `<div style="break-before: ${pick(['page', 'auto'])}">${html}</div>`,
    (html: string) => `<section style="display: grid; grid-template-columns: 1fr 2fr">${html}</section>`,
    (html: string) => `<div style="margin-top: ${below(300)}px">${html}</div>`,
  ];
  const rows = controls.map(({ label, control }) => ({ label: label && `${label} `, control }));
  const inTable = () =>
    `<table>${rows.map(({ label, control }) => `<tr><td>${label}<td>${control}`).join('')}</table>`;
  const body = chance(20)
    ? inTable()
    : rows.map(({ label, control }) => pick(wraps)(label + control)).join('\n');
  const hidden = '<input type="hidden" name="token" value="x"><input name="unseen" hidden>';
  return `<!doctype html><html lang="en"><title>Form</title><style>${css}</style><h1>Form</h1><form>${hidden}${body}</form>`;
}
