/** What the line under the table says: whose turn it is, what is wrong, what comes next. */
import type { RummyView } from './wire';
import type { Controller } from './controller.svelte';
import { sayWhy, type RummyTranslate } from './words';

export interface Told {
  view: RummyView;
  mine: boolean;
  /** A lesson waits for nobody else. */
  lesson: boolean;
  controller: Controller;
  /** `draw` or `pass`; null where neither is possible, as in a puzzle. */
  plain: string | null;
  /** The names of those whose turn it is. */
  waitsFor: string;
  /** The reason of a wrong meld that was pressed on. */
  explained: string;
  /** A hint is shown step by step and has not come to its end. */
  hinted: boolean;
}

/** Why the turn cannot end; empty where it can, or where nobody has asked. */
export function problemOf(controller: Controller, words: RummyTranslate): string {
  const why = controller.judged?.why;
  return why && (controller.asked || controller.isTouched) ? sayWhy(why, words) : '';
}

/** What is said, and how: `bad` for what is wrong, `good` for what is finished. */
export interface Prompt {
  text: string;
  tone: '' | 'calm' | 'good' | 'bad';
}

export function promptOf(told: Told, words: RummyTranslate): Prompt {
  const { view, mine, waitsFor, lesson } = told;
  const plainly = (text: string): Prompt => ({ text, tone: '' });
  if (view.phase === 'over') return plainly(words('over'));
  if (!mine && lesson) return plainly(words('yourTurn'));
  if (!mine) return plainly(words(view.seat === null ? 'watching' : 'waiting', { names: waitsFor }));
  return turnPrompt(told, words);
}

function turnPrompt({ controller, plain, explained, hinted }: Told, words: RummyTranslate): Prompt {
  const calm = (text: string): Prompt => ({ text, tone: 'calm' });
  const verdict = controller.judged;
  if (controller.sent !== null) return calm(words('judging'));
  if (explained) return { text: explained, tone: 'bad' };
  const n = controller.picked.length;
  if (n > 0) return calm(`${words('picked', { n })}. ${words('pickedHelp')}`);
  const problem = problemOf(controller, words);
  // While a hint is shown the draft is unfinished: that is nothing to be told, unless somebody presses Done.
  if (problem && hinted && !controller.asked) return calm('');
  if (problem) return { text: problem, tone: 'bad' };
  if (controller.isTouched) return verdict?.ready ? { text: words('ready'), tone: 'good' } : calm(words('judging'));
  if (plain === null) return calm(words('yourTurnLay'));
  if (plain === 'pass') return calm(words('yourTurnPass'));
  return calm(verdict?.opening ? words('yourTurnFirst', { needed: verdict.opening.needed }) : words('yourTurn'));
}
