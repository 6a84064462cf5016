// What mends a lab's conflicts, in the lab: loaded with the editor, since only who can change the code can mend it.
import css from '../styles/mend.css';
import type { Mender } from './host.ts';
import { judge } from './judge.ts';
import { Panel } from './panel.ts';

export const mender: Mender = { css, judge, open: host => new Panel(host) };
