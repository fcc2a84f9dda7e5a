/** Why a record file is refused, in the reader's language. */
import { ApiError } from '../../lib/api';
import { translator, type Texts } from '../../lib/i18n';
import { preferences } from '../../lib/settings.svelte';
import { problemWords } from '../problems';

const en = {
  too_long: 'This file is too large for a game record.',
  not_text: 'This file is not a game record: it is not text.',
  empty: 'This file is empty.',
  line: 'Line {line} of this file does not belong in a game record: {said}.',
  not_over: 'This game is not over yet, so its key is still secret.',
  many_moves: 'This record has {moves} moves, and {most} is the most that can be shown.',
  changed: 'This record was changed: its seal does not match. {said}',
  move: 'Move {move} of this record is not legal: {said}',
  key: 'The key in this record is not the one that was promised before the game.',
  outcome: 'The moves in this record do not lead to the result that it tells.',
};
type Reason = keyof typeof en;

const words: Texts<typeof en> = {
  en,
  de: {
    too_long: 'Diese Datei ist zu groß für eine Partie.',
    not_text: 'Diese Datei ist keine Partie: Sie enthält keinen Text.',
    empty: 'Diese Datei ist leer.',
    line: 'Zeile {line} dieser Datei gehört in keine Partie.',
    not_over: 'Diese Partie ist noch nicht zu Ende; ihr Schlüssel ist noch geheim.',
    many_moves: 'Diese Partie hat {moves} Züge; gezeigt werden höchstens {most}.',
    changed: 'Diese Partie wurde verändert: Ihr Siegel passt nicht.',
    move: 'Zug {move} dieser Partie ist nicht erlaubt ({rule}).',
    key: 'Der Schlüssel dieser Partie ist nicht der, der vor dem Spiel versprochen wurde.',
    outcome: 'Die Züge dieser Partie führen nicht zu dem Ergebnis, das sie nennt.',
  },
  it: {
    too_long: 'Questo file è troppo grande per una partita.',
    not_text: 'Questo file non è una partita: non è testo.',
    empty: 'Questo file è vuoto.',
    line: 'La riga {line} di questo file non appartiene a una partita.',
    not_over: 'Questa partita non è finita: la sua chiave è ancora segreta.',
    many_moves: 'Questa partita ha {moves} mosse; se ne mostrano al massimo {most}.',
    changed: 'Questa partita è stata modificata: il sigillo non corrisponde.',
    move: 'La mossa {move} di questa partita non è permessa ({rule}).',
    key: 'La chiave di questa partita non è quella promessa prima del gioco.',
    outcome: 'Le mosse di questa partita non portano al risultato che essa indica.',
  },
  ro: {
    too_long: 'Fișierul este prea mare pentru o partidă.',
    not_text: 'Fișierul nu este o partidă: nu conține text.',
    empty: 'Fișierul este gol.',
    line: 'Linia {line} a fișierului nu aparține unei partide.',
    not_over: 'Partida nu s-a terminat: cheia ei este încă secretă.',
    many_moves: 'Partida are {moves} mutări; se arată cel mult {most}.',
    changed: 'Partida a fost modificată: sigiliul nu se potrivește.',
    move: 'Mutarea {move} a partidei nu este permisă ({rule}).',
    key: 'Cheia partidei nu este cea promisă înainte de joc.',
    outcome: 'Mutările partidei nu duc la rezultatul pe care îl arată.',
  },
};

/** What is wrong with a file, or what else went wrong while it was sent. */
export function fileWords(error: unknown): string {
  if (error instanceof ApiError && error.reason in en) {
    const rule = error.values['rule'] ? `§${String(error.values['rule']).replace('§', '')}` : '–';
    return translator(words, preferences.settings.lang)(error.reason as Reason, { ...error.values, rule }).trim();
  }
  return problemWords(error, preferences.t);
}
