/** A tile as one SVG: the marks of `Face.svelte`, laid out as its styles say. Lengths are in hundredths of its width. */
import { markup } from '../../../lib/stills';
import { isJoker, nameOf, numberOf, standsOf } from '../tiles';
import Face from './Face.svelte';
import source from './Face.svelte?raw';

const WIDTH = 100;
const HEIGHT = 136;
const DEPTH = 5; // the edge of the tile that shows below its face
const LETTER_BASE = 0.35; // from the middle of a line down to the base of its figures, in their size

/** What the styles of the face say; a style that is no longer there is an error, so that nothing is drawn by guess. */
function css(selector: string, property: string): string {
  const rule = new RegExp(`\\n  ${selector.replace(/[.[\]]/g, '\\$&')} \\{([^}]*)\\}`).exec(source)?.[1];
  const value = new RegExp(`[\\s;]${property}:\\s*([^;]+);`).exec(rule ?? '')?.[1];
  if (value === undefined) throw new Error(`Face.svelte has no ${property} for ${selector}`);
  return value;
}
/** A style's number before `em`. */
const em = (selector: string, property: string): number => WIDTH * Number(/([\d.]+)em/.exec(css(selector, property))?.[1]);
const colours = (text: string): string[] => text.match(/#[0-9a-f]{3,6}/g) ?? [];
const rounded = (length: number): string => String(Math.round(length * 100) / 100);

/** The ivory of a tile, as shading from the top left: `160deg` in a box of this shape. */
function shading(selector: string, id: string): string {
  const [light, middle, dark] = colours(css(selector, 'background'));
  const half = (WIDTH * Math.sin((20 * Math.PI) / 180) + HEIGHT * Math.cos((20 * Math.PI) / 180)) / 2;
  const [dx, dy] = [half * Math.sin((20 * Math.PI) / 180), half * Math.cos((20 * Math.PI) / 180)];
  const line = `x1="${rounded(50 - dx)}" y1="${rounded(68 - dy)}" x2="${rounded(50 + dx)}" y2="${rounded(68 + dy)}"`;
  const stops = `<stop stop-color="${light}"/><stop offset=".55" stop-color="${middle}"/><stop offset="1" stop-color="${dark}"/>`;
  return `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" ${line}>${stops}</linearGradient>`;
}

function body(ground: string): string {
  const radius = rounded(em('.face', 'border-radius'));
  const [rim, , edge] = colours(css('.face', 'box-shadow'));
  const whole = `width="${WIDTH}" height="${HEIGHT}" rx="${radius}"`;
  return `<rect ${whole} y="${DEPTH + 2}" fill="#1e1204" fill-opacity=".3"/><rect ${whole} y="${DEPTH}" fill="${edge}"/>
    <rect ${whole} fill="url(#${ground})"/><rect x="1" y="1" width="98" height="134" rx="14" fill="none" stroke="${rim}" stroke-width="2"/>`;
}

/** A mark of the face, moved into a square of this size. */
function placed(mark: string, x: number, y: number, size: number): string {
  const [, box, inner] = /<svg[^>]*viewBox="0 0 (\d+) \d+"[^>]*>(.*?)<\/svg>/s.exec(mark) ?? [];
  if (!box || !inner) throw new Error('the face of a tile has no mark');
  return `<g transform="translate(${rounded(x)} ${rounded(y)}) scale(${rounded(size / Number(box))})">${inner}</g>`;
}

function figures(text: number, x: number, middle: number, size: number, colour: string, anchor = 'middle'): string {
  const font = 'font-family="system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif" font-weight="800"';
  const base = rounded(middle + size * LETTER_BASE);
  return `<text x="${rounded(x)}" y="${base}" text-anchor="${anchor}" ${font} font-size="${rounded(size)}" letter-spacing="-.03em" fill="${colour}">${text}</text>`;
}

/** The shape of a colour in its pen and filling. */
function shape(marks: string, colour: string, x: number, y: number, size: number): string {
  const [pen, fill] = colours(css(`[data-colour='${colour}']`, '--pen') + css(`[data-colour='${colour}']`, '--fill'));
  const line = css('.stands path', 'stroke-width');
  return `<g fill="${fill}" stroke="${pen}" stroke-width="${line}" stroke-linejoin="round">${placed(marks, x, y, size)}</g>`;
}

function natural(tile: string, face: string): string {
  const [size, height] = [em('b', 'font'), em('b', 'font') * Number(/\/([\d.]+)/.exec(css('b', 'font'))?.[1])];
  const [mark, gap] = [em('.shape', 'width'), em('.shape', 'margin-top')];
  const top = (HEIGHT - height - gap - mark) / 2;
  const pen = colours(css(`[data-colour='${tile.charAt(0)}']`, '--pen'))[0] ?? '';
  return figures(numberOf(tile), WIDTH / 2, top + height / 2, size, pen) + shape(face, tile.charAt(0), (WIDTH - mark) / 2, top + height + gap, mark);
}

function joker(stands: string | null, face: string): string {
  const size = em('.jester', 'width');
  const line = em('.stands', 'font');
  if (stands === null) return placed(face, (WIDTH - size) / 2, (HEIGHT - size) / 2, size);
  const mark = (line * em('.stands svg', 'width')) / WIDTH;
  const top = (HEIGHT - size - line) / 2;
  const left = (WIDTH - mark - line * (0.05 + 0.57 * String(numberOf(stands)).length)) / 2;
  const pen = colours(css(`[data-colour='${stands.charAt(0)}']`, '--pen'))[0] ?? '';
  const middle = top + size + line / 2;
  return (
    placed(face, (WIDTH - size) / 2, top, size) +
    shape(face.slice(face.indexOf('</svg>') + 6), stands.charAt(0), left, middle - mark / 2, mark) +
    figures(numberOf(stands), left + mark + line * 0.05, middle, line, pen, 'start')
  );
}

export function still(tile: string): string {
  const [name, stands] = [nameOf(tile), standsOf(tile)];
  const face = markup(Face, { tile: name, stands });
  const inner = isJoker(name) ? joker(stands, face) : natural(name, face);
  const ground = isJoker(name) ? 'violet' : 'ivory';
  const shades = shading(isJoker(name) ? '.joker' : '.face', ground);
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}">${shades}${body(ground)}${inner}</svg>`;
}
