/** The portraits that people can choose from, drawn by us; `server/accounts/portraits.py` knows the same names. */

const INK = '#2a2018';
const dot = (x: number, y: number, r: number, fill = INK): string => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
const oval = (x: number, y: number, rx: number, ry: number, fill: string): string => `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`;
const shape = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`;
const line = (d: string, stroke = INK, width = 1.8): string => `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const eyes = (y = 19, apart = 5, r = 1.7): string => dot(20 - apart, y, r) + dot(20 + apart, y, r);
const smile = (y = 25, wide = 4): string => line(`M${20 - wide} ${y}Q20 ${y + wide} ${20 + wide} ${y}`);
const cheeks = (y = 23.5, apart = 8, fill = '#f2a08f'): string => dot(20 - apart, y, 1.9, fill) + dot(20 + apart, y, 1.9, fill);
const whiskers = (stroke = INK): string => line('M6 23l5 1M6 27l5-1M34 23l-5 1M34 27l-5-1', stroke, 1);

const ground = (fill: string): string => dot(20, 20, 20, fill);

export const PORTRAITS: Record<string, string> = {
  fox: ground('#cfe4d8') + shape('M7 7l9 6h8l9-6-2 16-11 11L9 23z', '#d9692c') + shape('M9 22l7-1 4 9 4-9 7 1-11 12z', '#fff3e2') + eyes(19.5, 5.5) + shape('M18 28h4l-2 3z', INK),
  cat: ground('#f4dcae') + shape('M8 7l7 6h10l7-6v16a12 11 0 0 1-24 0z', '#6b6f7d') + eyes(20) + shape('M18.5 23.5h3l-1.5 2z', '#f2a08f') + line('M20 25.5v1.5M20 27q-2 2-4 .5M20 27q2 2 4 .5', INK, 1.3) + whiskers('#f4dcae'),
  dog: ground('#bcd9ea') + oval(20, 21, 11, 12, '#c98f55') + oval(9.5, 18, 4, 9, '#7d4f2a') + oval(30.5, 18, 4, 9, '#7d4f2a') + oval(20, 26, 6, 5, '#fbe8cd') + eyes(18.5) + oval(20, 24, 2.4, 1.7, INK) + line('M20 25.5v2M17 28q3 2 6 0', INK, 1.3),
  bear: ground('#f3d5c3') + dot(10.5, 11, 4.5, '#7b5235') + dot(29.5, 11, 4.5, '#7b5235') + dot(20, 21, 12, '#8d613f') + oval(20, 25.5, 6, 4.8, '#d9b48c') + eyes(19) + oval(20, 23.5, 2.2, 1.5, INK) + smile(27, 2.5),
  panda: ground('#cde5b8') + dot(10, 10.5, 4.6, INK) + dot(30, 10.5, 4.6, INK) + dot(20, 21, 12.5, '#fffdf6') + oval(14.5, 20, 3.2, 4, INK) + oval(25.5, 20, 3.2, 4, INK) + dot(14.8, 19.5, 1.3, '#fff') + dot(25.2, 19.5, 1.3, '#fff') + oval(20, 25, 1.9, 1.3, INK) + smile(27, 2.5),
  rabbit: ground('#d8d2f0') + oval(15, 10, 3.2, 9, '#fbf4ea') + oval(25, 10, 3.2, 9, '#fbf4ea') + oval(15, 10, 1.4, 6, '#f2b5ab') + oval(25, 10, 1.4, 6, '#f2b5ab') + dot(20, 24, 10.5, '#fbf4ea') + eyes(22.5, 4.5) + cheeks(26.5, 6.5) + shape('M18.6 25h2.8l-1.4 1.8z', '#d9766b') + shape('M18.7 28h2.6v3h-2.6z', '#fff'),
  owl: ground('#f2cf8a') + oval(20, 21, 12, 13, '#7a5a8c') + shape('M8.5 9l7 4h9l7-4-3 9H11.5z', '#7a5a8c') + dot(15, 18, 5, '#fff8ea') + dot(25, 18, 5, '#fff8ea') + dot(15, 18, 2.3) + dot(25, 18, 2.3) + shape('M18 22h4l-2 4z', '#e8952f') + line('M14 29q2 2 4 0 2 2 4 0 2 2 4 0', '#cdb5dc', 1.5),
  penguin: ground('#d3eef2') + oval(20, 20.5, 11.5, 13.5, '#2f3a4d') + oval(20, 23, 8, 10, '#fdfaf3') + dot(15.5, 16.5, 3.6, '#fdfaf3') + dot(24.5, 16.5, 3.6, '#fdfaf3') + eyes(17, 4) + shape('M16.5 20h7L20 24z', '#e8952f') + cheeks(22, 7),
  frog: ground('#f7e3c0') + dot(12, 12, 5.5, '#5b9a3f') + dot(28, 12, 5.5, '#5b9a3f') + oval(20, 22.5, 13, 10.5, '#5b9a3f') + dot(12, 12, 3, '#fff') + dot(28, 12, 3, '#fff') + dot(12, 12.5, 1.6) + dot(28, 12.5, 1.6) + line('M11 24q9 7 18 0', '#2c5a1d', 2) + cheeks(22, 10, '#8fc46c'),
  mouse: ground('#e6dcc8') + dot(9.5, 12.5, 6.5, '#9aa0ab') + dot(30.5, 12.5, 6.5, '#9aa0ab') + dot(9.5, 12.5, 3.8, '#f2b5ab') + dot(30.5, 12.5, 3.8, '#f2b5ab') + shape('M9 19a11 10 0 0 1 22 0q0 8-11 14Q9 27 9 19z', '#aeb4bf') + eyes(20) + dot(20, 29, 2.2, '#d9766b') + whiskers('#5c6270'),
  lion: ground('#c9e2ee') + dot(20, 20, 15, '#a5601e') + dot(20, 21, 10.5, '#eab04f') + eyes(19, 4.5) + shape('M17.5 23h5L20 26z', '#7a3f12') + line('M20 26v1.5M16.5 27q3.5 3 7 0', '#7a3f12', 1.4),
  tiger: ground('#d5e8c9') + dot(10, 11, 4.2, '#e2802b') + dot(30, 11, 4.2, '#e2802b') + dot(20, 21, 12, '#f0973a') + oval(20, 26.5, 6.5, 4.5, '#fff3e2') + line('M20 9.5v4.5M15.5 10.5l1.5 3.5M24.5 10.5l-1.5 3.5M8.5 20l4 .500M8.5 24l4-.500M31.5 20l-4 .500M31.5 24l-4-.500', INK, 1.8) + eyes(19.5, 4.8) + shape('M18.2 23.5h3.6l-1.8 2z', INK) + smile(27, 2.5),
  pig: ground('#dcebd0') + shape('M9 9l7 3-4 6zM31 9l-7 3 4 6z', '#e58f97') + dot(20, 21.5, 12, '#f4b0b5') + eyes(18) + oval(20, 24.5, 5.5, 4.2, '#e58f97') + oval(18, 24.5, 1.1, 1.8, '#a3505a') + oval(22, 24.5, 1.1, 1.8, '#a3505a') + smile(30, 2.5),
  koala: ground('#dfe9c4') + dot(8.5, 15, 6.5, '#8f97a3') + dot(31.5, 15, 6.5, '#8f97a3') + dot(8.5, 15, 3.5, '#f0d9d6') + dot(31.5, 15, 3.5, '#f0d9d6') + dot(20, 21, 11.5, '#a6adb8') + eyes(19) + oval(20, 23, 2.8, 4, INK) + smile(28.5, 2.5),
  chick: ground('#bfe0e6') + dot(20, 22, 12, '#f6cf4a') + line('M20 10V5M17 10l-1.5-4M23 10l1.5-4', '#d99a1d', 2) + eyes(20) + shape('M16.5 23h7L20 27.5z', '#e8812f') + cheeks(24.5, 8),
  hedgehog: ground('#f5dcc6') + shape('M4 24l3-2-1-4 4-1 0-4 4 0 1-4 4 2 3-3 2 3 4-1 1 4 4 1-1 4 3 2-2 4 2 3-2 6H8z', '#6d4a33') + shape('M9 26a11 9 0 0 1 22 0q0 9-11 9T9 26z', '#f0cfa6') + eyes(24) + oval(20, 28, 2, 1.5, INK) + smile(30, 2.5),
  bee: ground('#d4ecf4') + oval(9, 14, 6, 4, '#ffffff') + oval(31, 14, 6, 4, '#ffffff') + line('M16 9l-3-5M24 9l3-5') + dot(12.5, 3.5, 1.5) + dot(27.5, 3.5, 1.5) + oval(20, 22, 11, 13, '#f5c535') + line('M10 26h20M11.5 31h17', INK, 3.2) + eyes(17.5, 4.5) + smile(20.5, 3),
  fish: ground('#f6e0b5') + shape('M31 20l7-7v14z', '#d3553c') + oval(19, 20, 14, 10, '#e8704f') + line('M24 11q4 9 0 18', '#fbd9c6', 2.2) + dot(13, 17.5, 2.6, '#fff') + dot(12.5, 17.5, 1.4) + line('M7.5 23q3 2 5.5 0') + shape('M18 11l6-5 2 6z', '#d3553c'),
  octopus: ground('#f3d9e4') + shape('M8 19a12 12 0 0 1 24 0v8l3 6-5-2-1 5-5-4-4 4-4-4-5 4-1-5-5 2 3-6z', '#8c5aa8') + dot(15, 19, 3.4, '#fff') + dot(25, 19, 3.4, '#fff') + dot(15.5, 19.5, 1.7) + dot(24.5, 19.5, 1.7) + smile(25, 3),
  ghost: ground('#3f4a6b') + shape('M9 20a11 11 0 0 1 22 0v14l-4-3-3.5 3-3.5-3-3.5 3-3.5-3-4 3z', '#f4f2ff') + oval(16, 20, 2, 2.8, INK) + oval(24, 20, 2, 2.8, INK) + oval(20, 26, 2, 2.4, INK) + cheeks(24, 8),
  moon: ground('#28304d') + shape('M25 6a15 15 0 1 0 8 22 12 12 0 0 1-8-22z', '#f4d98b') + dot(14, 19, 1.6) + line('M13 26q3 3 6 1') + dot(31, 11, 1.4, '#fff4cf') + dot(34, 19, 1, '#fff4cf') + dot(28, 17, 0.9, '#fff4cf'),
  sun: ground('#bfe3f5') + line('M20 3v4M20 33v4M3 20h4M33 20h4M8 8l3 3M29 29l3 3M32 8l-3 3M8 32l3-3', '#e8a02c', 3) + dot(20, 20, 10.5, '#f7c63f') + eyes(18.5, 4) + smile(22.5, 4) + cheeks(22, 7),
  cactus: ground('#f7d9b4') + shape('M15 12a5 5 0 0 1 10 0v18H15z', '#4f8f4a') + line('M15 22h-3a3 3 0 0 1-3-3v-2M25 25h3a3 3 0 0 0 3-3v-3', '#4f8f4a', 4) + shape('M11 29h18l-2 8H13z', '#b5623c') + dot(18, 18, 1.4) + dot(22, 18, 1.4) + smile(21, 2) + dot(20, 6.5, 2.6, '#e5738c'),
  mushroom: ground('#cfe3c2') + shape('M14 21h12l2 11q-8 5-16 0z', '#fbeed7') + shape('M4 21C5 10 12 5 20 5s15 5 16 16q-16 5-32 0z', '#c8402f') + dot(13, 13, 2.5, '#fff6ea') + dot(24, 10.5, 2.8, '#fff6ea') + dot(29, 17, 2, '#fff6ea') + dot(19, 17.5, 1.8, '#fff6ea') + dot(17, 26.5, 1.4) + dot(23, 26.5, 1.4) + smile(29, 2),
  cloud: ground('#8fc1e3') + dot(13, 22, 7, '#fff') + dot(27, 22, 7, '#fff') + dot(20, 17, 8.5, '#fff') + shape('M13 20h14v9H13z', '#fff') + eyes(21, 4) + smile(24.5, 2.5) + cheeks(24, 7),
  star: ground('#3b4f7f') + shape('M20 5l4.5 9.5 10.5 1.3-7.7 7.2 2 10.3L20 28l-9.3 5.3 2-10.3L5 15.8l10.5-1.3z', '#f7cf52') + eyes(19, 3.6) + smile(22.5, 2.6),
  pear: ground('#f3dccf') + line('M20 9q0-4 3-6', '#6b4a2b', 2) + shape('M21 8q6-5 9-1-4 4-9 1z', '#5b9a3f') + shape('M20 8q5 0 5.5 6 .500 4 4 8 4 12-9.5 12T10.5 22q3.5-4 4-8Q15 8 20 8z', '#c3c944') + eyes(23, 4) + smile(26.5, 3) + cheeks(27, 7),
  teapot: ground('#f0e2b6') + line('M29 18h3a4 4 0 0 1 0 9h-4', '#2f7a74', 3) + shape('M12 20l-8-4 2 6 5 6z', '#2f7a74') + oval(20, 23, 11, 9.5, '#3b8f88') + shape('M13 14.5h14l-1.5 2.5h-11z', '#2f7a74') + dot(20, 12.5, 2.2, '#2f7a74') + eyes(21.5, 4) + smile(25, 3) + cheeks(25, 7, '#8fd0c8'),
};
