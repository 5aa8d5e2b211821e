/** Whether the text of a rule matches. A sheet of another host cannot be read. */
export function sheetsMatch({ styleSheets }: Document, pattern: RegExp): boolean {
  return [...styleSheets].some((sheet) => {
    try {
      return [...sheet.cssRules].some(({ cssText }) => pattern.test(cssText));
    } catch {
      return false;
    }
  });
}
