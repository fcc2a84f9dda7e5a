/** The options in words. The English help is the one that Python gives with the defaults, in `options.json`. */
import { optionTexts } from '../../lib/options';

const en = {
  faceUpProbability: { label: 'Face up' },
  grabEnd: { label: 'End of the scramble', choices: { auto: 'nothing left', allDone: 'all done', timer: 'timer' } },
  grabSeconds: { label: 'Seconds to scramble' },
  pressGapMs: { label: 'Least milliseconds between two presses' },
  signalSeconds: { label: 'Seconds for the signal' },
  decisionSeconds: { label: 'Seconds for a decision' },
  loneRune: { label: 'A lone rune', choices: { return: 'goes back', penalty: 'wrong pair' } },
  penaltyChoice: { label: 'Penalty', choices: { player: 'player’s choice', oldest: 'the oldest' } },
  captureScope: { label: 'Captures', choices: { whole: 'the whole', earlierRounds: 'earlier rounds' } },
  orderContest: { label: 'Order of captures', choices: { slide: 'a slide', random: 'by lot', seat: 'seat order' } },
  countBalanceAtEnd: { label: 'Balance Rune counts' },
  tieBreak: { label: 'Equal treasures', choices: { slide: 'a slide', shared: 'shared', random: 'by lot' } },
  slideMode: { label: 'Slides', choices: { skill: 'aimed', random: 'by chance' } },
};

export const options = optionTexts(en, {
  it: {
    faceUpProbability: { label: 'Faccia in su', help: 'Con quale probabilità una runa lanciata resta a faccia in su, da 0 a 1.' },
    grabEnd: { label: 'Fine della raccolta', help: 'Quando non c’è più nulla da prendere, quando tutti hanno finito, o allo scadere del tempo.', choices: { auto: 'nulla da prendere', allDone: 'tutti pronti', timer: 'tempo' } },
    grabSeconds: { label: 'Secondi per la raccolta', help: 'Poi la raccolta finisce; Con 0 dopo un minuto subentra un bot.' },
    pressGapMs: { label: 'Millisecondi fra due prese', help: 'Il minimo fra due prese dello stesso posto: una mano sola, che deve spostarsi.' },
    signalSeconds: { label: 'Secondi per il segnale', help: 'Quanto il tavolo aspetta il segnale del primo giocatore; 0 vuol dire che lancia da solo.' },
    decisionSeconds: { label: 'Secondi per decidere', help: 'Per una penalità, uno scivolo o un ordine; poi si fa la scelta solita. Con 0 dopo un minuto subentra un bot.' },
    loneRune: { label: 'Runa sola', help: 'Una runa presa mentre la gemella è ancora lì torna al suo posto, o vale come coppia sbagliata.', choices: { return: 'torna', penalty: 'coppia sbagliata' } },
    penaltyChoice: { label: 'Penalità', help: 'Quale coppia si cede per una sbagliata.', choices: { player: 'a scelta', oldest: 'la più vecchia' } },
    captureScope: { label: 'Catture', help: 'Si cattura tutto il tesoro del colore, o solo quello delle mani precedenti.', choices: { whole: 'tutto', earlierRounds: 'mani precedenti' } },
    orderContest: { label: 'Ordine delle catture', help: 'Chi sceglie l’ordine quando più giocatori catturano lo stesso colore.', choices: { slide: 'uno scivolo', random: 'la sorte', seat: 'ordine dei posti' } },
    countBalanceAtEnd: { label: 'Conta la Runa dell’Equilibrio', help: 'Alla fine conta anche la Runa dell’Equilibrio.' },
    tieBreak: { label: 'Tesori uguali', help: 'Decide uno scivolo, la vittoria è condivisa o si tira a sorte.', choices: { slide: 'uno scivolo', shared: 'condivisa', random: 'la sorte' } },
    slideMode: { label: 'Scivoli', help: 'I giocatori mirano, oppure fa il caso.', choices: { skill: 'mirati', random: 'a caso' } },
  },
  ro: {
    faceUpProbability: { label: 'Cu fața în sus', help: 'Cât de probabil cade o rună cu fața în sus, de la 0 la 1.' },
    grabEnd: { label: 'Sfârșitul înhățării', help: 'Când nu mai e nimic de luat, când toți au terminat sau după ceas.', choices: { auto: 'nimic de luat', allDone: 'toți gata', timer: 'ceasul' } },
    grabSeconds: { label: 'Secunde de înhățare', help: 'Apoi se termină; Cu 0, după un minut preia un bot.' },
    pressGapMs: { label: 'Milisecunde între două apăsări', help: 'Minimul dintre două apăsări ale aceluiași loc: o singură mână, care trebuie să se miște.' },
    signalSeconds: { label: 'Secunde pentru semnal', help: 'Cât așteaptă masa semnalul primului jucător; 0 înseamnă că aruncă singură.' },
    decisionSeconds: { label: 'Secunde pentru o hotărâre', help: 'Pentru o penalizare, o alunecare sau o ordine; apoi se face alegerea obișnuită. Cu 0, după un minut preia un bot.' },
    loneRune: { label: 'Runa singură', help: 'O rună luată cât geamăna ei mai e pe masă se pune la loc sau e pereche greșită.', choices: { return: 'la loc', penalty: 'pereche greșită' } },
    penaltyChoice: { label: 'Penalizare', help: 'Ce pereche se dă pentru una greșită.', choices: { player: 'la alegere', oldest: 'cea mai veche' } },
    captureScope: { label: 'Capturi', help: 'Se capturează toată comoara culorii sau doar cea din rundele anterioare.', choices: { whole: 'toată', earlierRounds: 'runde anterioare' } },
    orderContest: { label: 'Ordinea capturilor', help: 'Cine alege ordinea când mai mulți capturează aceeași culoare.', choices: { slide: 'alunecarea', random: 'sorțul', seat: 'ordinea locurilor' } },
    countBalanceAtEnd: { label: 'Runa Echilibrului contează', help: 'La sfârșit contează și Runa Echilibrului.' },
    tieBreak: { label: 'Comori egale', help: 'Decide o alunecare, victoria se împarte sau se trage la sorți.', choices: { slide: 'alunecarea', shared: 'se împarte', random: 'sorțul' } },
    slideMode: { label: 'Alunecări', help: 'Jucătorii țintesc singuri sau hotărăște întâmplarea.', choices: { skill: 'țintite', random: 'la întâmplare' } },
  },
  de: {
    faceUpProbability: { label: 'Bild oben', help: 'Wie wahrscheinlich eine geworfene Rune mit dem Bild nach oben liegt, von 0 bis 1.' },
    grabEnd: { label: 'Ende des Grapschens', help: 'Wenn nichts mehr zu holen ist, wenn alle fertig sind oder nach der Uhr.', choices: { auto: 'nichts mehr da', allDone: 'alle fertig', timer: 'Uhr' } },
    grabSeconds: { label: 'Sekunden zum Grapschen', help: 'Danach ist Schluss; Bei 0 übernimmt nach einer Minute ein Bot.' },
    pressGapMs: { label: 'Millisekunden zwischen zwei Griffen', help: 'Mindestens zwischen zwei Griffen desselben Platzes: eine Hand, die sich bewegen muss.' },
    signalSeconds: { label: 'Sekunden für das Zeichen', help: 'So lange wartet der Tisch auf das Zeichen des Startspielers; 0 heißt, er wirft von selbst.' },
    decisionSeconds: { label: 'Sekunden zum Entscheiden', help: 'Für Strafe, Schnippen oder Reihenfolge; danach gilt die übliche Wahl. Bei 0 übernimmt nach einer Minute ein Bot.' },
    loneRune: { label: 'Einzelne Rune', help: 'Eine Rune, deren Zwilling noch daliegt, kommt zurück oder gilt als falsches Paar.', choices: { return: 'kommt zurück', penalty: 'falsches Paar' } },
    penaltyChoice: { label: 'Strafe', help: 'Welches Paar für ein falsches abgegeben wird.', choices: { player: 'freie Wahl', oldest: 'das älteste' } },
    captureScope: { label: 'Beute', help: 'Erbeutet wird der ganze Schatz der Farbe oder nur der aus früheren Runden.', choices: { whole: 'alles', earlierRounds: 'frühere Runden' } },
    orderContest: { label: 'Reihenfolge der Beutezüge', help: 'Wer die Reihenfolge bestimmt, wenn mehrere dieselbe Farbe erbeuten.', choices: { slide: 'Schnippen', random: 'Los', seat: 'Sitzfolge' } },
    countBalanceAtEnd: { label: 'Waagerune zählt', help: 'Auch die Waagerune zählt am Ende.' },
    tieBreak: { label: 'Gleiche Schätze', help: 'Schnippen entscheidet, der Sieg wird geteilt oder es wird gelost.', choices: { slide: 'Schnippen', shared: 'geteilt', random: 'Los' } },
    slideMode: { label: 'Schnippen', help: 'Die Spieler zielen selbst, oder der Zufall tut es.', choices: { skill: 'gezielt', random: 'Zufall' } },
  },
});

/** What the equal terms of a table mean in this game. */
export const terms = {
  en: {
    slowWhat: 'Runes fly longer and lie upright, there is more time between the rounds, bots take twice as long.',
    announced: 'Runes announced',
    announcedWhat: 'Runes are spoken aloud as they fall, or sound as tones; each has a letter.',
  },
  it: {
    slowWhat: 'Le rune volano più a lungo e restano dritte, tra i giri c’è più tempo, i bot ci mettono il doppio.',
    announced: 'Rune annunciate',
    announcedWhat: 'Le rune vengono dette a voce quando cadono, o suonano; ognuna ha una lettera.',
  },
  ro: {
    slowWhat: 'Runele zboară mai mult și stau drepte, între runde e mai mult timp, boții sunt de două ori mai lenți.',
    announced: 'Rune anunțate',
    announcedWhat: 'Runele sunt rostite când cad, sau sună ca tonuri; fiecare are o literă.',
  },
  de: {
    slowWhat: 'Runen fliegen länger und liegen aufrecht, zwischen den Runden ist mehr Zeit, Bots brauchen doppelt so lang.',
    announced: 'Runen werden angesagt',
    announcedWhat: 'Runen werden gesprochen, wenn sie fallen, oder klingen als Töne; jede hat einen Buchstaben.',
  },
};
