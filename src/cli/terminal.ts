/** What is said on stderr beside the errors: notes, warnings and, on a terminal only, what is going on. */
import type { Context } from './context.ts';
import { printable } from './printable.ts';
import { writeStderr } from './streams.ts';
import type { Style } from './style.ts';

export interface TerminalOptions {
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** false: never ask. */
  readonly input: boolean;
}

/** Under this, a spinner only flickers. Milliseconds. */
const spinnerDelay = 150;

export class Terminal {
  /** For stderr. */
  readonly style: Style;
  /** For stdout. */
  readonly styleOut: Style;
  readonly isVerbose: boolean;
  /** Whether a question can be asked and answered. */
  readonly mayAsk: boolean;
  /** Said so far; with `--json` the result carries them. */
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
    // On a terminal without a width (some CI and container consoles) ora clears lines without end.
    this.#spins = terminals.stderr && this.#speaks && !context.isCi && !context.isDumb && context.columns > 0;
  }

  note(text: string): void {
    if (this.#speaks) this.#write(`${text}\n`);
  }

  /** A person who is to type stdin would otherwise wonder why nothing happens. */
  awaitStdin(what: string): void {
    if (this.#stdinIsTerminal)
      this.note(this.style.dim(`Reading ${what} from the terminal; Ctrl-D ends it.`));
  }

  /** Only with `--verbose`. */
  detail(text: string): void {
    if (this.isVerbose) this.#write(`${this.style.dim(printable(text))}\n`);
  }

  /** `always`: with `--quiet` too. */
  warn(text: string, options: { always?: boolean } = {}): void {
    this.warnings.push(text);
    if (this.#speaks || (options.always && !this.#json)) {
      this.#write(`${this.style.yellow('warning:')} ${printable(text)}\n`);
    }
  }

  /** Shows what is under way until the next `activity` or `rest`. */
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
    // ora would put stdin into raw mode, and then Ctrl-C and `-d -` would no longer be ours.
    this.#spinner = ora({ text: this.#activity, stream: process.stderr, discardStdin: false }).start();
  }

  #write(text: string): void {
    const activity = this.#activity;
    this.rest();
    writeStderr(text);
    if (activity !== undefined) this.activity(activity);
  }
}
