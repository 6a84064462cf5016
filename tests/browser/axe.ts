// What axe finds wrong in a page, a line for each rule.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(resolve('package.json')).resolve('axe-core/axe.min.js'), 'utf8');

interface Result {
  id: string;
  nodes: { target: unknown[]; failureSummary?: string }[];
}

/** Empties the figures after the first few, still and live. */
function thinOut(keep: number) {
  const labs = [...document.querySelectorAll('bank-lab')];
  const still = [...document.querySelectorAll('svg.bank-figure')];
  const live = labs.flatMap(lab => [...(lab.shadowRoot?.querySelectorAll('svg.bank-figure') ?? [])]);
  for (const figures of [still, live])
    for (const svg of figures.slice(keep)) svg.replaceChildren(...svg.querySelectorAll('title'));
}

/** `figures`: how many to look into; axe takes a second for each, and they are all of one kind. */
export async function axe(page: Page, figures?: number): Promise<string[]> {
  if (figures !== undefined) await page.evaluate(thinOut, figures);
  await page.evaluate(source);
  const violations = (await page.evaluate(async () => {
    const { axe: checker } = window as unknown as { axe: { run(): Promise<{ violations: unknown[] }> } };
    return (await checker.run()).violations;
  })) as Result[];
  return violations.map(({ id, nodes }) => {
    const where = nodes.map(node => `${node.target} ${node.failureSummary}`).join('; ');
    return `${id}: ${where.slice(0, 600)}`;
  });
}
