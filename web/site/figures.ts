// ::lab and ::figure: a snippet as it stands without script — its code, and for each of its accesses the figure, the
// sentence and the table, by the functions that draw them in the page.
import type { Report } from '../engine/report.ts';
import { figure, marks, sentence, table } from '../figure/index.ts';
import { highlight } from '../lab/highlight.ts';
import type { Messages } from '../messages/index.ts';
import { asleep } from './asleep.ts';
import type { Directive } from './directives.ts';
import { fixedSettings, noSlider, parseWhere, type Where } from './live.ts';
import { type Context, escapeHtml, renderInline } from './markup.ts';
import { ContentError, type Place } from './problems.ts';
import type { Settings } from './snippets.ts';

interface Shown {
  snippet: string;
  settings: Settings;
  where: Where;
  /** The sites to draw, all or one. */
  sites: number[];
  report: Report;
  id: string;
}

/** What stands before a ` | ` and, from what comes after it, the maker of the figure's title: in a chapter, outside of
 * exercises, a figure has a number, which is the link to it. */
export function titled({ argument, place }: Directive, context: Context) {
  const [what = '', ...rest] = argument.split(' | ');
  const caption = renderInline(rest.join(' | '), { ...context, line: place.line });
  const title = (id: string): string => {
    const number = context.snippet === undefined ? context.number('figure') : undefined;
    if (!number && !caption) return '';
    const link = number ? `<a href="#figure-${id}">${context.say.site.figure(number)}</a> ` : '';
    return `<p class="figure-title" id="figure-${id}">${link}${caption}</p>\n`;
  };
  return { argument: what, title };
}

/** `NAME(knob = value)`, or `sites[1] @ NAME(…)` for one of its accesses. */
function shown(argument: string, place: Place, context: Context): Shown {
  const match = /^(?:sites\[(\d+)\]\s*@\s*)?(.*)$/.exec(argument)!;
  const where: Where = parseWhere(match[2]!, context.snippet, place);
  const settings = fixedSettings(where, place);
  const report = context.live.snippets.report(where.snippet, settings, place, where.machine);
  const one = match[1] === undefined ? undefined : Number(match[1]);
  if (!report.sites.length) throw new ContentError(`'${where.snippet}' touches no shared memory`, place);
  if (one !== undefined && !report.sites[one])
    throw new ContentError(`'${where.snippet}' has no site ${one}; it has ${report.sites.length}`, place);
  const set = where.settings.map(({ name: knob, from }) => `-${knob}${from}`).join('');
  const name = where.snippet + set + (where.machine ? `-${where.machine}` : '');
  const sites = one === undefined ? report.sites.map((_, i) => i) : [one];
  return { snippet: where.snippet, settings, where, sites, report, id: context.unique(name) };
}

/**
 * The figures of the sites, each in the wide and the tall shape, of which the page's width shows one. The page's first is drawn
 * from the start.
 */
export function drawn(
  { report, sites, id }: Pick<Shown, 'report' | 'sites' | 'id'>,
  { figure: say, site: page }: Messages,
  isFirst = false,
): string {
  return sites
    .map((site, i) => {
      const pick = { site, pattern: 0 };
      const { text, line } = report.sites[site]!;
      const prefix = `${id}-${site}`;
      const shapes = (['wide', 'tall'] as const).map(shape =>
        figure(report, pick, { shape, idPrefix: prefix, say }),
      );
      const figures = isFirst && i === 0 ? shapes.join('\n') : asleep(shapes.join(''));
      const heading =
        sites.length > 1 || report.sites.length > 1
          ? `<span class="site"><code>${escapeHtml(text)}</code>, ${page.line(line)}</span> `
          : '';
      return `<div class="access">
<figure>
<div class="bank-figures">${figures}</div>
<figcaption>${heading}${sentence(report, pick, say)}</figcaption>
</figure>
<details class="facts"><summary>${page.tableBelow}</summary>
<div class="table" tabindex="0" role="group" aria-label="${page.table}">${asleep(table(report, pick, say))}</div></details>
</div>`;
    })
    .join('\n');
}

/** The code, a span for each line; a line's marks are written beside it by the stylesheet, so that the text stays code. */
function code({ snippet, report }: Shown, withMarks: boolean, place: Place, context: Context): string {
  const lines = highlight(context.live.snippets.source(snippet, place)).split('\n');
  const all = withMarks ? marks(report, context.say.figure) : [];
  const html = lines.map((line, i) => {
    const here = all.filter(mark => mark.line === i + 1);
    if (!here.length) return line;
    const level = here.some(mark => mark.level === 'conflict') ? 'conflict' : here[0]!.level;
    const text = here.map(mark => mark.text).join(', ');
    return `<span class="line" data-mark="${escapeHtml(text)}" data-level="${level}">${line}</span>`;
  });
  return `<pre tabindex="0"><code class="language-cuda">${html.join('\n')}</code></pre>`;
}

/** ::lab NAME | caption — a snippet that the script makes live. In an exercise its figures wait for the answer. */
export function lab(directive: Directive, context: Context): string {
  const { argument, title } = titled(directive, context);
  const it = shown(argument, directive.place, context);
  const { veil } = context;
  const figures = drawn(it, context.say, !veil && context.isFirstFigure());
  if (veil) veil.push(figures);
  const given = it.where.settings.map(({ name, from: value, slider }) => [
    name,
    slider ? { value, min: slider[0], max: slider[1] } : value,
  ]);
  const knobs = given.length ? ` knobs="${escapeHtml(JSON.stringify(Object.fromEntries(given)))}"` : '';
  const site = it.sites.length < it.report.sites.length ? ` site="${it.sites[0]! + 1}"` : '';
  const veiled = veil ? ' veiled' : '';
  return `${title(it.id)}<bank-lab id="${it.id}-lab" machine="${it.report.machine}"${knobs}${site}${veiled}><div class="lab-drawn">
${code(it, !veil, directive.place, context)}
${veil ? '' : `${figures}\n`}</div></bank-lab>
`;
}

/** ::figure NAME | caption — the figures of a snippet, still. */
export function still(directive: Directive, context: Context): string {
  const { argument, title } = titled(directive, context);
  const it = shown(argument, directive.place, context);
  noSlider(it.where, directive.place);
  return `${title(it.id)}<div class="still">
${code(it, true, directive.place, context)}
${settingsNote(it.settings, context.say)}${drawn(it, context.say, context.isFirstFigure())}
</div>
`;
}

function settingsNote(settings: Settings, { site: say }: Messages): string {
  const pairs = Object.entries(settings).map(
    ([name, value]) => `<code>${escapeHtml(name)} = ${value}</code>`,
  );
  return pairs.length ? `<p class="settings">${say.settings(pairs.join(', '))}</p>\n` : '';
}
