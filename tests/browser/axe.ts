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

export async function axe(page: Page): Promise<string[]> {
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
