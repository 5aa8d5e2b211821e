/** What pdfapi, pyHanko and EU DSS say of the signatures of public files, in one form. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PdfError } from '../../src/pdf/index.ts';
import { verifySignatures } from '../../src/render/sealing/verify-signatures.ts';
import { findJudges, signatureJudges } from '../../test/support/judges/judges-folder.ts';
import { pythonOfJudges } from '../../test/support/judges/python.ts';
import { runJava } from '../../test/support/judges/run-java.ts';

export interface SignatureVerdict {
  /** `none`: the judge does not see this signature. */
  readonly verdict: 'valid' | 'invalid' | 'error' | 'none';
  /** Why it is not valid. */
  readonly reason: string;
}

/** By field. A file that cannot be read has one verdict, of the field `*`. */
export type FileVerdicts = ReadonlyMap<string, SignatureVerdict>;

/** A judge gives the verdicts of each file; undefined where it is not installed. */
export type Judge = (paths: readonly string[]) => Promise<readonly FileVerdicts[] | undefined>;

export const pdfapi: Judge = async (paths) =>
  paths.map((path) => {
    try {
      const { signatures } = verifySignatures(readFileSync(path));
      return new Map(
        signatures.map(({ field, valid, findings }) => {
          const errors = findings.filter(({ severity }) => severity === 'error');
          const reason = errors.map(({ message }) => message).join(' ');
          return [field, { verdict: valid ? 'valid' : 'invalid', reason }] as const;
        }),
      );
    } catch (error) {
      if (!(error instanceof PdfError)) throw error;
      return ofFile(error.message);
    }
  });

export const pyHanko: Judge = async (paths) => {
  if (pythonOfJudges === undefined) return undefined;
  const { stdout, status, stderr } = spawnSync(
    pythonOfJudges,
    [join(import.meta.dirname, 'judge-signatures.py')],
    {
      input: paths.map((path) => `${path}\n`).join(''),
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    },
  );
  if (status !== 0) throw new Error(`pyHanko failed: ${stderr}`);
  return stdout.trimEnd().split('\n').map(readLine);
};

export const dss: Judge = async (paths) =>
  findJudges(signatureJudges) ? (await runJava('Dss', [], paths)).map(readLine) : undefined;

interface PrintedVerdict {
  readonly field: string;
  readonly intact?: boolean;
  readonly permitted?: boolean;
  readonly changes?: string;
  readonly subIndication?: string;
  readonly error?: string;
}

function readLine(line: string): FileVerdicts {
  const printed = JSON.parse(line) as readonly PrintedVerdict[] | { readonly error: string };
  if ('error' in printed) return ofFile(printed.error);
  return new Map((printed as readonly PrintedVerdict[]).map((each) => [each.field, verdictOf(each)]));
}

function verdictOf(printed: PrintedVerdict): SignatureVerdict {
  const { intact = false, permitted = false, changes = '', subIndication = '', error } = printed;
  if (error !== undefined) return { verdict: 'error', reason: error };
  if (intact && permitted) return { verdict: 'valid', reason: '' };
  // Without trusted certificates, the chain is always said to be incomplete.
  const reason = intact ? changes : `not intact ${subIndication === 'null' ? '' : subIndication}`;
  return { verdict: 'invalid', reason: reason.trim() };
}

const ofFile = (reason: string): FileVerdicts => new Map([['*', { verdict: 'error', reason }]]);
