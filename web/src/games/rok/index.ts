/** ROK in the browser: all that the shell needs of it. */
export { default as Table } from './Table.svelte';
export { narrate, sayMove, sayReason, sayRule, sounds } from './narrate';
export const messagesBelow = true;
