/** Tags of other template languages (Liquid, Jinja, Smarty, Blade) and of Twig 2, each with Twig's equivalent. */
const hints: ReadonlyMap<string, string> = new Map([
  ['assign', 'Twig writes "{% set name = value %}".'],
  ['break', 'A loop ends with its list: shorten it with "|slice(0, 5)" or "|filter(item => …)".'],
  ['capture', 'Twig writes "{% set name %}…{% endset %}".'],
  ['case', 'Twig has "if" and "elseif" for this.'],
  ['comment', 'Twig writes comments as "{# … #}".'],
  ['continue', 'Twig writes "{% for item in items|filter(item => …) %}", or "if" around the rest.'],
  ['elif', 'Twig writes "elseif".'],
  ['elsif', 'Twig writes "elseif".'],
  ['filter', 'Twig writes "{% apply upper %}…{% endapply %}".'],
  ['foreach', 'Twig writes "{% for item in items %}".'],
  ['let', 'Twig writes "{% set name = value %}".'],
  ['raw', 'Twig writes "{% verbatim %}".'],
  ['render', 'Twig writes "{% include \'name\' %}".'],
  ['spaceless', 'Twig writes "{% apply spaceless %}…{% endapply %}".'],
  ['switch', 'Twig has "if" and "elseif" for this.'],
  ['trans', 'Twig writes "{{ \'Invoice\'|trans }}".'],
  ['unless', 'Twig writes "{% if not … %}".'],
  ['while', 'Twig has only "for", over a list or a range such as 1..10.'],
]);

/** Returns the hint about an unknown tag: with a leading space, or empty if there is no hint. */
export function foreignTag(name: string): string {
  const hint = hints.get(name.toLowerCase());
  return hint === undefined ? '' : ` ${hint}`;
}
