/** Names that people read must be UTF-8: clause 6.1.8. */
import { isUtf8 } from 'node:buffer';
import { getName, isDict, type PdfDict, type PdfValue } from '#pdf/object';
import type { ContentVisitor } from '../../content/content-visitor.ts';
import type { CheckedDocument } from '../../model/checked-document.ts';
import type { FindingCollector } from '../../model/finding-collector.ts';
import type { Check, Rule } from '../rule.ts';

const utf8Rule: Rule = { pdfa: ['6.1.8', 1], pdfa4: ['6.1.7', 1] };

function checkName(
  name: string | undefined,
  what: string,
  object: number | undefined,
  findings: FindingCollector,
): void {
  if (name === undefined || isUtf8(Buffer.from(name, 'latin1'))) return;
  findings.add(utf8Rule, { message: `The name ${JSON.stringify(name)} of ${what} is not UTF-8.`, object });
}

/** Types of structure elements, and the role map. */
function inspect(document: CheckedDocument, findings: FindingCollector): void {
  const { file } = document;
  // Thousands of elements share a few types.
  const seen = new Set<string>();
  const root = file.dict(document.catalog, 'StructTreeRoot');
  if (!root) return;
  for (const [type, role] of file.dict(root, 'RoleMap') ?? []) {
    checkName(type, 'a structure type', document.objectNumber(root), findings);
    checkName(getName(file.resolve(role)), 'a structure type', document.objectNumber(root), findings);
  }
  for (const { value, number } of document.objects) {
    if (!isDict(value) || !value.has('S') || !value.has('P')) continue;
    const type = document.nameAt(value, 'S');
    if (type === undefined || seen.has(type)) continue;
    seen.add(type);
    checkName(type, 'a structure type', number, findings);
  }
}

/** Fonts and colorants in the resources of contents. */
function visit(document: CheckedDocument, findings: FindingCollector): ContentVisitor {
  const { file } = document;
  const seen = new Set<PdfDict>();
  return {
    enter: ({ ownResources, inheritedResources, object }) => {
      const resources = ownResources ?? inheritedResources;
      if (!resources || seen.has(resources)) return;
      seen.add(resources);
      for (const font of file.dict(resources, 'Font')?.values() ?? []) {
        checkName(
          document.nameAt(document.dictOf(font), 'BaseFont'),
          'a font',
          document.objectNumber(font),
          findings,
        );
      }
      for (const space of file.dict(resources, 'ColorSpace')?.values() ?? []) {
        for (const name of colorants(document, space)) checkName(name, 'a colorant', object, findings);
      }
    },
  };
}

function colorants({ file }: CheckedDocument, value: PdfValue): (string | undefined)[] {
  const space = file.resolve(value);
  if (!Array.isArray(space)) return [];
  const kind = getName(file.resolve(space[0]));
  const names = file.resolve(space[1]);
  if (kind === 'Separation') return [getName(names)];
  return kind === 'DeviceN' && Array.isArray(names) ? names.map((name) => getName(file.resolve(name))) : [];
}

export const nameCheck: Check = { rules: [utf8Rule], inspect, visit };
