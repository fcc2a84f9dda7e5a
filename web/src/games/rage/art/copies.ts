/** Each card is drawn once; where it is needed its drawing is copied, which is ten times quicker. */
import { mount } from 'svelte';
import Card from './Card.svelte';
import { SUITS } from './suits';

const drawn = new Map<string, Element>();
const VALUES = Array.from({ length: 16 }, (_, n) => n);
const ACTIONS = ['J', 'NT', 'CT', '+5', '-5'];
const ALL = [...SUITS.flatMap((suit) => [...VALUES.map((n) => `${suit}${n}`), `J:${suit}`]), ...ACTIONS];

function draw(card: string | null): Element {
  const name = card ?? '';
  let drawing = drawn.get(name);
  if (!drawing) {
    const box = document.createElement('div');
    mount(Card, { target: box, props: { card } });
    drawing = box.querySelector('svg') ?? box;
    drawn.set(name, drawing);
  }
  return drawing;
}

/** A card's drawing, to be put anywhere; null is a back. */
export function copyOf(card: string | null): Node {
  return draw(card).cloneNode(true);
}

/** Draw all cards beforehand, whenever the browser has nothing else to do; the answer ends it. */
export function drawAhead(): () => void {
  if (typeof requestIdleCallback === 'undefined') return () => undefined;
  const waiting = ALL.filter((card) => !drawn.has(card));
  let handle = requestIdleCallback(step);
  function step(idle: IdleDeadline): void {
    while (waiting.length > 0 && idle.timeRemaining() > 10) draw(waiting.pop() ?? null);
    if (waiting.length > 0) handle = requestIdleCallback(step);
  }
  return () => cancelIdleCallback(handle);
}
