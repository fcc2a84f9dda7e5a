import { beforeEach, describe, expect, it, vi } from 'vitest';
import { noteHanded, notHanded, waitingGames } from './handed';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', { getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, text: string) => void kept.set(name, text) });

describe('games of this device', () => {
  beforeEach(() => kept.clear());
  it('wait until a server has them', () => {
    expect(waitingGames()).toBe(0);
    expect(notHanded(['a', 'b'])).toEqual(['a', 'b']);
    noteHanded('a', 1);
    expect(waitingGames()).toBe(1);
    expect(notHanded(['a', 'b'])).toEqual(['b']);
  });
  it('are offered again where the note cannot be read', () => {
    kept.set('erre.handed', 'rubbish');
    kept.set('erre.waiting', '"many"');
    expect(notHanded(['a'])).toEqual(['a']);
    kept.set('erre.waiting', '"many"');
    expect(waitingGames()).toBe(0);
  });
});
