/** Optional content (layers): clauses 6.9 of PDF/A, 7.10 of PDF/UA. */
import { isDict, type PdfDict, type PdfValue } from '#pdf/object';
import { decodeTextString } from '#pdf/text-string';
import type { CheckedDocument } from '../../model/checked-document.ts';
import type { FindingCollector } from '../../model/finding-collector.ts';
import { SharedLists } from '../../model/shared-lists.ts';
import type { Check, Rule } from '../rule.ts';

const nameRemedy = 'Give each configuration of the layers a name of its own.';

const nameRule: Rule = { pdfa: ['6.9', 1], pdfua: ['7.10', 1], remedy: nameRemedy };
const name4Rule: Rule = { pdfa4: ['6.10', 1], remedy: nameRemedy };
const nameUaRule: Rule = { pdfua2: ['8.7', 1], remedy: nameRemedy };
const uniqueRule: Rule = { pdfa: ['6.9', 2], pdfa4: ['6.10', 2], remedy: nameRemedy };
const orderRule: Rule = {
  pdfa: ['6.9', 3],
  pdfa4: ['6.10', 3],
  remedy: 'List all layers in the Order of each configuration.',
};
const automaticRule: Rule = {
  pdfa: ['6.9', 4],
  pdfua: ['7.10', 2],
  pdfua2: ['8.7', 2],
  remedy: 'Remove AS from the configurations of the layers.',
};

function inspect(document: CheckedDocument, findings: FindingCollector): void {
  const { file, catalog } = document;
  const properties = file.dict(catalog, 'OCProperties');
  if (!properties) return;
  const layers = new Set<string>();
  for (const item of file.array(properties, 'OCGs') ?? []) {
    const layer = file.resolve(item);
    if (isDict(layer)) layers.add(nameOf(document, layer) ?? '');
  }
  const configurations = [properties.get('D') ?? null, ...(file.array(properties, 'Configs') ?? [])]
    .map((item) => file.resolve(item))
    .filter(isDict);
  const hasSeveral = file.get(properties, 'Configs') !== null;
  const names = new Set<string>();
  const lists = new SharedLists(document);
  for (const configuration of configurations) {
    const object = document.objectNumber(configuration);
    const name = nameOf(document, configuration);
    if (name === undefined) {
      findings.add(name4Rule, { message: 'A configuration of the layers has no name.', object });
    }
    if (!name && hasSeveral) {
      findings.add(nameUaRule, { message: 'A configuration of the layers has no name.', object });
    }
    if (!name) findings.add(nameRule, { message: 'A configuration of the layers has no name.', object });
    if (name !== undefined && names.has(name)) {
      const message = `Two configurations of the layers have the name "${name.slice(0, 40)}".`;
      findings.add(uniqueRule, { message, object });
    }
    if (name !== undefined) names.add(name);
    if (file.get(configuration, 'AS') !== null) {
      findings.add(automaticRule, {
        message: 'A configuration of the layers changes by itself (AS).',
        object,
      });
    }
    const listed = listNames(document, file.get(configuration, 'Order'), lists);
    // Each configuration is compared with all layers.
    if (listed) file.spend(layers.size);
    const missing = listed && [...layers].filter((layer) => !listed.has(layer));
    if (missing && missing.length > 0) {
      const message = `The order of the layers lacks ${missing.slice(0, 5).join(', ') || 'one without a name'}.`;
      findings.add(orderRule, { message, object });
    }
  }
}

/** The names of the layers in an `/Order`, on all levels. Undefined if there is none. */
function listNames(
  document: CheckedDocument,
  order: PdfValue,
  lists: SharedLists,
): ReadonlySet<string> | undefined {
  if (!Array.isArray(order)) return undefined;
  const names = new Set<string>();
  const seen = new Set<PdfValue>();
  const waiting: PdfValue[] = [order];
  while (waiting.length > 0) {
    const value = document.file.resolve(waiting.pop());
    if (seen.has(value)) continue;
    seen.add(value);
    if (Array.isArray(value)) for (const item of lists.walk(value)) waiting.push(item);
    const name = isDict(value) ? nameOf(document, value) : undefined;
    if (name !== undefined) names.add(name);
  }
  return names;
}

function nameOf({ file }: CheckedDocument, dict: PdfDict): string | undefined {
  const name = file.string(dict, 'Name');
  return name && decodeTextString(name);
}

export const layerCheck: Check = {
  rules: [nameRule, name4Rule, nameUaRule, uniqueRule, orderRule, automaticRule],
  inspect,
};
