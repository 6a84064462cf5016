// Light, dark, or as the system has it. The root's data-theme overrules the system; tokens.css does the rest.
import { load, save } from './storage.ts';

export type Theme = 'auto' | 'light' | 'dark';

export function savedTheme(): Theme {
  const saved = load('theme');
  return saved === 'light' || saved === 'dark' ? saved : 'auto';
}

export function applyTheme(theme: Theme) {
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Makes the radio buttons of a theme switch work, and follow a choice made in another tab. */
export function themeSwitch(root: HTMLElement) {
  const show = () => {
    const theme = savedTheme();
    for (const input of root.querySelectorAll('input')) input.checked = input.value === theme;
    applyTheme(theme);
  };
  show();
  root.addEventListener('change', ({ target }) => {
    const theme = (target as HTMLInputElement).value as Theme;
    save('theme', theme);
    applyTheme(theme);
  });
  addEventListener('storage', ({ key }) => {
    if (key === null || key.endsWith('.theme')) show();
  });
}
