/** What the line under the cloth and the header say: what is to be done now, or what is waited for. */
import { list, type Lang } from '../../lib/i18n';
import type { TableInfo } from '../../lib/table';
import type { Stage } from './stage.svelte';
import type { RokView } from './wire';
import type { RokTranslate } from './words';

/** A table as one seat, or a spectator, stands before it. */
export interface Situation {
  view: RokView;
  seat: number | null;
  legal: readonly string[];
  names: readonly string[];
  info: TableInfo;
  stage: Pick<Stage, 'scene' | 'beat' | 'countUntil'>;
  lang: Lang;
  /** Fingers instead of keys. */
  touch: boolean;
}

const STATUS = { slide: 'statusSlide', order: 'statusOrder', penalty: 'statusPenalty' } as const;

/** A decision of this seat, apart from grabbing. */
export function decisionOf({ view, legal }: Pick<Situation, 'view' | 'legal'>): 'slide' | 'order' | 'penalty' | null {
  if (view.phase === 'slide') return legal.some((move) => move.startsWith('slide ')) ? 'slide' : null;
  return (view.phase === 'order' || view.phase === 'penalty') && legal.length > 0 ? view.phase : null;
}

/** Whether everybody else is done. */
export function isAwaited({ view, seat, stage }: Pick<Situation, 'view' | 'seat' | 'stage'>): boolean {
  return view.phase === 'grab' && stage.scene === 'open' && seat !== null && !view.done.includes(seat) && view.seats > 1 && view.done.length === view.seats - 1;
}

/** What calls this player to the table, in one word; null where there is time to read. */
export function callOf(now: Situation): string | null {
  const { view, seat, info, stage } = now;
  if (seat === null) return null;
  if (info.intermission) return info.intermission.waiting.includes(seat) ? 'ready' : null;
  if (stage.beat) return 'verdict';
  if (view.phase === 'over') return 'over';
  if (info.signal) return info.signal.seat === seat ? 'signal' : null;
  const decision = decisionOf(now);
  if (decision) return decision;
  if (stage.countUntil > 0) return 'count';
  return view.phase === 'grab' && (stage.scene === 'flying' || stage.scene === 'open') ? stage.scene : null;
}

/** The others who are not ready yet. */
export function notReady({ info, seat, names, lang }: Pick<Situation, 'info' | 'seat' | 'names' | 'lang'>): string {
  return list((info.intermission?.waiting ?? []).filter((one) => one !== seat).map((one) => names[one] ?? ''), lang);
}

/** The line under the cloth. */
export function promptOf(now: Situation, words: RokTranslate): string {
  const { view, seat, info, stage, names } = now;
  const turn = (): string => list(view.turn.map((one) => names[one] ?? ''), now.lang);
  const decision = decisionOf(now);
  if (view.phase === 'over') return words('over');
  if (info.intermission) return notReady(now) ? words('readyWait', { names: notReady(now) }) : words('readyTitle');
  if (info.signal) return info.signal.seat === seat ? words('signalYours') : words('signalWait', { name: names[info.signal.seat] ?? '' });
  if (view.phase === 'slide') return decision ? words('yourSlide') : words('waitSlide', { name: turn() });
  if (view.phase === 'order') return decision ? words('yourOrder') : words('waitOrder', { name: turn() });
  if (view.phase === 'penalty') return decision ? words('yourPenalty', { n: view.due[seat ?? 0] ?? 1 }) : words('waitPenalty', { names: turn() });
  if (stage.scene === 'telling') return stage.beat ? words('telling') : stage.countUntil > 0 ? words('statusSoon') : '';
  if (stage.scene === 'flying') return words('flying');
  if (seat === null) return words('spectator');
  if (view.done.includes(seat)) return words('youAreDone');
  return words(isAwaited(now) ? 'allWait' : now.touch ? 'grabTouch' : 'grab');
}

/** The same in a few words, for the header; null where it has nothing to add. */
export function statusOf(now: Situation, words: RokTranslate): { text: string; mine: boolean } | null {
  const { view, seat, info, stage } = now;
  if (seat === null || view.phase === 'over') return null;
  if (info.intermission) {
    const asked = info.intermission.waiting.includes(seat);
    return { text: asked ? words('readyTitle') : words('readyWait', { names: notReady(now) }), mine: asked };
  }
  if (info.signal && !stage.beat) {
    const mine = info.signal.seat === seat;
    return { text: mine ? words('statusSignal') : promptOf(now, words), mine };
  }
  const decision = decisionOf(now);
  if (decision) return { text: words(STATUS[decision]), mine: true };
  if (stage.beat) return { text: words('telling'), mine: false };
  if (view.phase !== 'grab') return { text: promptOf(now, words), mine: false };
  if (stage.scene === 'flying') return { text: words('statusFlying'), mine: false };
  if (stage.scene !== 'open') return { text: words(stage.countUntil > 0 ? 'statusSoon' : 'telling'), mine: false };
  if (view.done.includes(seat)) return { text: words('statusDone'), mine: false };
  return { text: words(isAwaited(now) ? 'allWaitShort' : 'statusGrab'), mine: true };
}
