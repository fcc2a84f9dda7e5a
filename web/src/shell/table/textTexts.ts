/** The words around a table that is told as text. */
import type { Texts } from '../../lib/i18n';

const en = {
  table: 'The table in words',
  happened: 'What just happened',
  now: 'The table now',
  sent: 'Sent. Waiting for the others.',
  ready: 'I am ready',
  readyWhat: 'The game begins when everybody is ready.',
  signal: 'Give the signal for the throw',
};

export const textTexts: Texts<typeof en> = {
  en,
  it: {
    table: 'Il tavolo a parole',
    happened: 'Che cosa è appena successo',
    now: 'Il tavolo adesso',
    sent: 'Inviato. Aspettiamo gli altri.',
    ready: 'Ci sono',
    readyWhat: 'La partita comincia quando ci siamo tutti.',
    signal: 'Dai il segnale per il lancio',
  },
  ro: {
    table: 'Masa în cuvinte',
    happened: 'Ce tocmai s-a întâmplat',
    now: 'Masa acum',
    sent: 'Trimis. Îi așteptăm pe ceilalți.',
    ready: 'Sunt gata',
    readyWhat: 'Jocul începe când toți sunt gata.',
    signal: 'Dă semnalul pentru aruncare',
  },
  de: {
    table: 'Der Tisch in Worten',
    happened: 'Was gerade geschah',
    now: 'Der Tisch jetzt',
    sent: 'Gesendet. Warten auf die anderen.',
    ready: 'Ich bin bereit',
    readyWhat: 'Das Spiel beginnt, wenn alle bereit sind.',
    signal: 'Das Zeichen zum Wurf geben',
  },
};
