/** Validates an editor template and the values of its sample data, without drawing it. */
import { Failure } from '#contract/errors';
import { compile } from '#twig';
import type { Data } from '../data/parse-data-file.ts';
import type { ReadTemplate } from '../load/read-template.ts';
import { readTreeText } from '../load/read-text.ts';
import type { CheckResult } from '../model/check-result.ts';
import type { FileTree } from '../model/file-tree.ts';
import type { EditorTemplate } from '../model/template.ts';
import { drawable, getPictureFiles } from '../pdfme/draw/drawable.ts';
import { editorFonts } from '../pdfme/editor-fonts.ts';
import { compileDocument } from '../pdfme/fill/compile-document.ts';
import { elementTwig } from '../pdfme/fill/element-twig.ts';
import { parseEditorDocument } from '../pdfme/parse/parse-editor-document.ts';
import { attemptTwig } from './attempt-twig.ts';

/** Returns every fault of `editor.json`. Undefined if the template has no such file. */
export async function checkEditor(tree: FileTree): Promise<CheckResult | undefined> {
  const text = await readTreeText(tree, 'editor.json');
  if (text === undefined) return undefined;
  const fonts = await tree.list('fonts');
  const file = tree.label('editor.json');
  const { faults, warnings } = parseEditorDocument(file, text, [...editorFonts(fonts).names.keys()]);
  const unused = fonts.filter((path) => /\.(?:woff2?|ttc)$/i.test(path));
  const unusable = unused.map((path) => ({
    message: `${tree.label(path)} is not used: editor templates use .ttf and .otf fonts.`,
  }));
  return { errors: await fontFaults(tree, fonts, faults), warnings: [...warnings, ...unusable] };
}

async function fontFaults(
  tree: FileTree,
  paths: readonly string[],
  faults: readonly Failure[],
): Promise<readonly Failure[]> {
  const found = [...faults];
  for (const path of paths.filter((each) => /\.(?:ttf|otf)$/i.test(each))) {
    const file = await tree.read(path);
    const start = file && 'bytes' in file ? Buffer.from(file.bytes.subarray(0, 4)).toString('latin1') : '';
    if (['\0\x01\0\0', 'OTTO', 'true'].includes(start)) continue;
    found.push(new Failure('invalid_template', `${tree.label(path)} is not a TrueType or OpenType font.`));
  }
  return found;
}

/** Checks the Twig of each cell separately, then every value that the sample data produces. */
export async function checkEditorValues(
  { template, sources }: ReadTemplate,
  sample: Data | undefined,
): Promise<Failure[]> {
  if (template.kind !== 'editor') return [];
  const pieces = pieceFaults(template, sources);
  if (pieces.length > 0 || !sample) return pieces;
  const failures: Failure[] = [];
  const elements: ReturnType<ReturnType<typeof compileDocument>['statics']> = [];
  const error = attemptTwig(() => {
    const { metadata, partials } = template;
    const compiled = compileDocument(template.document, {
      metadata,
      partials,
      strict: false,
      now: new Date(),
    });
    elements.push(...compiled.pages(sample.exact).flat());
    elements.push(...compiled.statics({ ...sample.exact, page: 1, pages: 1 }));
  });
  if (error) return [sources.failure(error)];
  const files = new Map<string, Uint8Array>();
  for (const path of getPictureFiles(elements)) {
    const asset = await template.assets.read(path);
    if (asset) files.set(path, asset.bytes);
  }
  for (const each of elements) {
    try {
      drawable(each, files);
    } catch (fault) {
      if (!(fault instanceof Failure)) throw fault;
      const { label } = each.element;
      const place = sources.locate({ part: label, template: null, line: 1 });
      const location = place ?? sources.locate({ part: `${label}, source`, template: null, line: 1 });
      failures.push(new Failure('invalid_template', fault.message, { cause: fault, location }));
    }
  }
  return failures;
}

function pieceFaults({ document, partials }: EditorTemplate, sources: ReadTemplate['sources']): Failure[] {
  return [...document.pages.flat(), ...document.statics].flatMap((element) =>
    elementTwig(element).pieces.flatMap(({ part, source, autoescape }) => {
      const error = attemptTwig(() => void compile(source, { part, partials, autoescape }));
      return error ? [sources.failure(error)] : [];
    }),
  );
}
