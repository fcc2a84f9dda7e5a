/** The score of ROK for the column next to the table, for those who listen, and for the end. */
import { translator, type Texts } from '../../lib/i18n';
import type { Recap, ScoreLine, ShellTranslate } from '../../lib/table';
import type { GameView, SeatView } from '../../lib/wire';
import { COLOURS } from './art/runes';
import type { RokView } from './wire';

const en = {
  held: { one: '{n} rune in hand', other: '{n} runes in hand' },
  colours: '{W} white, {G} grey, {B} black',
  grab: 'Grab pairs!',
  give: 'Choose a pair to give away.',
  slide: 'Slide your rune towards the Rune of Destiny.',
  order: 'Choose the order of the captures.',
};

const texts: Texts<typeof en> = {
  en,
  it: {
    held: { one: '{n} runa in mano', other: '{n} rune in mano' },
    colours: '{W} bianche, {G} grigie, {B} nere',
    grab: 'Prendi le coppie!',
    give: 'Scegli una coppia da cedere.',
    slide: 'Fai scivolare la tua runa verso la Runa del Destino.',
    order: 'Scegli l’ordine delle catture.',
  },
  ro: {
    held: { one: '{n} rună în mână', few: '{n} rune în mână', other: '{n} de rune în mână' },
    colours: '{W} albe, {G} gri, {B} negre',
    grab: 'Înhață perechi!',
    give: 'Alege o pereche pe care o dai.',
    slide: 'Alunecă runa ta spre Runa Destinului.',
    order: 'Alege ordinea capturilor.',
  },
  de: {
    held: { one: '{n} Rune in der Hand', other: '{n} Runen in der Hand' },
    colours: '{W} weiß, {G} grau, {B} schwarz',
    grab: 'Schnapp dir Paare!',
    give: 'Wähle ein Paar, das du abgibst.',
    slide: 'Schnippe deine Rune zur Schicksalsrune.',
    order: 'Wähle die Reihenfolge der Beutezüge.',
  },
};

export function score(view: GameView, t: ShellTranslate): ScoreLine[] {
  const { scores, held, phase } = view as RokView;
  const words = translator(texts, t.lang);
  return scores.map((points, seat) => {
    const n = held[seat]?.length ?? 0;
    return phase === 'over' ? { points } : { points, note: n === 0 ? '' : words('held', { n }) };
  });
}

export function recap(view: GameView, t: ShellTranslate): Recap {
  const words = translator(texts, t.lang);
  const notes = (view as RokView).treasure.map((runes) =>
    words('colours', Object.fromEntries(COLOURS.map((colour) => [colour, runes.filter((rune) => rune.startsWith(colour)).length]))),
  );
  return { notes };
}

/** What can be done now, in a sentence. */
export function sayTurn(eye: SeatView, _names: string[], t: ShellTranslate): string {
  const words = translator(texts, t.lang);
  switch ((eye.view as RokView).phase) {
    case 'grab':
      return words('grab');
    case 'penalty':
      return words('give');
    case 'order':
      return words('order');
    default:
      return eye.legal.length > 0 || eye.may_act ? words('slide') : '';
  }
}
