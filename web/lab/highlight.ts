// CUDA C++ for the editor and for the static page: one tokenizer and one set of classes, so that the snippet looks the
// same before and after the editor takes over.
import { StreamLanguage } from '@codemirror/language';
import { clike } from '@codemirror/legacy-modes/mode/clike';
import { highlightCode, tagHighlighter, tags } from '@lezer/highlight';

const words = (text: string) => Object.fromEntries(text.split(/\s+/).map(word => [word, true]));

const keywords = `alignas alignof auto break case catch class const const_cast constexpr continue decltype default
  delete do dynamic_cast else enum explicit export extern for friend goto if inline mutable namespace new noexcept
  operator private protected public register reinterpret_cast return sizeof static static_assert static_cast struct
  switch template this throw try typedef typeid typename union using virtual volatile while __shared__ __global__
  __device__ __host__ __constant__ __managed__ __restrict__ __forceinline__ __noinline__ __launch_bounds__ asm`;

const vectors = ['char', 'uchar', 'short', 'ushort', 'int', 'uint', 'long', 'ulong', 'longlong', 'ulonglong']
  .concat('float', 'double')
  .flatMap(name => [1, 2, 3, 4].map(n => `${name}${n}`))
  .join(' ');

const types = `void bool char short int long float double signed unsigned size_t ptrdiff_t int8_t uint8_t int16_t
  uint16_t int32_t uint32_t int64_t uint64_t half half2 __half __half2 dim3 uint uchar ushort ${vectors}`;

/** The language for CodeMirror. */
export const cuda = StreamLanguage.define(
  clike({
    name: 'cuda',
    keywords: words(keywords),
    types: words(types),
    blockKeywords: words('case do else for if switch while struct'),
    defKeywords: words('struct'),
    typeFirstDefinitions: true,
    atoms: words('true false nullptr NULL'),
    isIdentifierChar: (c: string) => /[\w$]/.test(c),
    hooks: {
      '#': (stream: { skipToEnd(): void }) => {
        stream.skipToEnd();
        return 'meta';
      },
    },
  } as unknown as Parameters<typeof clike>[0]),
);

/** Token classes, styled by code.css: tok-keyword, tok-type, tok-number, tok-string, tok-comment, tok-meta. */
export const tokenClasses = tagHighlighter([
  { tag: tags.keyword, class: 'tok-keyword' },
  { tag: [tags.typeName, tags.standard(tags.typeName)], class: 'tok-type' },
  { tag: [tags.number, tags.atom, tags.bool], class: 'tok-number' },
  { tag: tags.string, class: 'tok-string' },
  { tag: tags.comment, class: 'tok-comment' },
  { tag: tags.meta, class: 'tok-meta' },
]);

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** CUDA source → HTML: the text, escaped, in spans with the classes above. For `<pre><code>`. */
export function highlight(source: string): string {
  let html = '';
  const put = (text: string, classes: string) => {
    const escaped = text.replace(/[&<>]/g, c => escapes[c]!);
    html += classes ? `<span class="${classes}">${escaped}</span>` : escaped;
  };
  const breakLine = () => {
    html += '\n';
  };
  highlightCode(source, cuda.parser.parse(source), tokenClasses, put, breakLine);
  return html;
}
