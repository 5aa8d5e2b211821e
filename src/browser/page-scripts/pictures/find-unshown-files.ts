/** A picture or font that has loaded and cannot be shown. */
export interface UnshownFile {
  readonly kind: 'picture' | 'style' | 'font';
  /** Absolute, or as it is written if it is no address. Several for a font with several sources. */
  readonly addresses: readonly string[];
  /** Where it is: a tag, a selector, or the family of a font. */
  readonly place: string;
}

export interface UnshownFilesOptions {
  /** The address below which the document's own files are. */
  readonly origin: string;
  readonly maxFiles: number;
  readonly maxAddressCharacters: number;
  /** Pictures in CSS that are checked. */
  readonly maxStylePictures: number;
  readonly maxStyleRules: number;
}

/**
 * Waits for `images` and returns what the browser cannot show of them and of other pictures and fonts. What did not load
 * is included. Nothing is requested over the network: of the pictures in styles, only those in `data:` addresses and the
 * document's own files are checked.
 */
export async function findUnshownFiles(
  document: Document,
  images: readonly HTMLImageElement[],
  options: UnshownFilesOptions,
): Promise<UnshownFile[]> {
  const { origin, maxFiles, maxAddressCharacters, maxStylePictures, maxStyleRules } = options;
  const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length)}…` : text);
  const toFile = (kind: UnshownFile['kind'], addresses: readonly string[], place: string): UnshownFile => {
    const shown = addresses.map((each) => cut(each.trim(), /^data:/i.test(each) ? 40 : maxAddressCharacters));
    return { kind, addresses: shown, place };
  };
  const tagOf = (element: Element): string => {
    const name = ['id', 'alt', 'class'].find((attribute) => element.getAttribute(attribute)?.trim());
    const value = name && cut((element.getAttribute(name) ?? '').replace(/\s+/g, ' ').trim(), 60);
    return `<${element.localName}${name ? ` ${name}="${value}"` : ''}>`;
  };
  const isVisible = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });
  /** Whether it is a picture of one pixel, which counts readers and would not be seen anyway. */
  const isDot = (element: Element): boolean =>
    ['width', 'height'].every((side) => /^[01](?: *px)?$/.test(element.getAttribute(side)?.trim() ?? ''));
  const absolute = (address: string, base: string): string =>
    URL.canParse(address, base) ? new URL(address, base).href : address;

  const canDecode = async (image: HTMLImageElement): Promise<boolean> => {
    // A script may set another address meanwhile, which rejects as well.
    for (let tries = 0; tries < 3; tries++) {
      const { currentSrc } = image;
      try {
        await image.decode();
        return true;
      } catch {
        if (image.currentSrc === currentSrc) return image.naturalWidth > 0;
      }
    }
    return true;
  };
  const canLoad = async (address: string): Promise<boolean> => {
    const image = new Image();
    image.src = address;
    return await canDecode(image);
  };
  /** The document's own files come from memory. */
  const mayLoad = (address: string): boolean => /^data:/i.test(address) || address.startsWith(origin);

  type Checked = Promise<UnshownFile | undefined>;
  const checkImage = async (image: HTMLImageElement): Checked => {
    if (await canDecode(image)) return undefined;
    const written = image.getAttribute('src');
    if ((written === null && image.currentSrc === '') || isDot(image) || !isVisible(image)) return undefined;
    const address = image.currentSrc || (written ?? '');
    // The address of a picture that a policy blocks is known only as it is written.
    return toFile('picture', [address && absolute(address, document.baseURI)], tagOf(image));
  };
  const checkDrawn = async (image: SVGImageElement & { decode?(): Promise<void> }): Checked => {
    const address = image.getAttribute('href') ?? image.getAttribute('xlink:href');
    if (address === null || !image.decode || !isVisible(image)) return undefined;
    try {
      await image.decode();
      return undefined;
    } catch {
      return toFile('picture', [absolute(address, document.baseURI)], tagOf(image));
    }
  };
  const checkAttribute = async (element: Element, name: string): Checked => {
    const address = absolute(element.getAttribute(name) ?? '', document.baseURI);
    if (!isVisible(element) || !mayLoad(address) || (await canLoad(address))) return undefined;
    return toFile('picture', [address], tagOf(element));
  };

  /** Where CSS names a picture. */
  type Place = { readonly property: string; readonly element?: Element; readonly selector?: string };
  const pictures = new Map<string, Place[]>();
  const properties = [
    'background-image',
    'border-image-source',
    'list-style-image',
    'content',
    'mask-image',
  ] as const;
  const collect = (style: CSSStyleDeclaration, base: string, place: Omit<Place, 'property'>) => {
    for (const property of properties) {
      const value = style.getPropertyValue(property);
      if (!value.includes('url(')) continue;
      for (const [, written = ''] of value.matchAll(/url\("((?:[^"\\]|\\.)*)"\)/g)) {
        const address = absolute(written, base);
        if (!mayLoad(address)) continue;
        const places = pictures.get(address);
        if (places) places.push({ property, ...place });
        else if (pictures.size < maxStylePictures) pictures.set(address, [{ property, ...place }]);
      }
    }
  };
  const fontRules: { readonly style: CSSStyleDeclaration; readonly base: string }[] = [];
  const brokenFonts = [...document.fonts].some(({ status }) => status === 'error');
  let rulesLeft = maxStyleRules;
  const readRules = (rules: CSSRuleList, base: string): void => {
    for (const rule of rules) {
      if (rulesLeft-- <= 0) return;
      if (rule instanceof CSSFontFaceRule) {
        if (brokenFonts) fontRules.push({ style: rule.style, base });
      } else if (rule instanceof CSSImportRule) {
        if (rule.styleSheet) readSheet(rule.styleSheet);
      } else {
        if (rule instanceof CSSStyleRule) collect(rule.style, base, { selector: rule.selectorText });
        if ('cssRules' in rule) readRules((rule as CSSGroupingRule).cssRules, base);
      }
    }
  };
  const readSheet = (sheet: CSSStyleSheet): void => {
    const { ownerNode } = sheet;
    const text = ownerNode instanceof HTMLStyleElement ? ownerNode.textContent : undefined;
    // To search a text is much faster than to read its rules. Scripts may have added rules to an empty one.
    if (text && !brokenFonts && !/url\(|@import/i.test(text)) return;
    try {
      readRules(sheet.cssRules, sheet.href ?? document.baseURI);
    } catch {
      // A sheet from another host cannot be read.
    }
  };
  /** Whether the cascade leaves the picture to an element that is shown. */
  const isUsed = (address: string, { property, element, selector = '' }: Place): boolean => {
    const pseudo = /::?(?:before|after|marker)\b/.exec(selector)?.[0];
    const matched = selector.replace(/::?(?:before|after|marker)\b/g, '').trim() || '*';
    let elements: Element[] = [];
    try {
      elements = element ? [element] : [...document.querySelectorAll(matched)].slice(0, 100);
    } catch {
      // It is nested, or names a part of an element.
      return true;
    }
    const shows = (each: Element, part?: string) =>
      getComputedStyle(each, part).getPropertyValue(property).includes(address);
    return elements.some((each) => isVisible(each) && (shows(each) || (pseudo && shows(each, pseudo))));
  };
  const checkStyles = async (): Promise<(UnshownFile | undefined)[]> => {
    for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) readSheet(sheet);
    for (const element of document.querySelectorAll<HTMLElement>('[style*="url("]')) {
      collect(element.style, document.baseURI, { element });
    }
    const check = async ([address, places]: [string, Place[]]): Checked => {
      // Style sheets of frameworks have dozens that a document does not use.
      const place = places.find((each) => isUsed(address, each));
      if (!place || (await canLoad(address))) return undefined;
      const { element, selector = '' } = place;
      return toFile('style', [address], element ? tagOf(element) : cut(selector, 60));
    };
    return await Promise.all([...pictures].map(check));
  };
  const checkFonts = (): UnshownFile[] => {
    if (!brokenFonts) return [];
    const files: UnshownFile[] = [];
    const plain = (family: string) => family.replace(/^["']|["']$/g, '');
    const keyOf = (...descriptors: string[]) => descriptors.join('/');
    const rules = Map.groupBy(fontRules, ({ style }) =>
      keyOf(
        plain(style.getPropertyValue('font-family')),
        style.getPropertyValue('font-weight') || 'normal',
        style.getPropertyValue('font-style') || 'normal',
        style.getPropertyValue('unicode-range') || 'U+0-10FFFF',
      ),
    );
    for (const { family, weight, style, unicodeRange, status } of document.fonts) {
      // Faces are in the order of their rules.
      const rule = rules.get(keyOf(plain(family), weight, style, unicodeRange))?.shift();
      if (status !== 'error') continue;
      const source = rule?.style.getPropertyValue('src') ?? '';
      const written = [...source.matchAll(/url\("((?:[^"\\]|\\.)*)"\)/g)].map(([, each = '']) => each);
      // A font that only the reader's computer may have is no file.
      if (rule && written.length === 0) continue;
      const addresses = written.map((each) => absolute(each, rule?.base ?? document.baseURI));
      files.push(toFile('font', addresses, plain(family)));
    }
    return files;
  };

  const all = (selector: string) => [...document.querySelectorAll(selector)];
  const inElements = await Promise.all([
    ...images.map(checkImage),
    ...[...document.querySelectorAll<SVGImageElement>('svg image')].map(checkDrawn),
    ...all('input[type=image i][src]').map((each) => checkAttribute(each, 'src')),
    ...all('video[poster]').map((each) => checkAttribute(each, 'poster')),
  ]);
  const files = [...inElements, ...(await checkStyles()), ...checkFonts()];
  return files.filter((file) => file !== undefined).slice(0, maxFiles);
}
