// The stylesheets of a lab's shadow root: the book's own, made safe for other people's pages.
import codeCss from '../styles/code.css';
import figureCss from '../styles/figure.css';
import labCss from '../styles/lab.css';
import answerCss from '../styles/lab-answer.css';
import controlsCss from '../styles/lab-controls.css';
import sourceCss from '../styles/lab-source.css';
import tokensCss from '../styles/tokens.css';
import waitingCss from '../styles/waiting.css';

/** The tokens that a page may set, as --banklab-NAME. */
export const publicTokens = [
  ...['accent', 'paper', 'code-ground', 'ink', 'muted', 'rule', 'conflict', 'ok', 'warning', 'selection'],
  ...['serif', 'sans', 'mono', 'text-ui', 'text-code', 'code-height', 'radius'],
  ...[0, 1, 2, 3, 4, 5, 6, 7].map(wave => `wave-${wave}`),
];

// Whatever the page gives its elements ends here; only whether the lab is seen and can be pointed at is the page's.
const resetCss = ':where(.lab){all:initial;visibility:inherit;pointer-events:inherit;display:block}';

/** A page's root may have any size of type; ours is the reader's own, which the lab measures. */
const ownSize = (css: string): string =>
  css.replace(/(?<![\w.])(\d*\.?\d+)rem\b/g, 'calc($1*var(--rem,16px))');

const openTokens = (css: string): string =>
  css.replace(/--([\w-]+):([^;{}]+)(?=[;}])/g, (all, name: string, value: string) =>
    publicTokens.includes(name) ? `--${name}:var(--banklab-${name},${value})` : all,
  );

let made: CSSStyleSheet[] | undefined;
let waiting: CSSStyleSheet | undefined;

/** What a lab needs that is yet to be made. */
export function waitingSheets(): CSSStyleSheet[] {
  waiting ??= sheetOf(waitingCss);
  return [waiting];
}

export function labSheets(): CSSStyleSheet[] {
  made ??= [
    ...waitingSheets(),
    ...[
      resetCss,
      openTokens(ownSize(tokensCss)),
      codeCss,
      figureCss,
      labCss,
      sourceCss,
      answerCss,
      controlsCss,
    ].map(sheetOf),
  ];
  return made;
}

/** A stylesheet of a lab, of its text. */
export function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(ownSize(css));
  return sheet;
}
