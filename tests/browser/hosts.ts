// Other people's pages: a folder with the element's files as an author would put them there, and pages that use them.
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The built book's scripts; the tests run in the folder web/. */
const built = resolve('../build/site/assets');

/** Makes ../build/tests/hosts/NAME with the element's files in assets/; gives its path. */
export function hostFolder(name: string, pages: Record<string, string>): string {
  const folder = resolve('../build/tests/hosts', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'assets'), { recursive: true });
  const parts = readdirSync(built).filter(file => /^(banklab\.|embed\.html$)/.test(file));
  for (const file of parts) cpSync(join(built, file), join(folder, 'assets', file));
  for (const [file, text] of Object.entries(pages)) writeFileSync(join(folder, file), text);
  return folder;
}

/** A page with the script in its head. */
export const page = (body: string, head = ''): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Notes</title>
<link rel="icon" href="data:,">
<script src="assets/banklab.js" defer></script>
${head}
</head>
<body>
<main>
<h1>Notes on kernels</h1>
${body}
</main>
</body>
</html>
`;

export const stride = (n: number): string => `float v = shared[tid * ${n}];`;

/** A lab with its code inside. */
export const lab = (source: string, attributes = ''): string =>
  `<bank-lab ${attributes}><pre><code>${source.replaceAll('<', '&lt;')}</code></pre></bank-lab>`;
