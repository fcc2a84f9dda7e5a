/** What puzzles of the game say, and how a turn answers one. */
import type { Texts } from '../../lib/i18n';

const en = {
  title: 'Rummy puzzles',
  what: 'Rearrange the table and lay as many tiles as you can. An exact solver knows how many that are.',
  goal: { one: 'Lay {n} tile from your rack.', other: 'Lay {n} tiles from your rack.' },
  less: '{laid} tiles: right, and {best} are possible. Look again.',
  none: 'No position in this game asks for a rearranged table.',
  own: 'Puzzles from this game',
};

export const texts: Texts<typeof en> = {
  en,
  it: {
    title: 'Rompicapi di Rummy',
    what: 'Riordina il tavolo e cala quante più tessere puoi. Un risolutore esatto sa quante sono.',
    goal: { one: 'Cala {n} tessera dal tuo leggio.', other: 'Cala {n} tessere dal tuo leggio.' },
    less: '{laid} tessere: giusto, ma se ne possono calare {best}. Guarda ancora.',
    none: 'In questa partita nessuna posizione chiede di riordinare il tavolo.',
    own: 'Rompicapi da questa partita',
  },
  ro: {
    title: 'Probleme de Rummy',
    what: 'Rearanjează masa și etalează cât mai multe piese. Un rezolvator exact știe câte sunt.',
    goal: { one: 'Etalează {n} piesă de pe tabla ta.', few: 'Etalează {n} piese de pe tabla ta.', other: 'Etalează {n} de piese de pe tabla ta.' },
    less: '{laid} piese: corect, dar se pot {best}. Mai privește.',
    none: 'Nicio poziție din această partidă nu cere rearanjarea mesei.',
    own: 'Probleme din această partidă',
  },
  de: {
    title: 'Rummy-Rätsel',
    what: 'Ordne den Tisch um und leg so viele Steine aus wie möglich. Ein genauer Löser weiß, wie viele das sind.',
    goal: { one: 'Leg {n} Stein von deinem Brett aus.', other: 'Leg {n} Steine von deinem Brett aus.' },
    less: '{laid} Steine: richtig, aber {best} sind möglich. Sieh noch einmal hin.',
    none: 'Keine Stellung in diesem Spiel verlangt, den Tisch umzuordnen.',
    own: 'Rätsel aus diesem Spiel',
  },
};

/** A puzzle is answered by the melds on the table. */
export const answerOf = (move: string): string | null => (move.startsWith('lay ') ? move.slice(4) : null);
