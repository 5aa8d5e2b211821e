/** Images say what they show, or that they are decoration. */

import {
  getAttribute,
  getLabel,
  isPresentation,
  type LintDocument,
  type LintElement,
  quoteText,
} from '../lint-document.ts';
import { isPrinted } from '../mask-twig.ts';
import type { LintCheck } from './report.ts';

export const checkImages: LintCheck = (document, report) => {
  for (const element of document.elements) {
    if (document.isUnknown(element) || isPresentation(element)) continue;
    const remedy = remedies.find(({ isImage }) => isImage(element))?.remedy;
    if (remedy !== undefined && !hasAlternative(document, element)) {
      report('image-alt', element, `<${element.tagName}> has no text alternative: ${remedy}`);
    }
    const alt = getAttribute(element, 'alt')?.trim() ?? '';
    if (remedy !== undefined && saysNothing(alt)) {
      report(
        'image-alt-text',
        element,
        `The alt text ${quoteText(alt)} does not say what the image shows: describe it as you would in a sentence, or use alt="" for decoration.`,
      );
    }
    if (isBareIcon(document, element)) {
      report(
        'icon-text',
        element,
        `An icon font draws a character here that is read out as something else: add aria-hidden="true" for decoration, or role="img" and aria-label.`,
      );
    }
  }
};

const describe = 'add alt with what it shows, or alt="" for decoration.';

const remedies: readonly { readonly isImage: (element: LintElement) => boolean; readonly remedy: string }[] =
  [
    { isImage: ({ tagName }) => tagName === 'img', remedy: describe },
    {
      isImage: (element) => element.tagName === 'area' && getAttribute(element, 'href') !== undefined,
      remedy: 'add alt with where the link leads.',
    },
    {
      isImage: (element) => element.tagName === 'input' && typeOf(element) === 'image',
      remedy: 'add alt with what the button does.',
    },
    {
      isImage: (element) => element.tagName === 'svg' && roleOf(element) === 'img',
      remedy: 'add aria-label or a <title> with what it shows, or aria-hidden="true" for decoration.',
    },
    {
      isImage: (element) => element.tagName === 'object' && isPicture(element),
      remedy: 'put a text between its tags or in aria-label, or add aria-hidden="true" for decoration.',
    },
    {
      isImage: ({ tagName }) => tagName === 'canvas',
      remedy: 'put a text between its tags or in aria-label, or add aria-hidden="true" for decoration.',
    },
    {
      isImage: (element) => roleOf(element) === 'img',
      remedy: 'add aria-label with what it shows.',
    },
  ];

function hasAlternative(document: LintDocument, element: LintElement): boolean {
  if (getLabel(element) !== undefined || getAttribute(element, 'title')?.trim()) return true;
  if (element.tagName === 'img') return getAttribute(element, 'alt') !== undefined;
  if (element.tagName === 'svg') return hasTitle(element);
  // Their content is shown in their place, or read out instead of them.
  if (element.tagName === 'object' || element.tagName === 'canvas') return document.text(element) !== '';
  return false;
}

const hasTitle = (svg: LintElement): boolean =>
  svg.childNodes.some(
    (child) =>
      'tagName' in child &&
      child.tagName === 'title' &&
      child.childNodes.some((text) => 'value' in text && text.value.trim() !== ''),
  );

const typeOf = (element: LintElement): string => (getAttribute(element, 'type') ?? '').trim().toLowerCase();

const roleOf = (element: LintElement): string => (getAttribute(element, 'role') ?? '').trim().toLowerCase();

const isPicture = (element: LintElement): boolean =>
  typeOf(element).startsWith('image/') ||
  /\.(?:svg|png|jpe?g|gif|webp|avif)$/i.test((getAttribute(element, 'data') ?? '').trim());

const generic = new Set([
  ...['image', 'img', 'picture', 'photo', 'graphic', 'icon', 'figure', 'untitled', 'placeholder'],
  ...['bild', 'foto', 'grafik', 'abbildung', 'symbol', 'photographie', 'graphique', 'icône'],
  ...['imagen', 'gráfico', 'immagine', 'figura', 'imagem', 'afbeelding', 'obraz', 'zdjęcie'],
]);

const saysNothing = (alt: string): boolean =>
  !isPrinted(alt) &&
  (generic.has(alt.toLowerCase()) || /^[^\s"]{1,150}\.(?:png|jpe?g|gif|svg|webp|avif|bmp|tiff?)$/i.test(alt));

/** Classes of icon fonts in wide use: Font Awesome, Bootstrap Icons, Material Icons, Glyphicons, and their imitators. */
const iconClass =
  /(?:^|\s)(?:fa[srlbd]?|fa-(?:solid|regular|light|brands)|bi|ti|ri|mdi|glyphicon|dashicons|icomoon|material-(?:icons|symbols)(?:-\w{1,20})?)(?:\s|$)/;

function isBareIcon(document: LintDocument, element: LintElement): boolean {
  if (element.tagName !== 'i' && element.tagName !== 'span') return false;
  const classes = getAttribute(element, 'class') ?? '';
  if (!iconClass.test(classes) || getLabel(element) !== undefined) return false;
  // The name of a Material icon is its text: `home`.
  return document.text(element) === '' || classes.includes('material-');
}
