/** A page that shows which of its timers ran, and how often. */

const sleep = '(ms) => new Promise((done) => setTimeout(done, ms))';

/** The source of a function that counts the calls of timers by name, in the text of the page. */
export const show = `const shown = {};
  const show = (name) => { shown[name] = (shown[name] ?? 0) + 1; out.textContent = Object.entries(shown).sort().join(' ') };`;
/** A page with timers and frames of all kinds. */
export const timersPage = `<p id="out"></p><script>${show}
  const sleep = ${sleep};
  setTimeout(() => show('a2900'), 2900);
  setTimeout(() => show('b3100'), 3100);
  setTimeout(() => show('c5000'), 5000);
  setInterval(() => show('d1000'), 1000);
  setInterval(() => show('e70'), 70);
  setTimeout(function chain() { show('f400'); setTimeout(chain, 400) }, 400);
  (async () => { for (;;) { await sleep(250); show('g250') } })();
  requestAnimationFrame(function frame() { show('h'); requestAnimationFrame(frame) });
</script>`;
/** The text that the page has if exactly the timers within three seconds of waiting ran. */
export const shownTimers = 'a2900,1 d1000,3 e70,42 f400,7 g250,12 h,187';
