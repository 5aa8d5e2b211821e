/** Images say what they show, or that they are decoration. */

import {
  ancestorsOf,
  getAttribute,
  getLabel,
  isPresentation,
  type LintDocument,
  type LintElement,
  quoteText,
} from '../lint-document.ts';
import { isPrinted } from '../mask-twig.ts';
import type { LintCheck, ReportLint } from './report.ts';

export const checkImages: LintCheck = (document, report) => {
  for (const element of document.elements) {
    if (document.isUnknown(element) || isPresentation(element)) continue;
    checkAlternative(document, report, element);
    if (isBareIcon(document, element)) {
      report(
        'icon-text',
        element,
        `An icon font draws a character here that is read out as something else: add aria-hidden="true" for decoration, or role="img" and aria-label.`,
      );
    }
  }
};

function checkAlternative(document: LintDocument, report: ReportLint, element: LintElement): void {
  const { tagName } = element;
  if (tagName === 'svg' && roleOf(element) !== 'img') {
    checkDrawing(document, report, element);
    return;
  }
  if (tagName === 'object' && isFrame(element)) {
    report(
      'image-alt',
      element,
      'What an SVG in an <object> shows is never read out: use <img> with alt, or say it in the text and add aria-hidden="true".',
    );
    return;
  }
  const remedy = findRemedy(element);
  if (remedy === undefined) return;
  const alt = getAttribute(element, 'alt')?.trim() ?? '';
  if (!hasAlternative(element)) {
    report('image-alt', element, `<${tagName}> has no text alternative: ${remedy}`);
  } else if (saysNothing(alt)) {
    report(
      'image-alt-text',
      element,
      `The alt text ${quoteText(alt)} does not say what the image shows: describe it as you would in a sentence, or use alt="" for decoration.`,
    );
  }
}

/**
 * Chromium tags the text of such a drawing, but neither its label nor its lines. `prepareToPrint` declares one with a label
 * to be an image, if it has no role and no links.
 */
function checkDrawing(document: LintDocument, report: ReportLint, element: LintElement): void {
  const [parent] = ancestorsOf(element);
  if (parent?.namespaceURI === element.namespaceURI) return;
  if (getLabel(element) !== undefined || hasTitle(element)) {
    if (getAttribute(element, 'role') === undefined && !hasLink(element)) return;
    report('image-alt', element, 'The label of this <svg> is read out only with role="img": add it.');
  } else if (document.text(element) === '' && !(parent && getLabel(parent))) {
    report(
      'image-alt',
      element,
      'This <svg> is not read out: add aria-label or a <title> with what it shows, or aria-hidden="true" for decoration.',
      'hint',
    );
  }
}

const hasLink = (element: LintElement): boolean =>
  element.childNodes.some((child) => 'tagName' in child && (child.tagName === 'a' || hasLink(child)));

/** Returns undefined for what is no image. */
function findRemedy(element: LintElement): string | undefined {
  const { tagName } = element;
  if (tagName === 'img') return 'add alt with what it shows, or alt="" for decoration.';
  if (tagName === 'area') {
    return getAttribute(element, 'href') === undefined ? undefined : 'add alt with where the link leads.';
  }
  if (tagName === 'input') {
    return typeOf(element) === 'image' ? 'add alt with what the button does.' : undefined;
  }
  const role = roleOf(element);
  const isDrawn = tagName === 'canvas' || (tagName === 'object' && isPicture(element));
  if (isDrawn && role !== '' && role !== 'img') return 'replace its role by role="img".';
  if (role !== 'img' && !isDrawn) return undefined;
  return `add aria-label${tagName === 'svg' ? ' or a <title>' : ''} with what it shows, or aria-hidden="true" for decoration.`;
}

function hasAlternative(element: LintElement): boolean {
  const { tagName } = element;
  const isDrawn = tagName === 'canvas' || tagName === 'object';
  if (isDrawn && roleOf(element) !== '' && roleOf(element) !== 'img') return false;
  if (getLabel(element) !== undefined || getAttribute(element, 'title')?.trim()) return true;
  if (element.tagName === 'img') return getAttribute(element, 'alt') !== undefined;
  return element.tagName === 'svg' && hasTitle(element);
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

/** Chromium tags its document, in which the label does not count. */
const isFrame = (object: LintElement): boolean =>
  typeOf(object).startsWith('image/svg') || /\.svg$/i.test((getAttribute(object, 'data') ?? '').trim());

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
