/** The few words of the plain table; everything else comes from the game, in English. */
import { translator, type Lang, type Texts, type Translate } from '../../lib/i18n';

const en = {
  table: 'Table',
  yourMove: 'Your move',
  mayChange: 'You may still change your choice',
  waiting: 'Waiting for {names}',
  over: 'The game is over',
  moves: 'Your moves',
  sending: 'Sending …',
  nothing: 'nothing',
  plain: 'This game has no pictures: its pieces and moves are shown as text.',
};

const texts: Texts<typeof en> = {
  en,
  it: {
    table: 'Tavolo',
    yourMove: 'Tocca a te',
    mayChange: 'Puoi ancora cambiare la tua scelta',
    waiting: 'In attesa di {names}',
    over: 'La partita è finita',
    moves: 'Le tue mosse',
    sending: 'Invio …',
    nothing: 'niente',
    plain: 'Questo gioco non ha immagini: pezzi e mosse sono mostrati come testo.',
  },
  ro: {
    table: 'Masa',
    yourMove: 'E rândul tău',
    mayChange: 'Îți mai poți schimba alegerea',
    waiting: 'Se așteaptă {names}',
    over: 'Partida s-a încheiat',
    moves: 'Mutările tale',
    sending: 'Se trimite …',
    nothing: 'nimic',
    plain: 'Acest joc nu are imagini: piesele și mutările apar ca text.',
  },
  de: {
    table: 'Tisch',
    yourMove: 'Du bist am Zug',
    mayChange: 'Du kannst deine Wahl noch ändern',
    waiting: 'Warten auf {names}',
    over: 'Die Partie ist zu Ende',
    moves: 'Deine Züge',
    sending: 'Wird gesendet …',
    nothing: 'nichts',
    plain: 'Dieses Spiel hat keine Bilder: Figuren und Züge stehen als Text da.',
  },
};

export type PlainKey = keyof typeof en;

export function plainWords(lang: Lang): Translate<PlainKey> {
  return translator(texts, lang);
}
