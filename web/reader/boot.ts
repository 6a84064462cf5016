// Runs before the page is drawn: the theme is right from the first frame, and what needs script takes its place at once.
import { applyTheme, savedTheme } from './theme.ts';

document.documentElement.classList.add('js');
applyTheme(savedTheme());
