/** A page of rules: chapters of paragraphs, lists, tables and pictures, as data. `*…*` in a text is a term of the game. */

export type Block =
  | string // a paragraph
  | { list: string[] }
  | { steps: string[] } // a numbered list
  | { table: { head: string[]; rows: string[][] }; caption?: string }
  | { example: string } // a worked example
  | { tip: string }
  | { figure: string; caption: string }; // drawn by the game's `Figure.svelte`, by its name

export interface Chapter {
  title: string;
  blocks: Block[];
}

export interface RulesText {
  /** What the game is about, in a sentence or two. */
  intro: string;
  chapters: Chapter[];
}
