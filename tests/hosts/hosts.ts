// What is different from host to host.
import type { Page } from 'playwright-core';
import type { Host } from './journey.ts';

export const hosts = {
  html: { badge: true, darken: (page: Page) => page.getByRole('button', { name: 'Theme' }).click() },
  markdown: { badge: true },
  sphinx: { badge: true },
  mkdocs: { badge: true },
  'mkdocs-material': {
    badge: true,
    staysInDocument: true,
    darken: (page: Page) => page.locator('label.md-header__button[title="Dark"]').click(),
  },
  hugo: { badge: true },
  jekyll: { badge: true },
  vitepress: {
    badge: true,
    staysInDocument: true,
    darken: (page: Page) => page.getByRole('switch').first().click(),
  },
  jupyter: {},
} satisfies Record<string, Omit<Host, 'folder'>>;
