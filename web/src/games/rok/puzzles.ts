/** What puzzles of the game say. */
import type { Texts, Translate } from '../../lib/i18n';
import { tenths } from '../../lib/numbers';
import type { Graded } from '../../lib/wire';

const en = {
  what: 'Find the pair as fast as you can, win the slide, choose the order of captures. The rules judge exactly.',
  value: '{value} runes of that colour ahead of the next',
  share: 'Share',
  kind_pair: 'Find the pair',
  kind_slide: 'Win the slide',
  kind_order: 'The order of captures',
  ask_pair: 'There is one pair. Find it, in {n} seconds if you can.',
  ask_slide: 'Slide your rune nearer to Destiny than {n} radii, without touching it.',
  ask_order: 'You choose the order of the captures. Which one leaves you furthest ahead?',
  ask_own: 'What would you do now?',
  touched: 'It touched Destiny.',
  nearer: 'Nearer than the rival',
  farther: 'Not near enough',
  way: 'It stopped {way} radii from Destiny; the rival’s lies at {rival}.',
  time: '{seconds} s; {par} s is fast here.',
  pairOf: 'Pair {rune}',
  mixed: 'No pair',
  theme_crowded: 'Many runes',
  theme_lookalike: 'Lookalikes',
  theme_far: 'Far apart',
  theme_blocked: 'The straight way is blocked',
  theme_narrow: 'Little room',
  theme_rich: 'Rich captures',
  theme_threeSeats: 'Three captures',
};

export const texts: Texts<typeof en> = {
  en,
  it: {
    what: 'Trova la coppia più in fretta che puoi, vinci la scivolata, scegli l’ordine delle catture. Le regole giudicano esattamente.',
    value: '{value} rune di quel colore più del secondo',
    share: 'Quota',
    kind_pair: 'Trova la coppia',
    kind_slide: 'Vinci la scivolata',
    kind_order: 'L’ordine delle catture',
    ask_pair: 'C’è una coppia. Trovala, se puoi in {n} secondi.',
    ask_slide: 'Fai scivolare la tua runa più vicino al Destino di {n} raggi, senza toccarlo.',
    ask_order: 'Scegli tu l’ordine delle catture. Quale ti lascia più avanti?',
    ask_own: 'Che cosa faresti adesso?',
    touched: 'Ha toccato il Destino.',
    nearer: 'Più vicino del rivale',
    farther: 'Non abbastanza vicino',
    way: 'Si è fermata a {way} raggi dal Destino; quella del rivale è a {rival}.',
    time: '{seconds} s; qui {par} s è veloce.',
    pairOf: 'Coppia {rune}',
    mixed: 'Nessuna coppia',
    theme_crowded: 'Molte rune',
    theme_lookalike: 'Sosia',
    theme_far: 'Lontane tra loro',
    theme_blocked: 'La via dritta è chiusa',
    theme_narrow: 'Poco spazio',
    theme_rich: 'Catture ricche',
    theme_threeSeats: 'Tre catture',
  },
  ro: {
    what: 'Găsește perechea cât poți de repede, câștigă alunecarea, alege ordinea capturilor. Regulile judecă exact.',
    value: '{value} rune de acea culoare mai mult decât următorul',
    share: 'Pondere',
    kind_pair: 'Găsește perechea',
    kind_slide: 'Câștigă alunecarea',
    kind_order: 'Ordinea capturilor',
    ask_pair: 'Există o pereche. Găsește-o, dacă poți în {n} secunde.',
    ask_slide: 'Împinge-ți runa mai aproape de Destin decât {n} raze, fără să-l atingă.',
    ask_order: 'Tu alegi ordinea capturilor. Care te lasă cel mai mult în față?',
    ask_own: 'Ce ai face acum?',
    touched: 'A atins Destinul.',
    nearer: 'Mai aproape decât rivalul',
    farther: 'Nu destul de aproape',
    way: 'S-a oprit la {way} raze de Destin; a rivalului e la {rival}.',
    time: '{seconds} s; aici {par} s înseamnă repede.',
    pairOf: 'Perechea {rune}',
    mixed: 'Nicio pereche',
    theme_crowded: 'Multe rune',
    theme_lookalike: 'Asemănătoare',
    theme_far: 'Departe una de alta',
    theme_blocked: 'Drumul drept e închis',
    theme_narrow: 'Puțin loc',
    theme_rich: 'Capturi bogate',
    theme_threeSeats: 'Trei capturi',
  },
  de: {
    what: 'Finde das Paar, so schnell du kannst, gewinn den Schub, wähl die Reihenfolge der Eroberungen. Die Regeln urteilen genau.',
    value: '{value} Runen dieser Farbe vor dem Nächsten',
    share: 'Anteil',
    kind_pair: 'Finde das Paar',
    kind_slide: 'Gewinn den Schub',
    kind_order: 'Reihenfolge der Eroberungen',
    ask_pair: 'Ein Paar liegt da. Finde es, wenn du kannst in {n} Sekunden.',
    ask_slide: 'Schieb deine Rune näher an das Schicksal als {n} Radien, ohne es zu berühren.',
    ask_order: 'Du wählst die Reihenfolge der Eroberungen. Welche bringt dir den größten Vorsprung?',
    ask_own: 'Was würdest du jetzt tun?',
    touched: 'Sie hat das Schicksal berührt.',
    nearer: 'Näher als der Rivale',
    farther: 'Nicht nah genug',
    way: 'Sie blieb {way} Radien vor dem Schicksal liegen; die des Rivalen liegt bei {rival}.',
    time: '{seconds} s; {par} s sind hier schnell.',
    pairOf: 'Paar {rune}',
    mixed: 'Kein Paar',
    theme_crowded: 'Viele Runen',
    theme_lookalike: 'Doppelgänger',
    theme_far: 'Weit auseinander',
    theme_blocked: 'Der gerade Weg ist versperrt',
    theme_narrow: 'Wenig Platz',
    theme_rich: 'Reiche Eroberungen',
    theme_threeSeats: 'Drei Eroberungen',
  },
};

export function sayAnswer(answer: string, t: Translate): string | null {
  if (answer === 'touched' || answer === 'nearer' || answer === 'farther') return t(answer);
  if (/^[WGB]\d( [WGB]\d)?$/.test(answer)) return answer.includes(' ') ? t('mixed') : t('pairOf', { rune: answer });
  return null;
}

export function sayReached(kind: string, { reached, goal }: Graded, t: Translate): string {
  if (kind === 'slide') return reached === null ? t('touched') : t('way', { way: tenths(reached, t.lang), rival: tenths(goal ?? 0, t.lang) });
  if (kind === 'pair' && reached !== null) return t('time', { seconds: tenths(reached, t.lang), par: tenths(goal ?? 0, t.lang) });
  return '';
}
