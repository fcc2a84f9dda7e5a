/** Ru-Ra-Re in the browser: all that the shell needs of it. */
export { default as Table } from './Table.svelte';
export { faceDown, held } from './view';
export { narrate, sayMove, sayReason, sayRule, sounds } from './narrate';
export const messagesBelow = true;
export { recap, sayTurn, score } from './score';
/** In two parts, at the place where the move is made. */
export const showsHints = true;
export { asText } from './asText';
