// Files that the reader opens: by the button, or dropped anywhere on the page.
import { words } from './words.ts';

/** Bytes. */
const largest = 1_000_000;

export interface OpenedFile {
  name: string;
  text: string;
}

/** Reads a text file. Rejects with a sentence. */
export async function readText(file: File): Promise<OpenedFile> {
  if (file.size > largest) throw new Error(words.tooLarge(file.name, largest));
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Error(words.notRead(file.name));
  });
  const text = textOf(new Uint8Array(bytes));
  if (text.includes('\0')) throw new Error(words.notText(file.name));
  return { name: file.name, text: text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n') };
}

/** UTF-8, or UTF-16 where a mark at its beginning says so. */
function textOf(bytes: Uint8Array): string {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(utf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}

/** Hears of files. `room` is marked while one is held over the page. */
export function onFiles(
  inputs: Iterable<HTMLInputElement>,
  room: HTMLElement,
  take: (files: File[]) => void,
): void {
  for (const input of inputs) {
    input.addEventListener('change', () => {
      take([...(input.files ?? [])]);
      input.value = ''; // the same file may be opened again
    });
  }
  const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
  let depth = 0;
  const mark = (by: number): void => {
    depth = Math.max(0, depth + by);
    room.classList.toggle('dropping', depth > 0);
  };
  addEventListener('dragenter', event => holdsFiles(event) && mark(1));
  addEventListener('dragleave', event => holdsFiles(event) && mark(-1));
  addEventListener('dragover', event => holdsFiles(event) && event.preventDefault());
  // Before an editor takes the text of the file as a piece to insert.
  addEventListener(
    'drop',
    event => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      mark(-depth);
      take([...event.dataTransfer!.files]);
    },
    { capture: true },
  );
}
