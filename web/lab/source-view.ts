// The source on the page: plain at first, an editor as soon as its script is there. Whoever holds this need not know
// which.
import type { Change } from './changes.ts';
import type { CreateEditor, Editor, EditorHost, Notes } from './editor.ts';
import { showPlain } from './plain.ts';

const nothing: Notes = { marks: [], problems: [], picked: undefined, pickedSite: -1 };

export class SourceView {
  private editor_: Editor | undefined;
  private loading_ = false;
  private notes_ = nothing;
  private wantsFocus_: number | { x: number; y: number } | undefined;

  /** `code` is the source's highlighted HTML, as the page brought it. */
  constructor(
    private readonly host_: EditorHost,
    private readonly loadEditor_: () => Promise<CreateEditor>,
    private code_: Node,
  ) {
    this.plain_();
    host_.parent.addEventListener('pointerdown', event => {
      const onMark = (event.target as Element).closest('[data-site]');
      if (this.editor_ || onMark) return;
      this.wantsFocus_ = { x: event.clientX, y: event.clientY };
      void this.load();
    });
    host_.parent.addEventListener('click', event => {
      const mark = (event.target as Element).closest<HTMLElement>('[data-site]');
      if (mark && !this.editor_) host_.onMark(Number(mark.dataset.site));
    });
    host_.parent.addEventListener('focusin', event => {
      if (this.editor_ || !(event.target as Element).matches('.plain')) return;
      this.wantsFocus_ ??= 0;
      void this.load();
    });
  }

  /** Whether the text can be changed from now on. */
  setReadOnly(readOnly: boolean): void {
    if (this.host_.readOnly === readOnly) return;
    this.host_.text = this.text();
    this.host_.readOnly = readOnly;
    if (!this.editor_) return;
    this.editor_ = undefined;
    this.code_ = document.createTextNode(this.host_.text);
    this.plain_();
    void this.load();
  }

  text(): string {
    return this.editor_?.text() ?? this.host_.text;
  }

  setText(text: string): void {
    this.host_.text = text;
    this.code_ = document.createTextNode(text);
    if (this.editor_) this.editor_.setText(text);
    else this.plain_();
  }

  /** Makes changes as the reader would, one step to undo, and puts the cursor where they begin. `text` is what comes of them. */
  async edit(changes: readonly Change[], text: string): Promise<void> {
    await this.load();
    if (this.editor_) this.editor_.edit(changes);
    else {
      this.setText(text);
      this.host_.onChange(text);
    }
  }

  show(notes: Notes): void {
    this.notes_ = { ...notes, marks: notes.marks ?? this.notes_.marks };
    if (this.editor_) this.editor_.show(notes);
    else this.plain_();
  }

  focus(at?: number): void {
    if (this.editor_) this.editor_.focus(at);
    else {
      this.wantsFocus_ = at ?? 0;
      void this.load();
    }
  }

  /** Brings the editor. If its script cannot be loaded, the plain source stays, and the next try loads again. */
  async load(): Promise<void> {
    if (this.editor_ || this.loading_) return;
    this.loading_ = true;
    try {
      const create = await this.loadEditor_();
      this.host_.parent.replaceChildren();
      this.editor_ = create(this.host_);
      this.editor_.show(this.notes_);
      if (this.wantsFocus_ !== undefined) this.editor_.focus(this.wantsFocus_);
    } catch {
      // The page works without an editor; there is nothing to say.
    } finally {
      this.loading_ = false;
    }
  }

  private plain_(): void {
    const { parent, text } = this.host_;
    showPlain(parent, text, this.code_.cloneNode(true), this.notes_.marks ?? [], this.notes_.pickedSite);
  }
}
