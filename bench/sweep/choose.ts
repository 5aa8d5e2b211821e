/**
 * Chooses the hundred files of `test/stress/sweep`, from all that a sweep has found: node bench/sweep/choose.ts all.json. One
 * after the other, it takes the file whose features are rarest among those that no chosen file has yet, for its size.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInstalled, type SweepFile, sweepFiles } from './files/sweep-files.ts';
import { describeRefusal } from './report/remedies.ts';
import { judgeOutcome } from './report/verdict.ts';
import type { FileOutcome } from './work/outcome.ts';

const count = 100;
/** From each repository first, because each has files of its own kinds of trouble. */
const ofEach = 2;
/** Larger files would take most of the time of the test. */
const maxBytes = 300_000;

const [, , results] = process.argv;
const found: readonly FileOutcome[] = results === undefined ? [] : JSON.parse(readFileSync(results, 'utf8'));
const outcomes = new Map(found.map((outcome) => [outcome.file, outcome]));
const featuresOf = new Map(
  sweepFiles
    .filter((file) => isInstalled(file) && file.bytes <= maxBytes)
    .map((file) => [file, [...bytesFeatures(file), ...outcomeFeatures(outcomes.get(file.name))]] as const),
);
const times = new Map<string, number>();
for (const feature of [...featuresOf.values()].flat()) times.set(feature, (times.get(feature) ?? 0) + 1);

const chosen: SweepFile[] = [];
const covered = new Set<string>();
const repositories = new Set(sweepFiles.map(({ repository }) => repository));
for (let round = 0; round < ofEach; round++) {
  for (const repository of repositories) choose((file) => file.repository === repository);
}
while (chosen.length < count) choose(() => true);

function choose(isCandidate: (file: SweepFile) => boolean): void {
  const gain = (file: SweepFile): number =>
    (featuresOf.get(file) ?? [])
      .filter((feature) => !covered.has(feature))
      .reduce((sum, feature) => sum + 1 / Math.sqrt(times.get(feature) ?? 1), 0) /
    Math.log2(file.bytes + 4096);
  const left = [...featuresOf.keys()].filter((file) => isCandidate(file) && !chosen.includes(file));
  // Some repositories have one file only.
  if (left.length === 0) return;
  const best = left.reduce((one, other) => (gain(other) > gain(one) ? other : one));
  chosen.push(best);
  for (const feature of featuresOf.get(best) ?? []) covered.add(feature);
}
const target = join(import.meta.dirname, '../../test/stress/sweep/chosen-files.txt');
writeFileSync(
  target,
  `${chosen
    .map(({ name }) => name)
    .sort()
    .join('\n')}\n`,
);

/** What is seen without parsing: it need not be exact to tell files apart. */
function bytesFeatures({ place, repository }: SweepFile): string[] {
  const text = readFileSync(place, 'latin1');
  const all = (pattern: RegExp): string[] => [...new Set(text.match(pattern) ?? [])].slice(0, 12);
  return [
    repository,
    `begins ${text.startsWith('%PDF-') ? text.slice(5, 8) : 'otherwise'}`,
    `ends ${/%%EOF\s*$/.test(text) ? 'well' : 'otherwise'}`,
    `sections ${Math.min(4, text.match(/startxref/g)?.length ?? 0)}`,
    ...(/\/Producer\s*\(([^ )]{3,12})/.exec(text)?.slice(1, 2) ?? []).map((name) => `by ${name}`),
    ...all(/\bxref\b|\/XRefStm|\/Type\s*\/(?:XRef|ObjStm)|\/Linearized|\/Encrypt\b/g),
    ...all(/\/(?:ASCII85|ASCIIHex|LZW|RunLength|CCITTFax|JBIG2|DCT|JPX|Crypt)Decode|\/Predictor \d+/g),
    ...all(/\/Subtype\s*\/(?:Type[013]|TrueType|CIDFontType\d|Widget|Link|FreeText|Stamp|Ink|Text|Popup)\b/g),
    ...all(
      /\/(?:FT\s*\/\w+|ByteRange|DocMDP|XFA|StructTreeRoot|OCProperties|EmbeddedFiles|Outlines|PageLabels|Threads)\b/g,
    ),
    ...all(/\/(?:Rotate\s+-?\d+|UserUnit|CropBox|Group|SMask|NeedAppearances|Collection|PieceInfo)\b/g),
  ];
}

/** What a sweep has found: refusals and warnings are features too. */
function outcomeFeatures(outcome: FileOutcome | undefined): string[] {
  if (!outcome) return [];
  const said = outcome.outcomes.flatMap((one) => [
    `${one.command} ${judgeOutcome(outcome, one).kind}`,
    ...(one.refusal ? [`${one.command} ${describeRefusal(one.refusal)}`] : []),
    ...one.warnings.map((text) => text.replaceAll(/\d+|"[^"]*"/g, 'N').slice(0, 60)),
  ]);
  return [...said, (outcome.fault ?? '').replaceAll(/\d+/g, 'N').slice(0, 50)];
}
