import { describe, expect, it } from 'vitest';
import { Controller } from './controller.svelte';

const HAND = ['B3', 'Y8', 'J', 'NT', 'NT'];

function table(legal: string[], phase = 'tricks', hand = HAND): { controller: Controller; sent: string[] } {
  const sent: string[] = [];
  const controller = new Controller({ send: (move) => void sent.push(move) });
  controller.look({ hand, legal, phase, number: 1 });
  return { controller, sent };
}

describe('cards', () => {
  it('lifts at the first press and plays at the second', () => {
    const { controller, sent } = table(['B3', 'Y8']);
    controller.press('Y8');
    expect([controller.picked, sent]).toEqual(['Y8', []]);
    controller.press('Y8');
    expect(sent).toEqual(['Y8']);
  });

  it('sends nothing that was not offered, and says which card it was', () => {
    const { controller, sent } = table(['B3']);
    controller.press('Y8');
    controller.press('Y8');
    expect([sent, controller.refused]).toEqual([[], 'Y8']);
  });

  it('sends a move once, however often it is pressed before the answer', () => {
    const { controller, sent } = table(['B3']);
    controller.press('B3');
    controller.press('B3');
    controller.press('B3');
    expect(sent).toEqual(['B3']);
  });

  it('plays the card that is let go over the table, and no other', () => {
    const { controller, sent } = table(['B3', 'Y8']);
    controller.drag('B3', 10, -20, false);
    controller.drop();
    expect(sent).toEqual([]);
    controller.drag('B3', 10, -200, true);
    controller.drop();
    expect(sent).toEqual(['B3']);
  });

  it('plays one of two equal cards', () => {
    const { controller, sent } = table(['NT']);
    controller.press('NT#2');
    controller.press('NT#2');
    expect(sent).toEqual(['NT']);
  });
});

describe('the joker', () => {
  it('is played once its colour is named', () => {
    const { controller, sent } = table(['J:B', 'J:R']);
    controller.press('J');
    controller.press('J');
    expect([controller.naming, sent]).toEqual(['J', []]);
    controller.name('R');
    expect([controller.naming, sent]).toEqual([null, ['J:R']]);
  });

  it('can be left alone again', () => {
    const { controller, sent } = table(['J:B']);
    controller.play('J');
    controller.cancel();
    expect([controller.naming, sent]).toEqual([null, []]);
  });
});

describe('a card in advance', () => {
  it('waits lifted, and goes by itself only when it was pressed twice', () => {
    const { controller, sent } = table([]);
    controller.press('Y8');
    controller.look({ hand: HAND, legal: ['Y8'], phase: 'tricks', number: 2 });
    expect(sent).toEqual([]);
    expect(controller.picked).toBe('Y8');
  });

  it('goes as soon as it is legal', () => {
    const { controller, sent } = table([]);
    controller.press('Y8');
    controller.press('Y8');
    expect(controller.armed).toBe('Y8');
    controller.look({ hand: HAND, legal: ['B3', 'Y8'], phase: 'tricks', number: 2 });
    expect([sent, controller.armed]).toEqual([['Y8'], null]);
  });

  it('stays in the hand where it may not be played', () => {
    const { controller, sent } = table([]);
    controller.press('Y8');
    controller.press('Y8');
    controller.look({ hand: HAND, legal: ['B3'], phase: 'tricks', number: 2 });
    expect([sent, controller.armed]).toEqual([[], null]);
  });

  it('is forgotten with the card', () => {
    const { controller, sent } = table([]);
    controller.press('Y8');
    controller.press('Y8');
    controller.look({ hand: ['B3'], legal: ['B3'], phase: 'tricks', number: 2 });
    expect([sent, controller.picked, controller.armed]).toEqual([[], null, null]);
  });
});

describe('bids', () => {
  const legal = Array.from({ length: 11 }, (_, n) => `bid ${n}`);

  it('are picked, then said', () => {
    const { controller, sent } = table(legal, 'bidding');
    controller.pressBid(3);
    expect(sent).toEqual([]);
    controller.sayBid();
    expect(sent).toEqual(['bid 3']);
  });

  it('stay on the pad until the table has them', () => {
    const { controller, sent } = table(legal, 'bidding');
    controller.pressBid(3);
    controller.sayBid();
    controller.pressBid(4);
    expect([controller.bid, controller.sent, sent]).toEqual([3, 'bid 3', ['bid 3']]);
    controller.look({ hand: HAND, legal: [], phase: 'bidding', number: 2 });
    expect([controller.bid, controller.sent]).toEqual([null, null]);
  });

  it('read a one and a nought in one breath as ten', () => {
    const { controller } = table(legal, 'bidding');
    controller.digit(1, 1000);
    controller.digit(0, 1400);
    expect(controller.bid).toBe(10);
    controller.digit(1, 5000);
    controller.digit(0, 9000);
    expect(controller.bid).toBe(0);
  });

  it('are only those that were offered', () => {
    const { controller, sent } = table(['bid 0', 'bid 2'], 'bidding');
    controller.pressBid(1);
    controller.sayBid();
    expect([controller.bid, sent]).toEqual([null, []]);
  });

  it('let a card be picked meanwhile', () => {
    const { controller, sent } = table(legal, 'bidding');
    controller.press('B3');
    controller.press('B3');
    expect([controller.armed, sent]).toEqual(['B3', []]);
  });
});
