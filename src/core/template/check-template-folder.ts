/** All that can be known to be wrong with a template folder without printing it. */
import { join } from 'node:path';
import { Failure, type SourceLocation } from '../../contract/errors.ts';
import { didYouMean } from '../../contract/nearest.ts';
import { compile, TemplateRuntimeError, TemplateSyntaxError } from '../twig/index.ts';
import { type AssetReference, cssReferences, htmlReferences } from './asset-references.ts';
import type { Data } from './parse-data-file.ts';
import { readTemplateFolder, type TemplateFolder } from './read-template-folder.ts';
import { decodeUtf8 } from './read-text.ts';
import { readSampleData } from './sample-data.ts';
import type { Fault, TwigError } from './template-sources.ts';
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
  if (sample) await validateData(path, sample.plain).catch(keep);
  if (errors.length === 0) warnings.push(...checkVariables(folder, sample));
  return { errors, warnings };
}

/** Every part and partial by itself, so that each tells its own first error; then a trial with the sample data. */
function checkTwig(folder: TemplateFolder, sample: Data | undefined): Failure[] {
  const { template, sources } = folder;
  const { partials } = template;
  const failures = new Map<string, Failure>();
  for (const { name, part, source, autoescape } of partsOf(folder)) {
    const error = attempt(() => {
      const compiled = compile(source, { part, partials, autoescape });
      if (sample && name === null) compiled.render(sample.exact);
    });
    if (!error) continue;
    // A partial that is compiled by itself is the part itself to the engine.
    const place = error.template === null ? { ...placeOf(error), template: name } : error;
    // A broken partial breaks what includes it in the same place: one finding.
    failures.set(`${place.template ?? place.part}:${place.line}:${place.detail}`, sources.failure(place));
  }
  return [...failures.values()];
}

/** The error of a template's Twig; any other is a bug of ours and thrown on. */
function attempt(action: () => void): TwigError | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    if (error instanceof TemplateSyntaxError || error instanceof TemplateRuntimeError) return error;
    throw error;
  }
}

const placeOf = ({ part, template, line, column, detail }: TwigError): Fault => ({
  part,
  template,
  line,
  ...(column === undefined ? {} : { column }),
  detail,
});

interface Part {
  readonly part: string;
  /** A partial's. */
  readonly name: string | null;
  readonly source: string;
  readonly isHtml: boolean;
  readonly autoescape: 'html' | false;
}

function partsOf({ template }: TemplateFolder): Part[] {
  const { html, page, metadata, partials } = template;
  const part = (name: string, source: string | undefined, isHtml = true): Part[] =>
    source === undefined
      ? []
      : [{ part: name, name: null, source, isHtml, autoescape: isHtml ? 'html' : false }];
  return [
    ...part('template', html),
    ...part('header', page.header),
    ...part('footer', page.footer),
    ...Object.entries(metadata).flatMap(([key, value]) => part(`metadata.${key}`, value, false)),
    ...Object.entries(partials).map(
      ([name, source]) =>
        ({ part: 'template', name, source, isHtml: true, autoescape: 'html' }) satisfies Part,
    ),
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

/**
 * What a render with `--strict` would refuse, and names that the sample data does not have at all. Deeper names
 * are left to the trial: only it knows what `is defined`, `default` and a partial's own variables make of them.
 */
function checkVariables(folder: TemplateFolder, sample: Data | undefined): Warning[] {
  const { partials } = folder.template;
  const own = partsOf(folder).filter(({ name }) => name === null);
  // The partials' names may be variables that the include hands over.
  const empty = Object.fromEntries(Object.keys(partials).map((name) => [name, '']));
  const used = new Set<string>();
  for (const { part, source, autoescape } of own) {
    attempt(() => {
      for (const variable of compile(source, { part, partials: empty, autoescape }).variables) {
        used.add(variable.split(/[.[]/)[0] ?? variable);
      }
    });
  }
  const file = join(folder.path, 'data.json');
  if (!sample) {
    if (used.size === 0) return [];
    return [{ message: `There is no ${file}: without sample data nothing shows how this template looks.` }];
  }
  const known = Object.keys(sample.plain);
  const missing = [...used].filter((name) => !known.includes(name));
  const warnings: Warning[] = missing.map((name) => ({
    message: `${name} is used, and ${file} does not have it.${didYouMean(name, known)}`,
  }));
  for (const { part, source, autoescape } of own) {
    const error = attempt(() => {
      compile(source, { part, partials, autoescape, strict: true }).render(sample.exact);
    });
    if (!error || missing.some((name) => error.detail.includes(`"${name}"`))) continue;
    const location = folder.sources.locate(error);
    warnings.push({ message: error.detail, ...(location ? { location } : {}) });
  }
  return warnings;
}
