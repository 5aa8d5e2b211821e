import type { unclobberedDocument } from '../unclobbered-document.ts';
import type { sheetsMatch } from './sheets-match.ts';

export interface TagParts {
  readonly unclobberedDocument: typeof unclobberedDocument;
  readonly sheetsMatch: typeof sheetsMatch;
}

export interface GroupSiblingsOptions {
  /** The children from which on an element is divided, and those of a group. */
  readonly minSiblings: number;
  readonly groupSize: number;
  /** What the names of hints begin with: see `tag-hint.ts` of the room `pdf`. */
  readonly prefix: string;
}

/**
 * Divides the children of elements that have very many of them into groups, in the accessibility tree only: what styles select
 * and where it is on the pages remains the same. Chromium looks for the n-th child of an element among all before it when it
 * writes tags, so that 30,000 list items take 150 s, and some 20 s in groups. `dissolveSiblingGroups` takes the groups out of the PDF.
 */
export function groupSiblings(
  { unclobberedDocument: getDocument, sheetsMatch: match }: TagParts,
  { minSiblings, groupSize, prefix }: GroupSiblingsOptions,
): void {
  const document = getDocument();
  const root = document.documentElement as Element | null;
  // A script may have removed it.
  if (!root) return;
  removeEarlier(root);
  const containers = [...document.querySelectorAll<HTMLElement>('*')].filter(isContainer);
  const hasOwners = document.querySelector('[aria-owns]') !== null;
  if (containers.length === 0 || hasOwners) return;
  // Children that get an id must look the same afterwards.
  if (match(document, /\[\s*(?:id|aria-owns)\b/i)) return;
  let ids = 0;
  for (const container of containers) {
    const children = [...container.children];
    if (!children.every(isBlock)) continue;
    for (const child of children) if (!child.id) child.id = nextId('sibling');
    const isList = /^(?:ol|ul|menu|dir)$/.test(container.localName);
    const groups: string[] = [];
    for (let i = 0; i < children.length; i += groupSize) {
      const members = children.slice(i, i + groupSize).map(({ id }) => id);
      // Only a list of its own has the kind of numbers that the tag of a list names.
      groups.push(addGroup('figure', isList ? [addGroup('list', members)] : members));
    }
    container.setAttribute('aria-owns', groups.join(' '));
  }

  /** Removes the groups of an earlier print of the same page. */
  function removeEarlier(from: Element): void {
    for (const group of from.querySelectorAll(':scope > pdfapi-siblings')) group.remove();
    for (const owner of document.querySelectorAll('[aria-owns^="pdfapi-siblings-"]')) {
      owner.removeAttribute('aria-owns');
    }
  }

  function nextId(kind: string): string {
    ids++;
    return `pdfapi-${kind}-${ids}`;
  }

  /**
   * After the body, where hardly any selector finds it. With a box, because Chromium gives other elements no children, and
   * without room for what a rule such as `*::before` adds.
   */
  function addGroup(role: string, members: readonly string[]): string {
    const group = document.createElement('pdfapi-siblings');
    group.id = nextId('siblings');
    group.setAttribute('role', role);
    if (role === 'figure') group.setAttribute('aria-label', `${prefix}siblings`);
    group.setAttribute('aria-owns', members.join(' '));
    group.style.cssText =
      'all:initial!important;display:block!important;position:absolute!important;top:0!important;left:0!important;width:0!important;height:0!important;overflow:hidden!important';
    root?.append(group);
    return group.id;
  }

  /** Text between the children would come before all of them. */
  function isContainer(element: HTMLElement): boolean {
    if (element.childElementCount < minSiblings || !(element instanceof HTMLElement)) return false;
    const isOther = /^(?:html|head|table|thead|tbody|tfoot|tr|select|datalist|optgroup)$/.test(
      element.localName,
    );
    // Roles such as `none` and `list` depend on the children of the element itself.
    if (isOther || (element.role !== null && !isNamedList(element))) return false;
    if (element.closest('[aria-hidden=true], [inert]')) return false;
    for (const { nodeType, nodeValue } of element.childNodes) {
      if (nodeType === Node.TEXT_NODE && /\S/.test(nodeValue ?? '')) return false;
    }
    return true;
  }

  /** Whether `hintTags` has named it for an earlier print. */
  function isNamedList({ localName, role }: HTMLElement): boolean {
    return localName === 'dl' && role === 'figure';
  }

  function isBlock(element: Element): boolean {
    const { id } = element;
    if (id && (/\s/.test(id) || document.getElementById(id) !== element)) return false;
    return /^(?:block|list-item|flow-root|flex|grid|table|none)$/.test(getComputedStyle(element).display);
  }
}
