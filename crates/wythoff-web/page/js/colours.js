// Colours of values. P-positions are orange, everything else lies on a blue ramp; both are told apart
// by people who see no red or green, and by their labels.

import { cell, valueAt } from "./tiles.js";

/** @typedef {import("./tiles.js").ReadyTile} ReadyTile */
/** @typedef {[number, number, number]} Rgb */

const LIGHT = {
  other: ["#e9eff7", "#c6d7ec", "#93b5da", "#5f8fc4", "#3566a5", "#183e74"],
  p: ["#f6a15f", "#e0650f", "#a84400"],
  plain: "#edf1f7",
  lines: "#d5dce6",
  mark: "#7a1fd1",
  ray: "#0b7a4b",
  ink: "#16202c",
  paper: "#fbfaf8",
};

const DARK = {
  other: ["#182536", "#213d60", "#2c5b8f", "#4684be", "#82b6e6", "#d3e8fc"],
  p: ["#ffc48a", "#ff9a3d", "#e07512"],
  plain: "#1c2838",
  lines: "#2c3a4c",
  mark: "#d39bff",
  ray: "#5fe0a4",
  ink: "#e8edf4",
  paper: "#10161e",
};

/** Whether the page is dark at present. */
export function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/** The colours of the present theme. */
export function theme() {
  return isDark() ? DARK : LIGHT;
}

/** @param {string} hex @returns {Rgb} */
function rgb(hex) {
  const n = Number.parseInt(hex.slice(1), 16);
  return [n >> 16, (n >> 8) & 255, n & 255];
}

/** The colour at 0 ≤ t ≤ 1 of a ramp. @param {string[]} stops @param {number} t @returns {Rgb} */
function along(stops, t) {
  const at = Math.min(1, Math.max(0, t)) * (stops.length - 1);
  const i = Math.min(stops.length - 2, Math.floor(at));
  const [a, b] = [rgb(stops[i]), rgb(stops[i + 1] ?? stops[i])];
  const mix = (/** @type {0|1|2} */ k) => Math.round(a[k] + (b[k] - a[k]) * (at - i));
  return [mix(0), mix(1), mix(2)];
}

/** @param {Rgb} colour */
function packed([r, g, b]) {
  return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

/** Whether black reads better on a colour than white. @param {Rgb} colour */
function isBright([r, g, b]) {
  const linear = (/** @type {number} */ c) => ((c / 255 + 0.055) / 1.055) ** 2.4;
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b) > 0.2;
}

/** Entries of a colour table at most. */
const MOST_ENTRIES = 4096;

/**
 * How values become colours: made for a value, a theme and the range that is seen.
 */
export class Scheme {
  /**
   * @param {{ value: string, convention: string, low: bigint, range: number, success: number, top: bigint | null }} what
   *   numbers are shown relative to `low`, which at most `range` is added to; where they lie too far apart
   *   for that, as parts of `top`
   */
  constructor({ value, convention, low, range, success, top }) {
    this.value = value;
    this.top = top;
    this.low = low;
    this.range = range;
    this.misere = convention === "misere";
    this.odd = Number(low & 1n);
    this.success = success;
    const colours = theme();
    this.colours = colours;
    /** Number of low bits that do not change a colour. */
    this.shift = 0;
    while (range >> this.shift >= MOST_ENTRIES) this.shift += 1;
    const entries = (range >> this.shift) + 1;
    this.other = new Uint32Array(entries);
    this.p = new Uint32Array(entries);
    this.brightOther = new Uint8Array(entries);
    this.brightP = new Uint8Array(entries);
    for (let i = 0; i < entries; i += 1) {
      const t = entries > 1 ? (i / (entries - 1)) ** 0.7 : 0;
      const [other, p] = this.pair(i, t);
      this.other[i] = packed(other);
      this.p[i] = packed(p);
      this.brightOther[i] = Number(isBright(other));
      this.brightP[i] = Number(isBright(p));
    }
    this.key = `${value} ${convention} ${low} ${range} ${success} ${top} ${isDark()}`;
  }

  /** @param {number} i @param {number} t @returns {[Rgb, Rgb]} the colours of other cells and of P-positions */
  pair(i, t) {
    const { other, p, plain } = this.colours;
    switch (this.value) {
      case "outcome":
        return [rgb(plain), rgb(p[1])];
      case "grundy":
        return [along(other, t), this.misere ? along(other, t) : rgb(p[1])];
      case "win": {
        const strength = Math.abs(2 * this.win(i) - 1) ** 0.5;
        return [along([plain, ...other.slice(2)], strength), along([plain, ...p], strength)];
      }
      case "options":
        return [along(other, t), along(other, t)];
      default:
        return [along(other, t), along(p, t)];
    }
  }

  /** The winning probability of a shown number, for its colour and label. @param {number} n */
  win(n) {
    const lambda = this.success / (2 - this.success);
    const r = Number(this.low) + n;
    const swing = (r % 2 === 0 ? 1 : -1) * lambda ** r;
    return (this.misere ? 1 + swing : 1 - swing) / 2;
  }

  /** Whether a number, relative to `low`, belongs to a P-position. @param {number} n */
  isP(n) {
    switch (this.value) {
      case "grundy":
        return n === 0 && this.low === 0n && !this.misere;
      case "options":
        return false;
      default:
        return ((n + this.odd) & 1) === (this.misere ? 1 : 0);
    }
  }

  /** How far a tile's numbers lie above the shown ones. @param {ReadyTile} tile */
  offset(tile) {
    return Number(tile.base - this.low);
  }

  /** Draws a tile, one pixel a cell, x to the right and y down. @param {ReadyTile} tile @param {CanvasRenderingContext2D} context */
  paint(tile, context) {
    const { side, columns } = tile;
    const image = context.createImageData(side, columns);
    const pixels = new Uint32Array(image.data.buffer);
    if (tile.bits) {
      const colours = [this.other[0], this.p[0]];
      for (let x = 0; x < side; x += 1) {
        for (let y = 0; y < columns; y += 1) pixels[y * side + x] = colours[Number(cell(tile, x, y))];
      }
    } else if (this.top !== null) {
      this.paintParts(tile, pixels, this.top);
    } else {
      const numbers = /** @type {Uint8Array} */ (tile.numbers);
      const [offset, last] = [this.offset(tile), this.other.length - 1];
      for (let x = 0; x < side; x += 1) {
        for (let y = 0; y < columns; y += 1) {
          const n = numbers[x * columns + y] + offset;
          const i = Math.min(last, Math.max(0, n >> this.shift));
          pixels[y * side + x] = this.isP(n) ? this.p[i] : this.other[i];
        }
      }
    }
    context.putImageData(image, 0, 0);
  }

  /** Where a number stands among the colours when numbers are parts of `top`. @param {bigint} number @param {bigint} top */
  part(number, top) {
    // That far out every chance is next to one half.
    if (this.value === "win") return this.other.length - 1;
    return top === 0n ? 0 : Number((number * BigInt(this.other.length - 1)) / top);
  }

  /** Whether a number itself belongs to a P-position. @param {bigint} number */
  isPNumber(number) {
    if (this.value === "grundy") return number === 0n && !this.misere;
    return this.isP(Number(number & 1n) - this.odd);
  }

  /** Draws a tile whose numbers are parts of `top`. @param {ReadyTile} tile @param {Uint32Array} pixels @param {bigint} top */
  paintParts(tile, pixels, top) {
    const { side, columns, list, base } = tile;
    const numbers = /** @type {Uint8Array} */ (tile.numbers);
    const colour = (/** @type {bigint} */ number) => {
      const i = this.part(number, top);
      return this.isPNumber(number) ? this.p[i] : this.other[i];
    };
    // What is added to a base is nothing beside `top`, but it decides the parity.
    const colours = list ? list.map(colour) : [colour(base), colour(base + 1n)];
    for (let x = 0; x < side; x += 1) {
      for (let y = 0; y < columns; y += 1) {
        const n = numbers[x * columns + y];
        pixels[y * side + x] = colours[list ? n : n & 1];
      }
    }
  }

  /**
   * What stands in a cell and whether its ink is dark.
   * @param {ReadyTile} tile @param {number} i @param {number} j
   * @returns {{ text: string, dark: boolean, p: boolean }}
   */
  label(tile, i, j) {
    const value = cell(tile, i, j);
    if (typeof value === "boolean") {
      const bright = value ? this.brightP[0] : this.brightOther[0];
      return { text: value ? "P" : "N", dark: bright === 1, p: value };
    }
    const number = valueAt(tile, i, j);
    if (this.top !== null && typeof number === "bigint") {
      const p = this.isPNumber(number);
      const dark = (p ? this.brightP : this.brightOther)[this.part(number, this.top)] === 1;
      return { text: this.value === "win" ? "½" : ending(number), dark, p };
    }
    const n = value + this.offset(tile);
    const p = this.isP(n);
    const at = Math.min(this.other.length - 1, Math.max(0, n >> this.shift));
    const dark = (p ? this.brightP : this.brightOther)[at] === 1;
    if (this.value === "win") {
      const win = this.win(n);
      return { text: win === 0 || win === 1 ? String(win) : win.toFixed(3).replace(/^0/, ""), dark, p };
    }
    return { text: tile.base === 0n ? String(value) : ending(tile.base + BigInt(value)), dark, p };
  }
}

/** A long number by its last digits. @param {bigint} n */
function ending(n) {
  const text = String(n);
  return text.length > 5 ? `…${text.slice(-3)}` : text;
}

/** A CSS colour for a shown number, as in the legend. @param {Scheme} scheme @param {number} t @param {boolean} p */
export function swatch(scheme, t, p) {
  const table = p ? scheme.p : scheme.other;
  const n = table[Math.round(t * (table.length - 1))];
  return `rgb(${n & 255} ${(n >> 8) & 255} ${(n >> 16) & 255})`;
}
