/** The words of the bids on a player's page. */
import type { Texts } from '../../lib/i18n';

const en = {
  bids: 'Bids and what came of them',
  bidsWhat: 'On the line a bid is kept on average. Above it you take more tricks than you say, below it fewer.',
  bidLine: 'You say {bid}, you make {tricks}.',
  bidLineOther: 'Says {bid}, makes {tricks}.',
  bid: 'Bid',
  tricks: 'Tricks on average',
  kept: 'Kept',
};

export const bidTexts: Texts<typeof en> = {
  en,
  it: {
    bids: 'Le puntate e che cosa ne è stato',
    bidsWhat: 'Sulla linea la puntata è in media esatta. Sopra fai più prese di quante ne punti, sotto di meno.',
    bidLine: 'Punti {bid}, ne fai {tricks}.',
    bidLineOther: 'Punta {bid}, ne fa {tricks}.',
    bid: 'Puntata',
    tricks: 'Prese in media',
    kept: 'Rispettate',
  },
  ro: {
    bids: 'Anunțurile și ce a ieșit din ele',
    bidsWhat: 'Pe linie un anunț este ținut în medie. Deasupra faci mai multe levate decât spui, dedesubt mai puține.',
    bidLine: 'Anunți {bid}, faci {tricks}.',
    bidLineOther: 'Anunță {bid}, face {tricks}.',
    bid: 'Anunț',
    tricks: 'Levate în medie',
    kept: 'Ținute',
  },
  de: {
    bids: 'Ansagen und was daraus wurde',
    bidsWhat: 'Auf der Linie wird eine Ansage im Mittel gehalten. Darüber machst du mehr Stiche als angesagt, darunter weniger.',
    bidLine: 'Du sagst {bid}, du machst {tricks}.',
    bidLineOther: 'Sagt {bid}, macht {tricks}.',
    bid: 'Ansage',
    tricks: 'Stiche im Mittel',
    kept: 'Gehalten',
  },
};
