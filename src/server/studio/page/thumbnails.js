/** The pictures in the list of templates: fetched when they come into view, few at a time. */
import { thumbnail } from './server.js';

/** Requests at a time: a browser has few connections, and the page needs some of them. */
const most = 2;

export function startThumbnails() {
  let running = new AbortController();
  let active = 0;
  /** Pictures that are in view and not fetched yet. */
  const wanted = new Map();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) wanted.delete(target);
        else if (target.template) wanted.set(target, target.template);
      }
      next();
    },
    { rootMargin: '50% 0px' },
  );

  function next() {
    for (const [image, template] of wanted) {
      if (active >= most) return;
      wanted.delete(image);
      observer.unobserve(image);
      active += 1;
      load(image, template, running.signal).finally(() => {
        active -= 1;
        next();
      });
    }
  }

  return {
    /** Returns the picture of a template, empty until it is fetched. */
    create(template) {
      const image = document.createElement('img');
      image.className = 'thumbnail';
      // The name of the template is beside it.
      image.alt = '';
      image.template = template;
      image.dataset.state = 'waiting';
      observer.observe(image);
      return image;
    },
    /** Before the list is shown again, or left. */
    clear() {
      running.abort();
      running = new AbortController();
      wanted.clear();
      observer.disconnect();
    },
  };
}

async function load(image, { id, latest_hash: hash }, signal) {
  try {
    const picture = await thumbnail(id, hash, signal);
    if (!picture) {
      image.dataset.state = 'failed';
      image.title = 'This template cannot be rendered with its sample data.';
      return;
    }
    image.addEventListener('load', () => URL.revokeObjectURL(image.src), { once: true });
    image.src = URL.createObjectURL(picture);
    image.dataset.state = 'shown';
  } catch (error) {
    if (error.name !== 'AbortError') image.dataset.state = 'failed';
  }
}
