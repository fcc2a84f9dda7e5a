import { expect, test } from 'vitest';
import { Help } from './help.svelte';

test('a card that is introduced stays with its trick and goes with the first card of the next', () => {
  const help = new Help();
  help.met = 'CT';
  help.see(['Y3', 'Y11', 'CT']);
  help.see(['Y3', 'Y11', 'CT', 'O2']);
  help.see([]);
  expect(help.met).toBe('CT');
  help.see(['G4']);
  expect(help.met).toBeNull();
});
