/** A text area with numbers of lines beside it, and one line marked where something is wrong. */

/** `lines` is the element for the numbers. */
export function startTextArea(text, lines) {
  let marked;

  function number() {
    const count = text.value.split('\n').length;
    const numbers = Array.from({ length: count }, (_, index) => {
      if (index + 1 !== marked) return `${index + 1}\n`;
      const mark = document.createElement('mark');
      mark.textContent = index + 1;
      return mark;
    });
    lines.replaceChildren(...numbers);
    lines.scrollTop = text.scrollTop;
  }

  /** `line` from 1, or undefined. */
  function mark(line) {
    if (marked === line) return;
    marked = line;
    number();
  }

  /** The cursor and the place that is looked at stay. */
  function set(wanted) {
    if (text.value === wanted) return;
    const { selectionStart, selectionEnd, scrollTop, scrollLeft } = text;
    text.value = wanted;
    text.setSelectionRange(selectionStart, selectionEnd);
    text.scrollTop = scrollTop;
    text.scrollLeft = scrollLeft;
    number();
  }

  /** Scrolls to a line and puts the cursor there. */
  function goTo(line, column = 1) {
    const before = text.value.split('\n').slice(0, line - 1);
    const at = before.join('\n').length + (before.length > 0 ? 1 : 0) + column - 1;
    text.focus();
    text.setSelectionRange(at, at);
    const height = Number.parseFloat(getComputedStyle(text).lineHeight);
    text.scrollTop = Math.max(0, (line - 4) * height);
  }

  text.addEventListener('input', number);
  text.addEventListener('scroll', () => {
    lines.scrollTop = text.scrollTop;
  });
  number();
  return { mark, set, goTo };
}
