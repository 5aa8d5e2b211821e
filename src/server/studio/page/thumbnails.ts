/** The pictures in the list of templates: fetched when they come into view, few at a time. */
import { element } from '#studio/page/element';
import { isAborted } from '#studio/page/failure-card';
import { type Answer, server } from './server.ts';

type Template = Answer<'listManagedTemplates'>[number];

export interface ThumbnailLoader {
  /** Returns the picture of a template, empty until it is fetched. */
  create(template: Template): HTMLImageElement;
  /** Before the list is shown again, or left. */
  clear(): void;
}

/** Requests at a time: a browser has few connections, and the page needs some of them. */
const most = 2;

export function startThumbnails(): ThumbnailLoader {
  let running = new AbortController();
  let active = 0;
  /** By the pictures, which are observed until they are fetched. */
  const templates = new Map<Element, Template>();
  /** Pictures that are in view and not fetched yet. */
  const wanted = new Set<HTMLImageElement>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!(target instanceof HTMLImageElement)) continue;
        if (isIntersecting) wanted.add(target);
        else wanted.delete(target);
      }
      next();
    },
    { rootMargin: '50% 0px' },
  );

  function next() {
    for (const image of wanted) {
      if (active >= most) return;
      const template = templates.get(image);
      wanted.delete(image);
      templates.delete(image);
      observer.unobserve(image);
      if (!template) continue;
      active += 1;
      load(image, template, running.signal).finally(() => {
        active -= 1;
        next();
      });
    }
  }

  return {
    create(template) {
      // The name of the template is beside it.
      const image = element('img', { className: 'thumbnail', alt: '' });
      image.dataset.state = 'waiting';
      templates.set(image, template);
      observer.observe(image);
      return image;
    },
    clear() {
      running.abort();
      running = new AbortController();
      wanted.clear();
      templates.clear();
      observer.disconnect();
    },
  };
}

async function load(image: HTMLImageElement, template: Template, signal: AbortSignal): Promise<void> {
  try {
    const picture = await server.thumbnail(template.id, template.latest_hash, signal);
    if (!picture) {
      image.dataset.state = 'failed';
      image.title = 'This template cannot be rendered with its sample data.';
      return;
    }
    image.addEventListener('load', () => URL.revokeObjectURL(image.src), { once: true });
    image.src = URL.createObjectURL(picture);
    image.dataset.state = 'shown';
  } catch (error) {
    if (!isAborted(error)) image.dataset.state = 'failed';
  }
}
