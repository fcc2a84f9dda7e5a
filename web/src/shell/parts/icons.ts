/** Line drawings on a square of 24, drawn with the pen of the text. */
export const ICONS = {
  back: 'M14.5 5 8 12l6.5 7',
  bot: 'M5 9h14v10H5zM12 9V5M12 5h.01M9 13.5h.01M15 13.5h.01M9.5 16.5h5M3 13v3M21 13v3',
  chat: 'M4 5h16v11h-9l-5 4v-4H4zM8 9.5h8M8 12.5h5',
  check: 'M5 12.5 10 17.5 19.5 6.5',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M12 7.5V12l3 2',
  close: 'M6 6l12 12M18 6 6 18',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  crown: 'M4 8l4 4 4-7 4 7 4-4-2 11H6z',
  door: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9',
  down: 'M5 9l7 7 7-7',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12M12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6',
  gear: 'M12 8.7a3.3 3.3 0 1 0 0 6.6 3.3 3.3 0 0 0 0-6.6M12 3v2.5M12 18.5V21M3 12h2.5M18.5 12H21M5.6 5.6l1.8 1.8M16.6 16.6l1.8 1.8M5.6 18.4l1.8-1.8M16.6 7.4l1.8-1.8',
  hand: 'M7 12V6.5a1.5 1.5 0 0 1 3 0V11M10 10.5v-6a1.5 1.5 0 0 1 3 0v6M13 11V5.5a1.5 1.5 0 0 1 3 0V12M16 12V8.5a1.5 1.5 0 0 1 3 0V14c0 4-2.5 7-6.5 7-3 0-4.5-1.5-6-4l-2.5-4.5c.8-1 2-1 3 .5l1 1.5',
  puzzle: 'M4 8.5h4a2 2 0 1 1 4 0h4v4a2 2 0 1 1 0 4v4h-12z',
  hint: 'M9 17.5h6M10 20.5h4M12 3.5a6 6 0 0 0-3.5 10.9c.6.5.9 1 .9 1.7v1.4h5.2v-1.4c0-.7.3-1.2.9-1.7A6 6 0 0 0 12 3.5',
  log: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  menu: 'M4 7h16M4 12h16M4 17h16',
  minus: 'M5 12h14',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10',
  offline: 'M3 3l18 18M8.5 15.5a5 5 0 0 1 7 0M5 12a10 10 0 0 1 4.5-2.6M14 9.3a10 10 0 0 1 5 2.7M2 8.5A14.5 14.5 0 0 1 6 6M10.5 4.6A14.5 14.5 0 0 1 22 8.5M12 19h.01',
  pause: 'M8.5 5v14M15.5 5v14',
  people: 'M9 5a3.2 3.2 0 1 0 0 6.4A3.2 3.2 0 0 0 9 5M3 19.5c0-3.5 2.5-5.5 6-5.5s6 2 6 5.5M15.5 5.5a3 3 0 0 1 0 5.6M17 14.3c2.5.5 4 2.4 4 5.2',
  person: 'M12 4.5a3.7 3.7 0 1 0 0 7.4 3.7 3.7 0 0 0 0-7.4M5 20c0-3.7 2.8-6 7-6s7 2.3 7 6',
  play: 'M8 5v14l11-7z',
  plus: 'M12 5v14M5 12h14',
  again: 'M5 12a7 7 0 1 1 2.3 5.2M5 20v-4h4',
  rules: 'M12 6.5C10 5 7 4.5 4 5v13.5c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V5c-3-.5-6 0-8 1.5M12 6.5V20',
  save: 'M12 4v11M7.5 11 12 15.5 16.5 11M5 20h14',
  screen: 'M3 5h18v11H3zM9 20h6M12 16v4',
  send: 'M4 12 20 4.5 15 20l-3.5-6.5z',
  share: 'M12 15V4M8 7.5 12 4l4 3.5M6 11H5v9h14v-9h-1',
  sound: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.3 4.3 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  mute: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
} as const;

export type IconName = keyof typeof ICONS;

/** Quick reactions, each a face or a sign of our own. */
export const REACTIONS = ['clap', 'laugh', 'wow', 'oops', 'think', 'thanks'] as const;
/** Quick words, which every reader sees in their own language. */
export const QUICK_WORDS = ['hello', 'luck', 'well_played', 'moment', 'again', 'bye'] as const;
export type QuickWord = (typeof QUICK_WORDS)[number];
export const isQuickWord = (said: string): said is QuickWord => (QUICK_WORDS as readonly string[]).includes(said);
export type ReactionName = (typeof REACTIONS)[number];
