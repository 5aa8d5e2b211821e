/** What Mustang says about e-invoices: Factur-X and ZUGFeRD inside of a PDF, or their XML alone. */
import { SaxesParser } from 'saxes';
import { runJava } from './run-java.ts';

interface MustangFinding {
  readonly severity: 'error' | 'warning' | 'exception';
  readonly message: string;
  /** An XPath. */
  readonly location: string | undefined;
}

export interface MustangVerdict {
  /** Of the PDF, its metadata and its XML. */
  readonly valid: boolean;
  readonly profile: string | undefined;
  readonly findings: readonly MustangFinding[];
}

/** Validates PDFs (the name ends in `.pdf`) or XML files, in one process. */
export async function judgeByMustang(files: readonly string[]): Promise<ReadonlyMap<string, MustangVerdict>> {
  const reports = await runJava('Mustang', [], files);
  if (reports.length !== files.length) throw new Error('Mustang did not judge every file');
  return new Map(files.map((file, index) => [file, readReport(reports[index] ?? '')]));
}

function readReport(xml: string): MustangVerdict {
  const findings: MustangFinding[] = [];
  const path: string[] = [];
  let profile: string | undefined;
  let status: string | undefined;
  let text = '';
  let location: string | undefined;
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    path.push(name);
    text = '';
    location = attributes.location;
    if (path.join('/') === 'validation/summary') status = attributes.status;
  });
  parser.on('text', (part) => {
    text += part;
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'profile') profile = text.trim();
    if (name === 'error' || name === 'warning' || name === 'exception') {
      findings.push({ severity: name, message: text.trim(), location });
    }
    path.pop();
  });
  parser.write(xml).close();
  return { valid: status === 'valid', profile, findings };
}
