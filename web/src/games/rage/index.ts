/** Rage in the browser: all that the shell needs of it. */
export { default as Piece } from './Piece.svelte';
export { default as Table } from './Table.svelte';
export { faceDown, held } from './view';
export { narrate, sayMove, sayReason, sayRule, sounds } from './narrate';
/** In two parts, at the place where the move is made. */
export const showsHints = true;
/** The prompt is read out where it stands. */
export const saysTurn = true;
export { recap, sayTurn, score } from './score';
export { asText } from './asText';
