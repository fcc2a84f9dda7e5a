/** The plain table, for games of the server that have no folder here. */
export { default as Table } from './Table.svelte';
export { faceDown, narrate } from './sketch';
