/** Each card is drawn once; where it is needed its drawing is copied, which is ten times quicker. */
import { mount, unmount } from 'svelte';
import Card from './Card.svelte';
import { ALL } from './names';

const drawn = new Map<string, Element>();
const AT_ONCE = 3; // a hand that is dealt comes card by card, so that no frame has them all to do

/** What is not drawn need not be copied: the marks between elements. */
function strip(node: Element): void {
  for (const child of [...node.childNodes]) {
    if (child instanceof Element) strip(child);
    else child.remove();
  }
}

function draw(card: string | null): Element {
  const name = card ?? '';
  let drawing = drawn.get(name);
  if (!drawing) {
    const box = document.createElement('div');
    const made = mount(Card, { target: box, props: { card } });
    // Of what Svelte keeps about each element nothing is needed: a copy is less to clean up for the browser.
    drawing = (box.querySelector('svg') ?? box).cloneNode(true) as Element;
    strip(drawing);
    drawn.set(name, drawing);
    void unmount(made);
  }
  return drawing;
}

const waiting = new Map<Element, string | null>();
let placed = 0; // in this frame
let frame = 0;

function place(box: Element, card: string | null): void {
  placed += 1;
  box.replaceChildren(draw(card).cloneNode(true));
}
function nextFrame(): void {
  frame = placed = 0;
  for (const [box, card] of [...waiting].slice(0, AT_ONCE)) {
    waiting.delete(box);
    place(box, card);
  }
  if (placed > 0) frame = requestAnimationFrame(nextFrame);
}

/** Put a card's drawing into a box, now or within the next frames; null is a back. The answer takes it back. */
export function show(box: Element, card: string | null): () => void {
  frame ||= requestAnimationFrame(nextFrame);
  if (placed < AT_ONCE) place(box, card);
  else waiting.set(box, card);
  return () => waiting.delete(box);
}

/** Draw all cards beforehand, whenever the browser has nothing else to do; the answer ends it. */
export function drawAhead(): () => void {
  if (typeof requestIdleCallback === 'undefined') return () => undefined;
  const missing = ALL.filter((card) => !drawn.has(card));
  let handle = requestIdleCallback(step);
  function step(idle: IdleDeadline): void {
    while (missing.length > 0 && idle.timeRemaining() > 10) draw(missing.pop() ?? null);
    if (missing.length > 0) handle = requestIdleCallback(step);
  }
  return () => cancelIdleCallback(handle);
}
