/**
 * The editor of a template's files, made with CodeMirror: colours, completion, search, and the findings of the check on
 * their lines. It is bundled into one file, and each file that is opened keeps its own history of changes.
 */
import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
  selectedCompletion,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from '@codemirror/commands';
import { javascriptLanguage } from '@codemirror/lang-javascript';
import { jsonLanguage } from '@codemirror/lang-json';
import {
  bracketMatching,
  indentOnInput,
  indentUnit,
  LanguageSupport,
  syntaxHighlighting,
} from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import {
  Annotation,
  type ChangeSpec,
  EditorState,
  type Extension,
  Prec,
  type StateEffect,
  type Text,
} from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { typeOverAdded } from './code/added-closing.ts';
import { type CompletionSources, completionSources, type EditedTemplate } from './code/completion-sources.ts';
import { cssLanguage, cssSupport } from './code/css-completion.ts';
import { typeOverOpening } from './code/insert-opening.ts';
import { completeJson } from './code/json-completion.ts';
import { closeTwig, typeOverTags } from './code/twig-closing.ts';
import { completeTwig } from './code/twig-completion.ts';
import { plainHtml, twigInHtml } from './code/twig-language.ts';

export interface CodeEditorOptions {
  readonly id: string;
  /** Returns the accessible name for a path. */
  readonly label: (path: string) => string;
  readonly describedBy: string;
  /** Shown in an empty file. */
  readonly hint?: string;
  /** The live region for the Tab key. */
  readonly released: HTMLElement;
  readonly template: EditedTemplate;
  /** Whether a file holds data of the template. */
  readonly isData: (path: string) => boolean;
  /** Called with each text that the user makes. */
  readonly onInput: (text: string) => void;
}

export interface CodeMark {
  readonly message: string;
  readonly severity: 'error' | 'warning';
  /** From 1. */
  readonly line: number;
  readonly column?: number | null | undefined;
}

export interface CodeEditor {
  readonly text: string;
  /** Shows a file, as it was when it was shown last unless its text has changed since. */
  open(path: string, text: string): void;
  /** Replaces the text by one that another program wrote. The cursor stays. */
  set(text: string): void;
  mark(marks: readonly CodeMark[]): void;
  goTo(line: number, column?: number): void;
  /** Forgets all files, and their changes. */
  clear(): void;
}

/** Text that is set by the page is no change of the user. */
const isFromPage = Annotation.define<boolean>();

export function startCodeEditor(
  parent: HTMLElement,
  { id, label, describedBy, hint = '', released, template, isData, onInput }: CodeEditorOptions,
): CodeEditor {
  const sources = completionSources(template);
  /** Path → state and scroll position of each file that was open before. */
  const others = new Map<string, { readonly state: EditorState; readonly scroll: StateEffect<unknown> }>();
  let active = '';

  const createState = (path: string, text: string) =>
    EditorState.create({
      doc: text,
      extensions: [
        lintGutter(),
        lineNumbers(),
        highlightActiveLineGutter(),
        highlightSpecialChars(),
        history(),
        drawSelection(),
        EditorState.allowMultipleSelections.of(true),
        indentUnit.of('  '),
        indentOnInput(),
        syntaxHighlighting(classHighlighter),
        bracketMatching(),
        // Before what closes brackets, because the first one that takes what is typed has it.
        typeOverOpening,
        languageOf(path, sources, isData(path)),
        typeOverAdded,
        closeBrackets(),
        breakBehindWord,
        autocompletion({ icons: false, activateOnTypingDelay: 50 }),
        highlightActiveLine(),
        highlightSelectionMatches(),
        search({ top: true }),
        placeholder(hint),
        EditorView.contentAttributes.of({
          id,
          'aria-label': label(path),
          'aria-describedby': describedBy,
          autocapitalize: 'off',
          tabindex: '0',
        }),
        keymap.of([
          { key: 'Tab', run: (view) => acceptCompletion(view) || indent(view), shift: indentLess },
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...lintKeymap,
        ]),
        releaseTab(released),
        keymap.of(defaultKeymap),
        EditorView.updateListener.of(({ docChanged, transactions, state }) => {
          if (!docChanged || transactions.some((each) => each.annotation(isFromPage))) return;
          onInput(state.doc.toString());
        }),
      ],
    });

  const view = new EditorView({ parent, state: createState('', '') });

  function open(path: string, text: string) {
    if (path === active && view.state.doc.toString() === text) return;
    // What is being looked up belongs to the text before.
    closeCompletion(view);
    if (active !== '') others.set(active, { state: view.state, scroll: view.scrollSnapshot() });
    const known = others.get(path);
    active = path;
    if (known?.state.doc.toString() === text) {
      view.setState(known.state);
      view.dispatch({ effects: known.scroll });
    } else {
      view.setState(createState(path, text));
      view.dispatch({ effects: EditorView.scrollIntoView(0) });
    }
  }

  function set(text: string) {
    const before = view.state.doc.toString();
    if (before === text) return;
    view.dispatch({
      changes: changedPart(before, text),
      annotations: isFromPage.of(true),
    });
  }

  function mark(marks: readonly CodeMark[]) {
    const { doc } = view.state;
    const diagnostics = marks
      .filter(({ line }) => line >= 1 && line <= doc.lines)
      .map(({ message, severity, line, column }) => ({ ...rangeOf(doc, line, column), severity, message }));
    view.dispatch(setDiagnostics(view.state, diagnostics));
  }

  function goTo(line: number, column = 1) {
    const { doc } = view.state;
    const found = doc.line(Math.min(Math.max(1, line), doc.lines));
    const anchor = Math.min(found.from + column - 1, found.to);
    view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
    view.focus();
  }

  return {
    open,
    set,
    mark,
    goTo,
    clear() {
      others.clear();
      sources.clear();
      active = '';
      view.setState(createState('', ''));
    },
    get text() {
      return view.state.doc.toString();
    },
  };
}

function languageOf(path: string, sources: CompletionSources, isData: boolean): Extension {
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  const css = cssSupport(sources.css);
  if (ending === 'css') return new LanguageSupport(cssLanguage, css);
  if (ending === 'json') {
    const autocomplete = isData ? completeJson(sources.schema) : undefined;
    return new LanguageSupport(jsonLanguage, autocomplete ? jsonLanguage.data.of({ autocomplete }) : []);
  }
  if (ending === 'js' || ending === 'mjs') return new LanguageSupport(javascriptLanguage);
  if (ending === 'svg') return [typeOverTags, plainHtml(), css];
  if (ending === 'csv' || ending === '') return [];
  return [closeTwig, twigInHtml(completeTwig((position) => sources.forTwig(path, position))), css];
}

/** Enter behind a word that is what the list offers breaks the line, because the word is complete. */
const breakBehindWord = Prec.highest(
  keymap.of([
    {
      key: 'Enter',
      run(view) {
        const { state } = view;
        const offered = selectedCompletion(state);
        if (!offered || typeof offered.apply === 'function') return false;
        const text = offered.apply ?? offered.label;
        const { head } = state.selection.main;
        if (state.sliceDoc(Math.max(0, head - text.length), head) === text) closeCompletion(view);
        return false;
      },
    },
  ]),
);

/** Milliseconds: as long as no other key is pressed. CodeMirror then takes it back by itself. */
const untilNextKey = 1e9;

/**
 * Escape lets the next Tab leave the editor, for people who have no mouse. Any other key takes that back. `released` is
 * a live region that announces it. Extensions that Escape closes something of, such as the search, come before this
 * one, and everything else that Escape does comes after it.
 */
function releaseTab(released: HTMLElement): Extension {
  const tell = (text: string) => {
    released.textContent = text;
  };
  const takeBack = () => tell('');
  return [
    keymap.of([
      {
        key: 'Escape',
        run(view) {
          view.setTabFocusMode(untilNextKey);
          tell('Tab now leaves the text.');
          // It also ends a selection.
          return false;
        },
      },
    ]),
    EditorView.domEventHandlers({
      keydown({ key }) {
        if (!['Escape', 'Tab', 'Shift', 'Control', 'Alt', 'Meta'].includes(key)) takeBack();
      },
      blur(_, view) {
        view.setTabFocusMode(false);
        takeBack();
      },
    }),
  ];
}

/** Two spaces at the cursor, or before each line of a selection. */
function indent(view: EditorView): boolean {
  if (view.state.selection.ranges.some(({ empty }) => !empty)) return indentMore(view);
  view.dispatch(view.state.update(view.state.replaceSelection('  '), { userEvent: 'input.indent' }));
  return true;
}

/** From the place to the end of its word, or the whole line if there is no column. */
function rangeOf(
  doc: Text,
  number: number,
  column: number | null | undefined,
): { readonly from: number; readonly to: number } {
  const { from, to, text } = doc.line(number);
  if (!column) return { from: from + text.length - text.trimStart().length, to };
  const start = Math.min(from + column - 1, to);
  const word = /^(?:[\w\u0080-\uffff]+|.)/.exec(text.slice(start - from))?.[0].length ?? 0;
  // At the end of a line, the character before it is marked.
  return word > 0 ? { from: start, to: start + word } : { from: Math.max(from, start - 1), to: start };
}

function changedPart(before: string, after: string): ChangeSpec {
  let from = 0;
  while (from < before.length && from < after.length && before[from] === after[from]) from++;
  let end = 0;
  const most = Math.min(before.length, after.length) - from;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

export { EditorView };
