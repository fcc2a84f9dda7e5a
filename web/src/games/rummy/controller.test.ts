import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DraftJudged } from '../../lib/wire';
import type { RummyJudgedDraft, RummyView } from './wire';
import { Controller, JUDGE_EVERY, NEW_MELD, type Kept } from './controller.svelte';
import { HAND, meldTexts, RACK, rackOrder, tilesIn } from './layout';
import { samples } from './samples';
import { sayStep, stepsTo } from './steps';
import { formatMelds } from './tiles';
import { rummyWords } from './words';

const given = samples.find((one) => one.name === 'middle')!.eyes[0]!.view as RummyView;
const view = (change: Partial<RummyView> = {}): RummyView => ({ ...given, ...change });

function table(change: Partial<RummyView> = {}) {
  const sent: string[] = [];
  const drafts: string[] = [];
  let kept: Kept | null = null;
  const controller = new Controller({
    send: (move) => sent.push(move),
    judge: (draft) => drafts.push(draft),
    keep: (one) => (kept = one),
  });
  controller.look(view(change), true);
  return { controller, sent, drafts, kept: () => kept };
}
const shown = (controller: Controller): string => formatMelds(meldTexts(controller.layout));
function judge(controller: Controller, ready: boolean): DraftJudged {
  const judged: RummyJudgedDraft = {
    melds: meldTexts(controller.layout).map((tiles) => ({ valid: true, tiles, points: 0, why: null })),
    opening: null,
    ready,
    why: ready ? null : { rule: '§5.5', code: 'from_rack', words: 'no', tiles: [], numbers: [] },
  };
  return { type: 'judged', n: 1, seat: 0, judged };
}

describe('a turn', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
  afterEach(() => void vi.useRealTimers());

  it('is undone, redone and begun anew', () => {
    const { controller } = table();
    const before = shown(controller);
    controller.place(['R8a'], { where: 'm0' });
    const after = shown(controller);
    expect(after).toContain('[R4a J1 R6a R7a R8a]');
    controller.undo();
    expect(shown(controller)).toBe(before);
    controller.redo();
    expect(shown(controller)).toBe(after);
    controller.reset();
    expect(shown(controller)).toBe(before);
    controller.undo();
    expect(shown(controller)).toBe(after);
  });

  it('is sent only when the server has said that it is ready', () => {
    const { controller, sent } = table();
    controller.place(['R8a'], { where: 'm0' });
    controller.end();
    expect(sent).toEqual([]);
    controller.hear(judge(controller, false));
    expect(sent).toEqual([]);
    expect(controller.asked).toBe(true);
    controller.end();
    expect(sent).toEqual([]);
    controller.undo();
    controller.place(['R8a'], { where: 'm0' });
    controller.end(); // not judged yet: it is sent when it is
    controller.hear(judge(controller, true));
    expect(sent).toEqual([`lay ${shown(controller)}`]);
  });

  it('is not ended by what was said of another draft', () => {
    const { controller, sent } = table();
    const old = judge(controller, true);
    controller.place(['R8a'], { where: 'm0' });
    controller.end();
    controller.hear(old);
    expect(sent).toEqual([]);
    expect(controller.judged).toBeNull();
  });

  it('stays as it is when a move is refused', () => {
    const { controller, sent } = table();
    controller.place(['R8a'], { where: 'm0' });
    controller.hear(judge(controller, true));
    controller.end();
    const lying = shown(controller);
    controller.undo(); // nothing moves while a move is on its way
    expect(shown(controller)).toBe(lying);
    controller.refuse();
    expect(shown(controller)).toBe(lying);
    controller.end();
    expect(sent.length).toBe(2);
  });

  it('is judged at once, and never more often than the server allows', () => {
    const { controller, drafts } = table();
    expect(drafts.length).toBe(1);
    for (let k = 0; k < 40; k++) {
      controller.place(['R8a'], { where: k % 2 ? RACK : 'm0' });
      vi.advanceTimersByTime(50);
    }
    vi.advanceTimersByTime(1000);
    expect(drafts.length).toBeLessThanOrEqual(2 + Math.ceil(2000 / JUDGE_EVERY));
    expect(drafts.at(-1)).toBe(shown(controller));
  });

  it('is told again to a server that was away', () => {
    const { controller, drafts } = table();
    controller.remind();
    vi.advanceTimersByTime(1000);
    expect(drafts.length).toBe(1); // nothing lies otherwise than the server knows
    controller.place(['R8a'], { where: 'm0' });
    vi.advanceTimersByTime(1000);
    controller.hear(judge(controller, true));
    controller.remind();
    vi.advanceTimersByTime(1000);
    expect(drafts.slice(1)).toEqual([shown(controller), shown(controller)]);
  });

  it('frees a joker, which must be laid again', () => {
    const { controller } = table();
    controller.place(['R5a'], { where: 'm0', joker: 'J1' });
    expect(tilesIn(controller.layout, HAND)).toEqual(['J1']);
    controller.place(['J1'], { where: RACK });
    expect(tilesIn(controller.layout, HAND)).toEqual(['J1']);
    controller.place(['B7a', 'J1', 'B9a'], { where: NEW_MELD });
    expect(shown(controller)).toContain('[B7a J1 B9a]');
    expect(tilesIn(controller.layout, HAND)).toEqual([]);
  });

  it('is built by taps: the first picks, the next one elsewhere puts', () => {
    const { controller } = table();
    controller.tap('B7a');
    controller.tap('G11a');
    expect(controller.picked).toEqual(['B7a', 'G11a']);
    controller.tap('G11a');
    controller.tap('B6a');
    expect(shown(controller)).toContain('[B2a B3a B4a B5a B6a B7a]');
    expect(controller.picked).toEqual([]);
  });

  it('survives a page that is loaded anew, and an update that changes nothing', () => {
    const one = table();
    one.controller.place(['R8a'], { where: 'm0' });
    one.controller.sort('number');
    const lying = shown(one.controller);
    one.controller.look(view(), true);
    expect(shown(one.controller)).toBe(lying);
    const other = new Controller({ send: () => undefined, keep: () => undefined });
    other.look(view(), true, one.kept());
    expect(shown(other)).toBe(lying);
    expect(rackOrder(other.layout).flat()).toEqual(rackOrder(one.controller.layout).flat());
  });

  it('gives way to what really happened, and loses no tile', () => {
    const { controller } = table();
    controller.place(['R8a'], { where: 'm0' });
    controller.look(view({ rack: [...given.rack, 'Y1a'], turn: [1] }), false);
    expect(shown(controller)).toBe(formatMelds(given.table.map((meld) => meld.map((tile) => tile.split('=')[0]!))));
    expect(rackOrder(controller.layout).flat().sort()).toEqual([...given.rack, 'Y1a'].sort());
    controller.place(['R8a'], { where: 'm0' }); // out of turn the table stays
    expect(tilesIn(controller.layout, 'm0').length).toBe(4);
    controller.sort('number'); // but the rack can be sorted
    expect(rackOrder(controller.layout).flat()[0]).toBe('R1a');
  });
});

describe('a hint', () => {
  it('is told in steps that end at its table', () => {
    const { controller } = table();
    const move = 'lay [R4a R5a R6a R7a] [B8a G8a Y8a] [G2a G3a G4a G5a G6a] [R12a B12a Y12a] [B2a B3a B4a] [B4b B5a B6a] [Y9a Y10a Y11a] [B7a J1=B8 B9a]';
    const steps = stepsTo(controller.layout, move);
    const after = steps.at(-1)!.after;
    const sorted = (text: string): string[] => text.slice(1, -1).split('] [').sort();
    expect(sorted(formatMelds(meldTexts(after)))).toEqual(sorted(move.slice(4).replace('=B8', '')));
    expect(tilesIn(after, HAND)).toEqual([]);
    const said = steps.map((step) => sayStep(step, rummyWords('en')));
    expect(said[0]).toBe('Add red 5 from your rack: red 4, red 5, red 6, red 7.');
    expect(said.at(-1)).toBe('A new meld: blue 7 and blue 9 from your rack, joker from the table.');
  });
});
