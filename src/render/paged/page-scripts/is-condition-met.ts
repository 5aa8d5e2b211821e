/** Whether the condition of rules holds, such as `@media print`. Says yes for those that only an element decides. */
export function isConditionMet(condition: string): boolean {
  const [, name, text = ''] = /^@(\S+)\s*([\s\S]*)$/.exec(condition) ?? [];
  if (name === 'media') return matchMedia(text).matches;
  return name !== 'supports' || CSS.supports(text);
}
