/** Does what `pdfapi image` asks for. */
import { basename } from 'node:path';
import { LockedPdf } from '#browser/drawing/drawing-page';
import { Failure } from '#contract/errors';
import { inputPasswords } from '../../inputs/input-passwords.ts';
import { readPdfFile } from '../../inputs/input-pdf.ts';
import { assertSingleStdin } from '../../io/assert-single-stdin.ts';
import { chooseImageTarget } from '../../options/images/image-files.ts';
import { readImageSettings } from '../../options/images/image-options.ts';
import { startLocalBrowser } from '../../rendering/local-browser.ts';
import { printImages } from '../../rendering/result.ts';
import { type WrittenImage, writeImages } from '../../rendering/write-images.ts';
import type { Session } from '../../session.ts';
import type { ImageCommandOptions } from './image.ts';

/** Throws `usage`, `invalid_option`, `invalid_pdf`, `timeout`, `page_failed` and the errors of files. */
export async function runImage(session: Session, file: string, options: ImageCommandOptions): Promise<void> {
  const { inputPasswordFile = [] } = options;
  assertSingleStdin([file, ...inputPasswordFile]);
  const named = options.image ?? options.output ?? options.filename;
  const settings = readImageSettings({ ...options, image: options.image ?? (named ? undefined : 'png') });
  if (!settings) {
    throw new Failure(
      'usage',
      `${options.output ?? options.filename} does not say the format of the images.`,
      {
        hint: 'Give it: --image png, or -o page-{n}.png',
      },
    );
  }
  const name = file === '-' ? 'stdin' : basename(file);
  const stem = (file === '-' ? 'page' : name).replace(/\.pdf$/i, '');
  const target = await chooseImageTarget(session, options, settings, { stem, inputs: [file] });
  const browser = await startLocalBrowser(session, { sandbox: options.sandbox });
  const passwords = inputPasswords(session.terminal, inputPasswordFile, [file]);
  const pdf = await readPdfFile(session, { file, text: name });
  session.terminal.activity(`Drawing ${name}`);
  const draw = async (secrets: readonly string[]): Promise<readonly WrittenImage[]> =>
    await writeImages(session, browser, target, { pdf, passwords: secrets, pages: options.pages });
  const known = await passwords.of(file);
  try {
    const images = await draw(known).catch(async (error) => {
      const typed = error instanceof LockedPdf ? await passwords.ask(name) : undefined;
      if (typed === undefined) throw error;
      return await draw([typed]);
    });
    await printImages(session, { images, ms: Math.round(performance.now()) });
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'invalid_pdf')) throw error;
    const hint = error instanceof LockedPdf ? passwords.hint : error.hint;
    throw new Failure('invalid_pdf', `${name}: ${error.message}`, { cause: error, hint });
  } finally {
    session.terminal.rest();
  }
}
