import type { SameOptions } from '.';
import type { en } from './en';

export const ro: SameOptions<typeof en> = {
  rage: {
    plusMinusOne: { label: 'Plus/minus unu', help: 'Suma licitațiilor nu poate fi egală cu numărul de levate: cineva trebuie să greșească.' },
    bidding: { label: 'Licitația', help: 'Pe rând și cu voce tare, toți deodată sau în secret până la sfârșitul rundei.', choices: { open: 'pe rând', hidden: 'toți deodată', secret: 'în secret' } },
    slam: { label: 'Marș', help: 'Cine ia toate levatele unei runde primește câte două puncte pentru fiecare (nu în ultima rundă).' },
    sameTrick: { label: 'Fără atu și schimbare de atu în aceeași levată', help: 'Care dintre cele două cărți hotărăște când cad în aceeași levată.', choices: { lastCard: 'ultima carte', noTrumpDominates: 'fără atu' } },
    jollyOrder: { label: 'Doi jolly de aceeași culoare', help: 'Care dintre doi jolly de aceeași culoare este mai mare.', choices: { second: 'al doilea', first: 'primul' } },
    tieBreak: { label: 'Egalitate', help: 'Victoria se împarte sau decid licitațiile respectate.', choices: { shared: 'se împarte', mostCorrectBids: 'licitațiile' } },
    showOldTricks: { label: 'Levatele vechi', help: 'Toți pot revedea toate levatele rundei, nu doar pe ultima.' },
  },
  rurare: {
    deck: { label: 'Pachet', help: 'Cu care reconstituire a pachetului tipărit se joacă.', choices: { 'reconstructed-a': 'A', 'reconstructed-b': 'B', 'reconstructed-c': 'C', 'reconstructed-d': 'D' }, about: { 'reconstructed-a': '8 biserici, 15 scuturi cu puncte, 15 cavaleri, 8 case: câte puțin din toate.', 'reconstructed-b': 'Mai multe scuturi cu puncte (18), mai puțini cavaleri (12): contează punctele sigure.', 'reconstructed-c': 'Mai multe biserici (10), mai puține case (6): ferma se completează mai greu.', 'reconstructed-d': '18 scuturi și 14 cavaleri, dar numai 6 case.' } },
    allowCustomTotal: { label: 'Alt număr de cărți', help: 'Pachetul poate avea alt total decât 112 cărți.' },
    missedFirstScoring: { label: 'Prima numărătoare ratată', help: 'Nimeni nu avea 13 cărți înaintea ultimei ture: o numărătoare la sfârșit sau amândouă la rând.', choices: { finalOnly: 'una', both: 'amândouă' } },
    choiceTimeoutSec: { label: 'Secunde pentru alegere', help: 'Apoi hotărăște sorțul; 0 înseamnă fără limită.' },
  },
  rok: {
    faceUpProbability: { label: 'Cu fața în sus', help: 'Cât de probabil cade o rună cu fața în sus, de la 0 la 1.' },
    grabEnd: { label: 'Sfârșitul înhățării', help: 'Când nu mai e nimic de luat, când toți au terminat sau după ceas.', choices: { auto: 'nimic de luat', allDone: 'toți gata', timer: 'ceasul' } },
    grabSeconds: { label: 'Secunde de înhățare', help: 'Apoi se termină; 0 înseamnă fără limită.' },
    loneRune: { label: 'Runa singură', help: 'O rună luată cât geamăna ei mai e pe masă se pune la loc sau e pereche greșită.', choices: { return: 'la loc', penalty: 'pereche greșită' } },
    penaltyChoice: { label: 'Penalizare', help: 'Ce pereche se dă pentru una greșită.', choices: { player: 'la alegere', oldest: 'cea mai veche' } },
    captureScope: { label: 'Capturi', help: 'Se capturează toată comoara culorii sau doar cea din rundele anterioare.', choices: { whole: 'toată', earlierRounds: 'runde anterioare' } },
    orderContest: { label: 'Ordinea capturilor', help: 'Cine alege ordinea când mai mulți capturează aceeași culoare.', choices: { slide: 'alunecarea', random: 'sorțul', seat: 'ordinea locurilor' } },
    countBalanceAtEnd: { label: 'Runa Echilibrului contează', help: 'La sfârșit contează și Runa Echilibrului.' },
    tieBreak: { label: 'Comori egale', help: 'Decide o alunecare, victoria se împarte sau se trage la sorți.', choices: { slide: 'alunecarea', shared: 'se împarte', random: 'sorțul' } },
    slideMode: { label: 'Alunecări', help: 'Jucătorii țintesc singuri sau hotărăște întâmplarea.', choices: { skill: 'țintite', random: 'la întâmplare' } },
  },
  rummy: {
    jokerRule: { label: 'Eliberarea jokerului', help: 'Piesa lui îl înlocuiește de pe tablă sau de pe masă, doar de pe tablă, sau e liber oricând.', choices: { replace: 'tablă sau masă', replaceFromRack: 'doar tablă', free: 'oricând' } },
    jokerSameMeld: { label: 'Jokerul înapoi în formația lui', help: 'Un joker eliberat se poate întoarce în formația din care vine.' },
    tableUseInOpeningTurn: { label: 'Masa în tura de etalare', help: 'Cine a etalat primele 30 de puncte poate folosi masa în aceeași tură.' },
    closeFromHand: { label: 'Închidere din mână', help: 'Cine etalează toată tabla deodată nu are nevoie de 30 de puncte și primește dublu.' },
    closeFromHandUsesTable: { label: 'Închidere din mână cu masa', help: 'La închiderea din mână se pot folosi piesele de pe masă.' },
    blockedScoring: { label: 'Când nimeni nu mai poate', help: 'Cei care pierd plătesc diferența față de tabla cea mai mică, toată tabla sau nimic.', choices: { difference: 'diferența', fullSum: 'toată tabla', none: 'nimic' } },
    turnSeconds: { label: 'Secunde pe tură', help: 'Timpul în care o tură trebuie terminată.' },
    timeoutDraw: { label: 'Piese la timp depășit', help: 'Câte piese trage cine nu a etalat nimic la timp.' },
    maxJokersPerMeld: { label: 'Jokeri într-o formație', help: 'Câți jokeri încap cel mult într-o formație.' },
    hands: { label: 'Mâini într-o partidă', help: 'Necompletat: câte una pentru fiecare jucător.' },
    nextStarter: { label: 'Cine începe mâinile următoare', help: 'Sorțul, cel din stânga ultimului sau câștigătorul.', choices: { lot: 'sorțul', left: 'cel din stânga', winner: 'câștigătorul' } },
  },
};
