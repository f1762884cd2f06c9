// The editor for sources, CodeMirror, fetched when a page needs one. Colours are the page's own: tokens have
// classes, and editor.css has their colours for light and dark.

import "../../../styles/editor.css";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { cpp } from "@codemirror/lang-cpp";
import { python } from "@codemirror/lang-python";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { unifiedMergeView } from "@codemirror/merge";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers,
} from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import { t } from "../i18n";
import type { Message } from "../submission/messages";

function grammar(language: string): Extension {
  return language.startsWith("python") ? python() : cpp();
}

function common(label: string): Extension[] {
  return [
    lineNumbers(),
    syntaxHighlighting(classHighlighter),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
  ];
}

export interface EditorOptions {
  label: string;
  text: string;
  language: string;
  /** Left out where the text can only be read. */
  onChange?: () => void;
}

export class Editor {
  #view: EditorView;
  #language = new Compartment();

  constructor(parent: HTMLElement, { label, text, language, onChange }: EditorOptions) {
    const extensions = [
      common(label),
      history(),
      drawSelection(),
      indentOnInput(),
      indentUnit.of("    "),
      bracketMatching(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      lintGutter(),
      // Escape, then Tab leaves the editor.
      keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
      this.#language.of(grammar(language)),
      EditorView.updateListener.of(({ docChanged }) => {
        if (docChanged) onChange?.();
      }),
      EditorState.readOnly.of(!onChange),
    ];
    this.#view = new EditorView({ parent, state: EditorState.create({ doc: text, extensions }) });
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  setText(text: string): void {
    const { doc } = this.#view.state;
    this.#view.dispatch({ changes: { from: 0, to: doc.length, insert: text } });
  }

  setLanguage(language: string): void {
    this.#view.dispatch({ effects: this.#language.reconfigure(grammar(language)) });
  }

  #place(line: number, column: number): number {
    const { doc } = this.#view.state;
    const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
    return Math.min(from + Math.max(column - 1, 0), to);
  }

  /** Marks what a compiler said at its lines. */
  showMessages(messages: Message[]): void {
    const diagnostics = messages.map(({ line, column, kind, text }): Diagnostic => {
      const from = this.#place(line, column);
      const severity = kind === "note" ? "info" : kind;
      return { from, to: Math.max(this.#view.state.doc.lineAt(from).to, from), severity, message: text };
    });
    this.#view.dispatch(setDiagnostics(this.#view.state, diagnostics));
  }

  /** Looks at its size again, once it is in the page. */
  measure(): void {
    this.#view.requestMeasure();
  }

  /** Goes to a place in the text, which gets the focus. */
  goTo(line: number, column: number): void {
    const at = this.#place(line, column);
    this.#view.dispatch({
      selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }),
    });
    this.#view.focus();
  }

  destroy(): void {
    this.#view.destroy();
  }
}

/** What has changed from one source to another, with the rest folded away. */
export function showDifference(
  parent: HTMLElement,
  label: string,
  before: string,
  after: string,
  language: string,
): void {
  const extensions = [
    common(label),
    grammar(language),
    EditorState.readOnly.of(true),
    EditorState.phrases.of({ "$ unchanged lines": t("bot.unchanged", { count: "$" }) }),
    unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: { margin: 3, minSize: 6 } }),
  ];
  new EditorView({ parent, state: EditorState.create({ doc: after, extensions }) });
}
