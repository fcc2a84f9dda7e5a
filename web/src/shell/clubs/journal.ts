/** The lines of an evening's journal in words: the server keeps the name of a step and its numbers. */
import type { Translate } from '../../lib/i18n';
import type { EveningView } from '../../lib/wire';
import type { HostKey } from './hostTexts';
import type { ClubKey } from './texts';

/** A line such as `score 0 2 [3,1]`; what is not known is shown as it is. */
export function journalWords(line: string, view: EveningView, t: Translate<ClubKey>, h: Translate<HostKey>): string {
  const [step = '', ...values] = line.split(' ');
  const nameOf = (at: number): string => view.players[Number(values[at])]?.name ?? '';
  const table = (at: number): number => Number(values[at]) + 1;
  switch (step) {
    case 'plan':
      return h('draw');
    case 'start':
      return values[0] ? h('start', { n: table(0) }) : h('startWhat');
    case 'swap':
      return h('journalSwap', { one: nameOf(0), other: nameOf(1) });
    case 'extend':
      return h('journalTime');
    case 'timer':
      return h('journalTimer', { n: Number(values[0]), what: t(`timeUp_${values[1] as EveningView['time_up']}`) });
    case 'close':
      return h('journalClose', { n: table(0) });
    case 'finish':
      return h('finishTable', { n: table(0) });
    case 'score':
      return `${t('round', { n: table(0) })}, ${h('correct', { n: table(1) })}: ${values[2] ?? ''}`;
    case 'result':
      return `${t('round', { n: table(0) })}, ${t('result', { n: table(1) })}`;
    case 'add':
      return h('addPlayer');
    case 'out':
      return h(values[1] === 'True' ? 'journalOut' : 'journalBack', { name: nameOf(0) });
    case 'host':
      return h('journalHost', { name: nameOf(0) });
    case 'season':
      return h('journalSeason');
    case 'take_over':
      return h('journalTakeOver');
    case 'end':
      return h('end');
    case 'undo':
      return h('undo');
    default:
      return line;
  }
}
