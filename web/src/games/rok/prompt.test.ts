import { expect, it } from 'vitest';
import type { TableInfo } from '../../lib/table';
import { callOf, type Situation } from './prompt';
import { samples } from './samples';
import type { RokView } from './wire';

type Change = Partial<Pick<Situation, 'seat' | 'legal'>> & { info?: Partial<TableInfo>; stage?: Partial<Situation['stage']> };

/** A table of the gallery through the eyes of its first seat, a little changed. */
function at(name: string, { info, stage, ...change }: Change = {}): Situation {
  const given = samples.find((one) => one.name === name)!;
  const [eye] = given.eyes;
  return {
    view: eye!.view as RokView,
    seat: eye!.seat,
    legal: eye!.legal,
    names: given.names,
    info: { ...given.info, ...info },
    stage: { scene: 'open', beat: null, countUntil: 0, ...stage },
    lang: 'en',
    touch: false,
    ...change,
  };
}
const beat = { event: { type: 'NoPairs' } } as unknown as Situation['stage']['beat'];

it.each<[string, Situation, string | null]>([
  ['a throw', at('scramble', { stage: { scene: 'flying' } }), 'flying'],
  ['the scramble', at('scramble'), 'open'],
  ['what the judge tells', at('scramble', { stage: { scene: 'telling', beat } }), 'verdict'],
  ['the count before a game', at('scramble', { stage: { scene: 'telling', countUntil: 5 } }), 'count'],
  ['the own signal', at('scramble', { info: { signal: { seat: 0, until: 9 } as TableInfo['signal'] }, stage: { scene: 'telling' } }), 'signal'],
  ['a pair to give', at('penalty', { stage: { scene: 'still' } }), 'penalty'],
  ['a slide', at('slide', { stage: { scene: 'still' } }), 'slide'],
  ['an order', at('order', { stage: { scene: 'still' } }), 'order'],
  ['the end', at('end', { stage: { scene: 'still' } }), 'over'],
])('a player is called by %s', (_, now, call) => {
  expect(callOf(now)).toBe(call);
});

it.each<[string, Situation]>([
  ['the signal of somebody else', at('scramble', { info: { signal: { seat: 1, until: 9 } as TableInfo['signal'] }, stage: { scene: 'telling' } })],
  ['a slide of somebody else', at('slide', { legal: [], stage: { scene: 'still' } })],
  ['whoever only watches', at('scramble', { seat: null })],
])('nobody is called by %s', (_, now) => {
  expect(callOf(now)).toBeNull();
});
