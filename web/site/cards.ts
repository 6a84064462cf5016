// :::cards ID — flash cards: a list of front, back, and `engine`, an expression that must hold. Without script each is
// a question to unfold; the reader's script plays them as a deck.
import { type Data, readData } from './data.ts';
import type { Directive } from './directives.ts';
import { type Context, escapeHtml, renderInline } from './markup.ts';

export function cards(directive: Directive, context: Context): string {
  const list = readData(directive.body, `cards ${directive.argument}`, directive.bodyPlace)
    .items()
    .map((card: Data) => {
      const { front, back, engine } = card.fields('front', 'back', 'engine');
      if (!front || !back) card.fail("a card has a 'front' and a 'back'");
      if (engine)
        context.problems.attempt(() => context.live.check(engine.text(), undefined, engine.place), undefined);
      const html = (data: Data) => renderInline(data.text(), { ...context, line: data.place.line });
      return `<li><details class="card"><summary>${html(front)}</summary><p>${html(back)}</p></details></li>`;
    });
  return `<div class="cards" id="cards-${escapeHtml(directive.argument)}">
<ol>
${list.join('\n')}
</ol>
</div>
`;
}
