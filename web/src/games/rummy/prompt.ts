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
  /** `draw` or `pass`. */
  plain: string;
  /** The names of those whose turn it is. */
  waitsFor: string;
  /** The reason of a wrong meld that was pressed on. */
  explained: string;
}

/** Why the turn cannot end; empty where it can, or where nobody has asked. */
export function problemOf(controller: Controller, words: RummyTranslate): string {
  const why = controller.judged?.why;
  return why && (controller.asked || controller.isTouched) ? sayWhy(why, words) : '';
}

export function promptOf(told: Told, words: RummyTranslate): string {
  const { view, mine, waitsFor, lesson } = told;
  if (view.phase === 'over') return words('over');
  if (!mine && lesson) return words('yourTurn');
  if (!mine) return words(view.seat === null ? 'watching' : 'waiting', { names: waitsFor });
  return turnPrompt(told, words);
}

function turnPrompt({ controller, plain, explained }: Told, words: RummyTranslate): string {
  const verdict = controller.judged;
  if (controller.sent !== null) return words('judging');
  if (explained) return explained;
  const n = controller.picked.length;
  if (n > 0) return `${words('picked', { n })}. ${words('pickedHelp')}`;
  const problem = problemOf(controller, words);
  if (problem) return problem;
  if (controller.isTouched) return words(verdict?.ready ? 'ready' : 'judging');
  if (plain === 'pass') return words('yourTurnPass');
  return verdict?.opening ? words('yourTurnFirst', { needed: verdict.opening.needed }) : words('yourTurn');
}
