/** The plain table without a server: for the gallery and for screenshots. */
import { NAMES, sampledTable } from '../../lib/stillTable';
import type { Sample } from '../../lib/table';
import type { SeatView } from '../../lib/wire';

const SEATS = 3;

function eye(seat: number | null): SeatView {
  const hands = [['2', '5', '9'], ['1', '5', '13'], ['3', '4', '12']];
  const zones = [
    { title: 'prizes', seat: null, text: '', pieces: ['4', '11', '8'] },
    ...hands.flatMap((pieces, owner) => [
      { title: 'has chosen', seat: owner, text: owner === 1 ? 'yes' : 'no', pieces: [] },
      { title: 'hands', seat: owner, text: '', pieces },
      { title: 'points', seat: owner, text: String(4 * owner), pieces: [] },
    ]),
  ];
  const legal = seat === null ? [] : (hands[seat] ?? []).map((card) => `bid ${card}`);
  const view = { type: 'plain', seat, seats: SEATS, options: {}, phase: 'bidding', turn: [0, 2], sketch: { zones } };
  return { seat, view, legal, may_act: legal.length > 0 };
}

function sample(name: string, seat: number | null, screen = false): Sample {
  const eyes = [eye(seat)];
  return { name, eyes, names: NAMES.slice(0, SEATS), info: sampledTable('plain', SEATS, eyes), ...(screen ? { screen } : {}) };
}

export const samples: Sample[] = [sample('choose', 0), sample('chosen', 1), sample('spectator', null), sample('screen', null, true)];
