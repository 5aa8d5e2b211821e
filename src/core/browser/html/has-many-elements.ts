/** Whether HTML has at least so many start tags. Stops counting as soon as the answer is known. */
export function hasManyElements(html: string, minElements: number): boolean {
  let count = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    // Neither an end tag nor a comment.
    if (isLetter(html.charCodeAt(at + 1)) && ++count >= minElements) return true;
  }
  return false;
}

const isLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
