/** The lines of an evening's journal in words: the server keeps the name of a step and its numbers. */
import type { Translate } from '../../lib/i18n';
import type { EveningView } from '../../lib/wire';
import type { ClubKey } from './texts';

/** A line such as `score 0 2 [3,1]`; what is not known is shown as it is. */
export function journalWords(line: string, view: EveningView, t: Translate<ClubKey>): string {
  const [step = '', ...values] = line.split(' ');
  const nameOf = (at: number): string => view.players[Number(values[at])]?.name ?? '';
  const table = (at: number): number => Number(values[at]) + 1;
  switch (step) {
    case 'plan':
      return t('draw');
    case 'start':
      return t('startWhat');
    case 'swap':
      return t('journalSwap', { one: nameOf(0), other: nameOf(1) });
    case 'extend':
      return t('journalTime');
    case 'finish':
      return t('finishTable', { n: table(0) });
    case 'score':
      return `${t('round', { n: table(0) })}, ${t('correct', { n: table(1) })}: ${values[2] ?? ''}`;
    case 'result':
      return `${t('round', { n: table(0) })}, ${t('result', { n: table(1) })}`;
    case 'add':
      return t('addPlayer');
    case 'out':
      return t(values[1] === 'True' ? 'journalOut' : 'journalBack', { name: nameOf(0) });
    case 'host':
      return t('journalHost', { name: nameOf(0) });
    case 'season':
      return t('journalSeason');
    case 'take_over':
      return t('journalTakeOver');
    case 'end':
      return t('end');
    case 'undo':
      return t('undo');
    default:
      return line;
  }
}
