// npm run check:host -- URL: checks a running host of the book and says what to change. Ends with 1 if something is broken.
import { checkHost } from './host.ts';

const [address] = process.argv.slice(2);
if (!address || !URL.canParse(address)) {
  console.error('usage: npm --prefix web run check:host -- https://example.org/book/');
  process.exit(2);
}
try {
  const findings = await checkHost(address);
  for (const { kind, text } of findings) console.log(`${kind}: ${text}`);
  const faults = findings.filter(({ kind }) => kind === 'fault').length;
  console.log(`host: ${faults} faults, ${findings.length - faults} pieces of advice`);
  process.exitCode = faults ? 1 : 0;
} catch (error) {
  console.error(
    `${address} could not be read: ${((error as Error).cause as Error)?.message ?? (error as Error).message}`,
  );
  process.exitCode = 2;
}
