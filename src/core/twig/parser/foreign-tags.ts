/** Tags of other template languages (Liquid, Jinja, Smarty, Blade), with what Twig has instead. */
const hints: ReadonlyMap<string, string> = new Map([
  ['assign', 'Twig writes "{% set name = value %}".'],
  ['capture', 'Twig writes "{% set name %}…{% endset %}".'],
  ['case', 'Twig has "if" and "elseif" for this.'],
  ['comment', 'Twig writes comments as "{# … #}".'],
  ['elif', 'Twig writes "elseif".'],
  ['elsif', 'Twig writes "elseif".'],
  ['foreach', 'Twig writes "{% for item in items %}".'],
  ['let', 'Twig writes "{% set name = value %}".'],
  ['raw', 'Twig writes "{% verbatim %}".'],
  ['render', 'Twig writes "{% include \'name\' %}".'],
  ['switch', 'Twig has "if" and "elseif" for this.'],
  ['unless', 'Twig writes "{% if not … %}".'],
  ['while', 'Twig has only "for", over a list or a range such as 1..10.'],
]);

/** Begins with a space, and is empty where there is nothing to say. */
export function foreignTag(name: string): string {
  const hint = hints.get(name.toLowerCase());
  return hint === undefined ? '' : ` ${hint}`;
}
