// The editor: CodeMirror, with the marks in a gutter at the line's end.
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from '@codemirror/commands';
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { setDiagnostics } from '@codemirror/lint';
import { EditorState, RangeSet, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  GutterMarker,
  gutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { Mark } from '../figure/index.ts';
import type { Editor, EditorHost, Notes } from './editor.ts';
import { cuda, tokenClasses } from './highlight.ts';
import { fillRow, marksByLine } from './plain.ts';

class MarkMarker extends GutterMarker {
  constructor(
    readonly marks: Mark[],
    readonly picked: number,
  ) {
    super();
  }
  override eq(other: MarkMarker): boolean {
    return JSON.stringify([this.marks, this.picked]) === JSON.stringify([other.marks, other.picked]);
  }
  override toDOM(): Node {
    const row = document.createElement('div');
    fillRow(row, this.marks, this.picked);
    return row;
  }
}

const setNotes = StateEffect.define<Notes>();

/** The marks by line; they move with the text until the next report. */
const marksField = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(markers, transaction) {
    let next = markers.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setNotes) || !effect.value.marks) continue;
      const { doc } = transaction.state;
      const shown = effect.value.marks.filter(({ line }) => line >= 1 && line <= doc.lines);
      const ranges = [...marksByLine(shown)]
        .sort(([a], [b]) => a - b)
        .map(([line, marks]) => new MarkMarker(marks, effect.value.pickedSite).range(doc.line(line).from));
      next = RangeSet.of(ranges);
    }
    return next;
  },
});

const pickedMark = Decoration.mark({ class: 'picked-site' });

const pickedField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(decorations, transaction) {
    let next = decorations.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setNotes)) continue;
      const { picked } = effect.value;
      const end = transaction.state.doc.length;
      const valid = picked && picked.from < picked.to && picked.to <= end;
      next = valid ? Decoration.set(pickedMark.range(picked.from, picked.to)) : Decoration.none;
    }
    return next;
  },
  provide: field => EditorView.decorations.from(field),
});

/** Keeps the gutter as wide as its widest mark was, so that the text does not move as marks come and go. */
const marksGutter = gutter({
  class: 'marks',
  side: 'after',
  markers: view => view.state.field(marksField),
});

// Over a selection, Chromium types into a span of its own that carries the old text's look as a style attribute, which a
// strict policy forbids. So a selection is replaced here, before the browser does.
const replaceSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const text = event.inputType === 'insertText' ? event.data : null;
    if (!text || view.composing || view.state.selection.main.empty) return false;
    view.dispatch(view.state.replaceSelection(text), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

export function createEditor(host: EditorHost): Editor {
  let silent = false;
  let text = '';
  const view = new EditorView({
    parent: host.parent,
    root: host.root,
    // The host hears of a new text before the view lays it out, so that the engine works meanwhile, and its answer can
    // come into the same frame as the text.
    dispatchTransactions(transactions, editor) {
      if (transactions.some(transaction => transaction.docChanged)) {
        text = transactions.at(-1)!.newDoc.toString();
        if (!silent) host.onChange(text);
      }
      editor.update(transactions);
    },
    state: EditorState.create({
      doc: host.text,
      extensions: [
        EditorState.phrases.of(host.phrases),
        lineNumbers(),
        history(),
        drawSelection(),
        replaceSelection,
        indentOnInput(),
        indentUnit.of('  '),
        bracketMatching(),
        cuda,
        syntaxHighlighting(tokenClasses),
        marksField,
        pickedField,
        marksGutter,
        keymap.of([...defaultKeymap, ...historyKeymap, ...(host.readOnly ? [] : [indentWithTab])]),
        EditorState.readOnly.of(host.readOnly),
        EditorView.editable.of(!host.readOnly),
        EditorView.contentAttributes.of({
          'aria-label': host.name,
          spellcheck: 'false',
          ...(host.readOnly ? { tabindex: '0' } : {}),
        }),
        EditorView.updateListener.of(update => {
          if (update.focusChanged) host.onFocus(update.view.hasFocus);
        }),
      ],
    }),
  });
  text = view.state.doc.toString();
  view.dom.addEventListener('click', event => {
    const button = (event.target as Element).closest<HTMLElement>('[data-site]');
    if (button) host.onMark(Number(button.dataset.site));
  });

  return {
    text: () => text,
    setText(text) {
      silent = true;
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        annotations: isolateHistory.of('full'),
      });
      silent = false;
    },
    edit(changes) {
      view.dispatch({
        changes: changes.map(({ from, to, text }) => ({ from, to, insert: text })),
        selection: { anchor: changes[0]?.from ?? 0 },
        annotations: isolateHistory.of('full'),
        userEvent: 'input.replace',
        scrollIntoView: true,
      });
      view.focus();
    },
    show(notes) {
      const end = view.state.doc.length;
      const problems = notes.problems.map(({ from, to, severity, message }) => ({
        from: Math.min(from, end),
        to: Math.min(to, end),
        severity: severity === 'note' ? ('info' as const) : severity,
        message,
      }));
      view.dispatch(setDiagnostics(view.state, problems), { effects: setNotes.of(notes) });
    },
    focus(at) {
      const offset = typeof at === 'object' ? view.posAtCoords(at) : at;
      view.focus();
      if (offset != null)
        view.dispatch({
          selection: { anchor: Math.min(offset, view.state.doc.length) },
          scrollIntoView: true,
        });
    },
  };
}
