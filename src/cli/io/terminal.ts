/** Output on stderr besides errors: notes, warnings and, on a terminal only, progress. */
import type { Context } from '../context.ts';
import { sanitize } from './sanitize.ts';
import { writeStderr } from './streams.ts';
import type { Style } from './style.ts';

export interface TerminalOptions {
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** False disables all questions. */
  readonly input: boolean;
}

/** A shorter activity would only make the spinner flicker. Milliseconds. */
const spinnerDelay = 150;

export class Terminal {
  /** For stderr. */
  readonly style: Style;
  /** For stdout. */
  readonly styleOut: Style;
  readonly isVerbose: boolean;
  /** Whether a question can be asked and answered. */
  readonly mayAsk: boolean;
  /** Printed so far; with `--json` the result includes them. */
  readonly warnings: string[] = [];
  readonly #speaks: boolean;
  readonly #json: boolean;
  readonly #spins: boolean;
  readonly #stdinIsTerminal: boolean;
  #activity: string | undefined;
  #spinner: { text: string; stop(): unknown } | undefined;

  constructor(context: Context, options: TerminalOptions, style: Style, styleOut: Style) {
    const { terminals } = context;
    this.style = style;
    this.styleOut = styleOut;
    this.isVerbose = options.verbose && !context.json;
    this.mayAsk =
      terminals.stdin &&
      terminals.stderr &&
      options.input &&
      !context.isCi &&
      !context.isDumb &&
      !context.json;
    this.#json = context.json;
    this.#stdinIsTerminal = terminals.stdin;
    this.#speaks = !options.quiet && !context.json;
    // On a terminal without a width (some CI and container consoles) ora clears lines endlessly.
    this.#spins = terminals.stderr && this.#speaks && !context.isCi && !context.isDumb && context.columns > 0;
  }

  note(text: string): void {
    if (this.#speaks) this.#write(`${text}\n`);
  }

  /** Explains to an interactive user why nothing happens: the command waits for stdin. */
  awaitStdin(what: string): void {
    if (this.#stdinIsTerminal)
      this.note(this.style.dim(`Reading ${what} from the terminal; Ctrl-D ends it.`));
  }

  /** Prints with `--verbose` only. */
  detail(text: string): void {
    if (this.isVerbose) this.#write(`${this.style.dim(sanitize(text))}\n`);
  }

  /** `always` prints with `--quiet` too. */
  warn(text: string, options: { always?: boolean } = {}): void {
    this.warnings.push(text);
    if (this.#speaks || (options.always && !this.#json)) {
      this.#write(`${this.style.yellow('warning:')} ${sanitize(text)}\n`);
    }
  }

  /** Shows the current activity until the next `activity` or `rest`. */
  activity(text: string): void {
    if (!this.#spins) return;
    if (this.#spinner) this.#spinner.text = text;
    else if (this.#activity === undefined) setTimeout(() => void this.#spin(), spinnerDelay).unref();
    this.#activity = text;
  }

  /** Clears the line of `activity`. */
  rest(): void {
    this.#activity = undefined;
    this.#spinner?.stop();
    this.#spinner = undefined;
  }

  async #spin(): Promise<void> {
    const { default: ora } = await import('ora');
    if (this.#activity === undefined || this.#spinner) return;
    // By default ora puts stdin into raw mode, which breaks Ctrl-C and `-d -`.
    this.#spinner = ora({ text: this.#activity, stream: process.stderr, discardStdin: false }).start();
  }

  #write(text: string): void {
    const activity = this.#activity;
    this.rest();
    writeStderr(text);
    if (activity !== undefined) this.activity(activity);
  }
}
