/** All that can be known to be wrong with a template folder without printing it. */
import { join } from 'node:path';
import { Failure, type SourceLocation } from '../../contract/errors.ts';
import type { JsonObject } from '../../contract/json.ts';
import { didYouMean } from '../../contract/nearest.ts';
import { compile, TemplateRuntimeError, TemplateSyntaxError } from '../twig/index.ts';
import { type AssetReference, cssReferences, htmlReferences } from './asset-references.ts';
import { missingVariables } from './missing-variables.ts';
import { readTemplateFolder, type TemplateFolder } from './read-template-folder.ts';
import { decodeUtf8 } from './read-text.ts';
import { readSampleData } from './sample-data.ts';
import { validateData } from './validate-data.ts';

export interface CheckResult {
  readonly errors: readonly Failure[];
  readonly warnings: readonly Warning[];
}

export interface Warning {
  readonly message: string;
  readonly location?: SourceLocation;
}

/** Throws only where there is no template at all; every other fault is in the result. */
export async function checkTemplateFolder(path: string): Promise<CheckResult> {
  const errors: Failure[] = [];
  const warnings: Warning[] = [];
  const keep = (error: unknown): undefined => {
    if (!(error instanceof Failure)) throw error;
    errors.push(error);
  };
  const folder = await readTemplateFolder(path).catch((error) => {
    if (error instanceof Failure && error.code === 'template_not_found') throw error;
    return keep(error);
  });
  if (!folder) return { errors, warnings };

  const sample = await readSampleData(path).catch(keep);
  errors.push(...checkTwig(folder, sample));
  errors.push(...(await checkAssets(folder)));
  if (sample) await validateData(path, sample).catch(keep);
  if (errors.length === 0) warnings.push(...checkVariables(folder, sample));
  return { errors, warnings };
}

/** Every part and partial by itself, so that each tells its own first error; then a trial with the sample data. */
function checkTwig(folder: TemplateFolder, sample: JsonObject | undefined): Failure[] {
  const { template, sources } = folder;
  const failures = new Map<string, Failure>();
  const attempt = (action: () => unknown) => {
    try {
      action();
    } catch (error) {
      if (!(error instanceof TemplateSyntaxError || error instanceof TemplateRuntimeError)) throw error;
      // A broken partial breaks what includes it in the same place: one finding.
      failures.set(`${error.template ?? error.part}:${error.line}:${error.detail}`, sources.failure(error));
    }
  };
  const { partials } = template;
  for (const { name, part, source } of partsOf(folder)) {
    attempt(() => {
      if (name !== null) compile(source, { part: 'template', name, partials });
      else {
        const compiled = compile(source, { part, partials });
        if (sample) compiled.render(sample);
      }
    });
  }
  return [...failures.values()];
}

interface Part {
  readonly part: string;
  /** A partial's. */
  readonly name: string | null;
  readonly source: string;
  readonly isHtml: boolean;
}

function partsOf({ template }: TemplateFolder): Part[] {
  const { html, page, metadata, partials } = template;
  const part = (name: string, source: string | undefined, isHtml = true): Part[] =>
    source === undefined ? [] : [{ part: name, name: null, source, isHtml }];
  return [
    ...part('template', html),
    ...part('header', page.header),
    ...part('footer', page.footer),
    ...Object.entries(metadata).flatMap(([key, value]) => part(`metadata.${key}`, value, false)),
    ...Object.entries(partials).map(([name, source]) => ({ part: 'template', name, source, isHtml: true })),
  ];
}

async function checkAssets(folder: TemplateFolder): Promise<Failure[]> {
  const { template, sources, path } = folder;
  const failures: Failure[] = [];
  const seenCss = new Set<string>();

  const check = async (references: readonly AssetReference[], file: string, text: string) => {
    for (const { path: wanted, line, column } of references) {
      const asset = await template.assets.read(wanted);
      if (!asset) {
        failures.push(
          new Failure('invalid_template', `There is no file ${wanted} that a document may use.`, {
            hint: 'Styles, scripts, images and fonts below the template’s folder can be used; hidden files and partials/ cannot.',
            location: { file, line, column, text },
          }),
        );
      } else if (asset.type.startsWith('text/css') && !seenCss.has(wanted)) {
        seenCss.add(wanted);
        const css = decodeUtf8(asset.bytes) ?? '';
        await check(cssReferences(css, wanted), join(path, wanted), css);
      }
    }
  };

  for (const { part, name, source, isHtml } of partsOf(folder)) {
    const place = sources.locate({ part, template: name, line: 1 });
    if (isHtml && place) await check(htmlReferences(source), place.file, source);
  }
  const { styles } = template;
  if (styles !== undefined && !seenCss.has('styles.css')) {
    await check(cssReferences(styles), join(path, 'styles.css'), styles);
  }
  return failures;
}

function checkVariables(folder: TemplateFolder, sample: JsonObject | undefined): Warning[] {
  const { partials } = folder.template;
  const used = new Set(
    partsOf(folder)
      .filter(({ name }) => name === null)
      .flatMap(({ part, source }) => compile(source, { part, partials }).variables),
  );
  if (used.size === 0) return [];
  const file = join(folder.path, 'data.json');
  if (!sample)
    return [{ message: `There is no ${file}: without sample data nothing shows how this template looks.` }];
  return missingVariables([...used], sample).map((variable) => ({
    message: `${variable} is used, and ${file} does not have it.${didYouMean(variable, Object.keys(sample))}`,
  }));
}
