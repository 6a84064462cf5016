// npm run check:site: holds ../build/site, or the folder named, against the HTML standard, and follows every link in it, fragments too.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { FileSystemConfigLoader, formatterFactory, HtmlValidate } from 'html-validate';
import { LinkChecker, LinkState } from 'linkinator';
import { startServer } from './server.ts';

const folder = resolve(process.argv[2] ?? '../build/site');
const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(path => path.endsWith('.html'))
  .sort();
let faults = 0;

function fault(message: string) {
  faults++;
  console.error(message);
}

async function checkHtml() {
  const validator = new HtmlValidate(
    new FileSystemConfigLoader({
      root: true,
      extends: ['html-validate:recommended'],
      elements: [
        'html5',
        {
          'bank-lab': { flow: true, permittedContent: ['@flow'] },
          math: { flow: true, phrasing: true, foreign: true },
        },
      ],
      rules: {
        // An id may be any text; exercises are called L2.1.
        'valid-id': ['error', { relaxed: true }],
        // A list of what was found comes and goes as one types; a <select> cannot.
        'prefer-native-element': ['error', { exclude: ['listbox'] }],
        // What one writes by hand, and what a browser reads the same.
        'doctype-style': 'off',
        'long-title': 'off',
        'no-trailing-whitespace': 'off',
      },
    }),
  );
  const report = await validator.validateMultipleFiles(pages.map(page => join(folder, page)));
  const count = report.errorCount + report.warningCount;
  if (count) {
    console.error(formatterFactory('stylish')(report.results));
    faults += count;
  }
}

async function checkLinks() {
  const server = await startServer({ root: folder });
  const { links } = await new LinkChecker().check({
    path: pages.map(page => server.url + page),
    recurse: true,
  });
  await server.close();
  for (const { state, url, parent, status } of links)
    if (state !== LinkState.OK && !url.startsWith('data:'))
      fault(`${parent}: ${url} gives ${status ?? 'no answer'}`);
  return links.length;
}

/** Each link to a place in a page leads to one, and no id stands twice. */
function checkFragments() {
  const ids = new Map(
    pages.map(page => {
      const html = readFileSync(join(folder, page), 'utf8');
      return [page, new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(match => match[1]))];
    }),
  );
  for (const page of pages)
    for (const [, file, id] of readFileSync(join(folder, page), 'utf8').matchAll(
      /\shref="([^"#:]*)#([^"]*)"/g,
    ))
      if (!ids.get(file || page)?.has(id)) fault(`${page}: no place '${id}' in ${file || page}`);
}

if (!pages.length) fault(`no page in ${folder}; build the site first`);
await checkHtml();
const links = await checkLinks();
checkFragments();
console.log(`check: ${pages.length} pages, ${links} links, ${faults} faults`);
process.exit(faults ? 1 : 0);
