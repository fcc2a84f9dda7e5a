import { expect, it } from 'vitest';
import { Controller } from './controller.svelte';
import { formatMelds, type Tile } from './tiles';
import { meldTexts } from './layout';
import { promptOf, type Told } from './prompt';
import { samples } from './samples';
import type { RummyView } from './wire';
import { rummyWords } from './words';

const view = samples.find((one) => one.name === 'middle')!.eyes[0]!.view as RummyView;
const words = rummyWords('en');

/** A turn in which one tile lies where it makes no meld, and the server has said so. */
function half(): Controller {
  const sent: string[] = [];
  const controller = new Controller({ send: (move) => void sent.push(move), judge: () => undefined, keep: () => undefined });
  controller.look(view, true);
  controller.place([view.rack[0] as Tile], { where: 'new' });
  const melds = meldTexts(controller.layout).map((tiles) => ({ valid: tiles.length > 1, tiles, points: 0, why: null }));
  controller.hear({ type: 'judged', n: 1, seat: 0, judged: { melds, opening: null, ready: false, why: { rule: '§3.1', code: 'short', words: '', tiles: [], numbers: [] } } });
  expect(formatMelds(meldTexts(controller.layout))).toContain(view.rack[0]);
  return controller;
}
const told = (controller: Controller, hinted: boolean): Told => ({ view, mine: true, lesson: false, controller, plain: 'draw', waitsFor: '', explained: '', hinted });
const WHY = { text: 'A meld has at least three tiles.', tone: 'bad' };

it('says what is wrong with a turn, but not while a hint is shown', () => {
  const controller = half();
  expect(promptOf(told(controller, false), words)).toEqual(WHY);
  expect(promptOf(told(controller, true), words)).toEqual({ text: '', tone: 'calm' });
});

it('says it in the middle of a hint to whoever presses Done', () => {
  const controller = half();
  controller.end();
  expect(promptOf(told(controller, true), words)).toEqual(WHY);
  controller.undo();
  expect(promptOf(told(controller, true), words).tone).not.toBe('bad');
});
