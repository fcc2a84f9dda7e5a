/** Rummy in the browser: all that the shell needs of it. */
export { default as Move } from './Move.svelte';
export { default as Piece } from './Piece.svelte';
export { default as Table } from './Table.svelte';
export { default as TextTurn } from './TextTurn.svelte';
export { isSameMove, judgeDraft } from './lesson';
export { faceDown, held } from './tiles';
export { asText } from './asText';
export { narrate, sayMove, sayReason, sayRule, sounds } from './narrate';
export const showsHints = true;
export { recap, sayTurn, score } from './score';
