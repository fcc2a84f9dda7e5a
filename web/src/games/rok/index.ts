/** ROK in the browser: all that the shell needs of it. */
export { default as Table } from './Table.svelte';
export { asText } from './asText';
export { narrate, sayMove, sayReason, sayRule, sounds } from './narrate';
export { grabOf, opensRace } from './beats';
export const messagesBelow = true;
export { recap, sayTurn, score } from './score';
