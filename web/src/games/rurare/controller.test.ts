import { expect, it } from 'vitest';
import { Controller } from './controller.svelte';

function table(rows: number[], choice: number | null = null): { controller: Controller; sent: string[] } {
  const sent: string[] = [];
  const controller = new Controller((move) => sent.push(move));
  controller.look({ legal: rows.map((row) => `row ${row}`), choice, number: 1 });
  return { controller, sent };
}

it('picks at the first press and chooses at the second', () => {
  const { controller, sent } = table([1, 3]);
  controller.press(3);
  expect([controller.picked, sent]).toEqual([3, []]);
  controller.press(3);
  expect(sent).toEqual(['row 3']);
});

it('chooses no row that was not offered', () => {
  const { controller, sent } = table([1, 3]);
  controller.press(2);
  controller.press(2);
  controller.choose(2);
  expect([controller.picked, sent]).toEqual([null, []]);
});

it('sends a choice once', () => {
  const { controller, sent } = table([1, 3]);
  controller.choose(1);
  controller.choose(3);
  expect(sent).toEqual(['row 1']);
  controller.look({ legal: ['row 1', 'row 3'], choice: 1, number: 2 });
  controller.choose(3);
  expect(sent).toEqual(['row 1', 'row 3']);
});

it('does not choose again what lies there already', () => {
  const { controller, sent } = table([1, 3], 3);
  controller.press(3);
  controller.choose(3);
  expect([controller.picked, sent]).toEqual([null, []]);
});

it('chooses the row that the token is let go on', () => {
  const { controller, sent } = table([1, 3]);
  controller.drag(5, -80, null);
  controller.drop();
  controller.drag(5, -80, 2);
  controller.drop();
  expect(sent).toEqual([]);
  controller.drag(5, -80, 1);
  controller.drop();
  expect(sent).toEqual(['row 1']);
});

it('forgets a picked row that is gone', () => {
  const { controller } = table([1, 3]);
  controller.pick(3);
  controller.look({ legal: ['row 1'], choice: null, number: 2 });
  expect(controller.picked).toBeNull();
});
