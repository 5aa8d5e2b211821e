import { describe, expect, it } from 'vitest';
import { findArtifacts } from '../../../../src/pdf/tagging/artifacts.ts';

const start = '.24 0 0 -.24 0 842 cm\n';
const text = (y: number) => `BT\n/F4 12 Tf\n1 0 0 -1 40 ${y} Tm\n<0001> Tj\nET\n`;
const element = (content: string) => `/P <</MCID 0 >>BDC\n${content}EMC\n`;
const margin = (content: string) => `q\n3.125 0 0 3.125 0 0 cm\n${content}Q\n`;

/** Returns kind and content of what was found. */
function find(content: string, { tagged = [] as string[], isPage = true } = {}) {
  const found = findArtifacts(content, { isPage, isTagged: (name) => tagged.includes(name) });
  return found.map((each) => [each.kind, content.slice(each.start, each.end)]);
}

describe('unmarked drawing', () => {
  it('between elements is one artifact, with the states in between', () => {
    const rules = '0 0 9 1 re\nf\n1 0 0 rg\n0 5 9 1 re\nf\n';
    expect(find(`${start}${element(text(9))}0 0 0 rg\n${rules}.5 g\n${element(text(20))}`)).toEqual([
      ['plain', rules],
    ]);
  });

  it('within saved states is an artifact around them, if they are complete', () => {
    const box = 'q\n0 0 9 9 re\nW* n\nq\n1 0 0 1 5 5 cm\n0 0 9 1 re\nf\nQ\nQ\n';
    expect(find(`${start}${box}${element(text(9))}`)).toEqual([['plain', box]]);
  });

  it('is two artifacts if a state is restored that was saved before an element', () => {
    const rule = '0 0 9 1 re\nf\n';
    expect(find(`${start}q\n${element(text(9))}${rule}Q\n${rule}`)).toEqual([
      ['plain', rule],
      ['plain', rule],
    ]);
  });

  it('is an artifact within a state that stays saved for the next element', () => {
    const rule = '0 0 9 1 re\nf\n';
    expect(find(`${start}q\n1 0 0 1 5 5 cm\n${rule}${element(text(9))}Q\n`)).toEqual([['plain', rule]]);
  });

  it('includes shadings, images and text, but no paths that only clip', () => {
    const content = `0 0 9 9 re\nW n\n/P5 sh\n/X6 Do\n${text(5)}`;
    expect(find(content, { isPage: false })).toEqual([['plain', content.slice(content.indexOf('/P5'))]]);
  });

  it('does not include forms that have tags, and is balanced around them', () => {
    const rule = '0 0 9 1 re\nf\n';
    expect(find(`q\n${rule}/X6 Do\n${rule}Q\n`, { tagged: ['X6'], isPage: false })).toEqual([
      ['plain', rule],
      ['plain', rule],
    ]);
  });

  it('is not found in what is an artifact already', () => {
    expect(find(`${start}/Artifact BMC\n${text(5)}EMC\n`)).toEqual([]);
  });

  it('is not found where only states and clips are', () => {
    expect(find(`${start}q\n0 0 9 9 re\nW* n\n1 0 0 rg\n/G3 gs\nQ\nBT\nET\n`)).toEqual([]);
  });
});

describe('the text of margins', () => {
  it('is a header above the middle of the page and a footer below it', () => {
    expect(find(`${start}${element(text(500))}${margin(text(40) + text(1100))}`)).toEqual([
      ['header', text(40)],
      ['footer', text(1100)],
    ]);
  });

  it('is found before the body too, and joined if it is on one side only', () => {
    const header = margin(text(40) + text(50));
    expect(find(`${start}${header}${element(text(500))}`)).toEqual([['header', header]]);
  });

  it('is found where the last element ends within it', () => {
    const body = `/P <</MCID 0 >>BDC\n${text(500)}q\n3.125 0 0 3.125 0 0 cm\n/G3 gs\nEMC\n`;
    expect(find(`${start}${body}${text(40)}Q\n${margin(text(1100))}`)).toEqual([
      ['header', text(40)],
      ['footer', margin(text(1100))],
    ]);
  });

  it('takes a picture behind it along', () => {
    const picture = 'q\n3.125 0 0 3.125 100 60 cm\n0 0 5 5 re\nf\nQ\n';
    const header = margin(text(40));
    expect(find(`${start}${element(text(500))}${header}${picture}`)).toEqual([['header', header + picture]]);
  });

  it('differs from text of the body by its origin', () => {
    const hidden = `q\n3.125 0 0 3.125 100 60 cm\n${text(40)}Q\n`;
    expect(find(`${start}${element(text(500))}${hidden}`)).toEqual([['plain', hidden]]);
  });
});

describe('the text of a glyph', () => {
  it('is a part of the text around it, marked or not', () => {
    const glyph = 'BT\n1 0 0 -1 40 40 Tm\n/Span<</ActualText <FEFF00AD> >> BDC\n<0001> Tj\nEMC\nET\n';
    expect(find(`${start}${element(glyph)}${glyph}${element(glyph)}`)).toEqual([['plain', glyph]]);
  });
});
