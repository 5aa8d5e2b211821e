/** `plural`, `singular` and `convert_encoding`. The forms are among those that Symfony's inflector returns. */
import { expect, it } from 'vitest';
import { compile } from '../../../src/twig/index.ts';

const render = (expression: string) => compile(`{{ ${expression} }}`).render({});

it.each([
  ['city', 'cities'],
  ['box', 'boxes'],
  ['bus', 'buses'],
  ['day', 'days'],
  ['person', 'people'],
  ['child', 'children'],
  ['leaf', 'leaves'],
  ['analysis', 'analyses'],
  ['sheep', 'sheep'],
  ['', ''],
])('%s and %s are singular and plural of each other', (one, many) => {
  expect(render(`'${one}'|plural`)).toBe(many);
  expect(render(`'${many}'|singular`)).toBe(one);
});

it.each([
  ['cheval', 'chevaux'],
  ['bijou', 'bijoux'],
  ['trou', 'trous'],
  ['travail', 'travaux'],
  ['détail', 'détails'],
  ['festival', 'festivals'],
  ['pneu', 'pneus'],
  ['jeu', 'jeux'],
  ['tuyau', 'tuyaux'],
  ['bateau', 'bateaux'],
])('%s and %s are singular and plural of each other in French', (one, many) => {
  expect(render(`'${one}'|plural('fr')`)).toBe(many);
  expect(render(`'${many}'|singular('fr')`)).toBe(one);
});

it('changes the last word of a text, and keeps its case', () => {
  expect(render("'invoice Line'|plural")).toBe('invoice Lines');
  expect(render("'People'|singular")).toBe('Person');
});

it('leaves the encoding of a text unchanged, and escapes the text', () => {
  expect(render("'<é>'|convert_encoding('UTF-8', 'UTF-8')")).toBe('&lt;é&gt;');
  expect(render("'é'|convert_encoding('UTF-8', 'ISO-8859-1')")).toBe('é');
});
