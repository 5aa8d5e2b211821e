import type { unclobberedDocument } from '../unclobbered-document.ts';

/**
 * Returns those of the given pictures that the document does more with than to show the whole of them in an `<img>`: parts
 * of them, backgrounds, filters, masks. Chromium draws these pixel by pixel.
 */
export function findChangedPictures(
  getDocument: typeof unclobberedDocument,
  urls: readonly string[],
): string[] {
  const document = getDocument();
  const changed = new Set<string>();
  const shown = new Set<string>();
  const wanted = new Set(urls);
  const changesPixels = new Map<Element | null, boolean>([[null, false]]);
  let filtersAll = false;
  const isSet = (value: string | undefined): boolean =>
    value !== undefined && value !== '' && value !== 'none' && value !== 'auto';
  const addAddresses = (css: string | undefined): void => {
    if (css === undefined || !css.includes('url(')) return;
    for (const [, address = ''] of css.matchAll(/url\("([^"]*)"\)/g)) changed.add(address);
  };
  const addStyles = (style: CSSStyleDeclaration): void => {
    addAddresses(style.backgroundImage);
    addAddresses(style.borderImageSource);
    addAddresses(style.listStyleImage);
    addAddresses(style.content);
    addAddresses(style.maskImage);
    addAddresses(style.getPropertyValue('-webkit-mask-box-image-source'));
    addAddresses(style.shapeOutside);
  };
  const isCropped = (image: HTMLImageElement, style: CSSStyleDeclaration): boolean => {
    if (isSet(style.getPropertyValue('object-view-box'))) return true;
    if (style.objectFit !== 'cover' && style.objectFit !== 'none') return false;
    const width = image.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const height = image.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
    const { naturalWidth, naturalHeight } = image;
    if (style.objectFit === 'none') return naturalWidth > width || naturalHeight > height;
    return (
      Math.abs(width * naturalHeight - height * naturalWidth) > 0.5 * Math.max(naturalWidth, naturalHeight)
    );
  };
  for (const element of document.querySelectorAll('*')) {
    const style = getComputedStyle(element);
    addStyles(style);
    for (const part of ['::before', '::after', '::marker']) addStyles(getComputedStyle(element, part));
    if (isSet(style.getPropertyValue('backdrop-filter'))) filtersAll = true;
    const own =
      isSet(style.filter) ||
      isSet(style.maskImage) ||
      isSet(style.getPropertyValue('-webkit-mask-box-image-source')) ||
      isSet(style.perspective) ||
      style.transform.startsWith('matrix3d') ||
      style.getPropertyValue('background-clip') === 'text';
    // Ancestors come first.
    const inherited = changesPixels.get(element.parentElement) ?? false;
    changesPixels.set(element, own || inherited);
    if (element instanceof HTMLImageElement) {
      shown.add(element.currentSrc);
      if (own || inherited || isCropped(element, style)) changed.add(element.currentSrc);
    } else {
      const address = element.getAttribute('href') ?? element.getAttribute('xlink:href');
      if (address !== null && element instanceof SVGImageElement) {
        changed.add(URL.canParse(address, document.baseURI) ? new URL(address, document.baseURI).href : '');
      }
    }
  }
  return urls
    .filter((url) => filtersAll || changed.has(url) || !shown.has(url))
    .filter((url) => wanted.has(url));
}
