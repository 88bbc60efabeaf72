// Labels of cells, drawn once in blocks and then moved about as pictures: writing thousands of numbers
// in every frame would be too slow. While the scale changes, blocks are stretched for a moment.

import { h } from "./dom.js";

/**
 * @typedef {import("./tiles.js").ReadyTile} ReadyTile
 * @typedef {import("./colours.js").Scheme} Scheme
 */

/** Cells along a block; a divisor of every tile's side. */
const SIDE = 16;
/** Blocks kept at most: those seen, and some more. */
const MOST_BLOCKS = 120;
/** Blocks written in one frame at most. */
const WRITTEN_PER_FRAME = 8;
/** How far blocks may be stretched, and for how long the scale must rest before they are written anew. */
const STRETCH = 1.35;
const REST = 120;

export class Labels {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** @type {Map<string, { canvas: HTMLCanvasElement, tile: ReadyTile }>} */
    this.blocks = new Map();
    /** The scale that blocks are written at. */
    this.scale = 0;
    this.written = 0;
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  /** Begins a frame. @param {number} scale @param {number} ratio */
  begin(scale, ratio) {
    this.ratio = ratio;
    this.written = 0;
    if (scale === this.scale) return;
    const stretch = Math.max(scale / this.scale, this.scale / scale);
    clearTimeout(this.timer);
    if (!(stretch < STRETCH)) {
      this.scale = scale;
      return;
    }
    this.timer = window.setTimeout(() => {
      this.scale = scale;
      this.redraw();
    }, REST);
  }

  /**
   * Draws the labels of a tile where they are seen.
   * @param {CanvasRenderingContext2D} context @param {Scheme} scheme @param {ReadyTile} tile
   * @param {string} key what tells the tile from others
   * @param {number} px @param {number} py pixels of its corner @param {number} scale
   * @param {number} width @param {number} height of the window
   */
  draw(context, scheme, tile, key, px, py, scale, width, height) {
    const size = SIDE * scale;
    const snap = (/** @type {number} */ p) => Math.round(p * (this.ratio ?? 1)) / (this.ratio ?? 1);
    for (let i = Math.max(0, Math.floor(-px / size)); i * SIDE < tile.side && px + i * size < width; i += 1) {
      for (let j = Math.max(0, Math.floor(-py / size)); j * SIDE < tile.columns && py + j * size < height; j += 1) {
        const block = this.block(scheme, tile, `${key}/${i},${j}`, i, j);
        if (block) context.drawImage(block, snap(px + i * size), snap(py + j * size), size, size);
      }
    }
  }

  /** @param {Scheme} scheme @param {ReadyTile} tile @param {string} place @param {number} i @param {number} j */
  block(scheme, tile, place, i, j) {
    const key = `${place} ${this.scale} ${this.ratio} ${scheme.key}`;
    const known = this.blocks.get(key);
    if (known?.tile === tile) {
      this.blocks.delete(key);
      this.blocks.set(key, known);
      return known.canvas;
    }
    if (this.written >= WRITTEN_PER_FRAME) {
      this.redraw();
      return null;
    }
    this.written += 1;
    const canvas = this.write(scheme, tile, i * SIDE, j * SIDE);
    this.blocks.set(key, { canvas, tile });
    for (const oldest of this.blocks.keys()) {
      if (this.blocks.size <= MOST_BLOCKS) break;
      this.blocks.delete(oldest);
    }
    return canvas;
  }

  /** @param {Scheme} scheme @param {ReadyTile} tile @param {number} first @param {number} second */
  write(scheme, tile, first, second) {
    const { scale } = this;
    const ratio = this.ratio ?? 1;
    const pixels = Math.round(SIDE * scale * ratio);
    const canvas = h("canvas", { width: pixels, height: pixels });
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    pen.scale(pixels / (SIDE * scale), pixels / (SIDE * scale));
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    const size = Math.min(22, Math.max(9, scale * 0.4));
    let font = "";
    for (let i = 0; i < SIDE && first + i < tile.side; i += 1) {
      for (let j = 0; j < SIDE && second + j < tile.columns; j += 1) {
        const { text, dark, p } = scheme.label(tile, first + i, second + j);
        const room = Math.min(1, (scale * 0.86) / (text.length * size * 0.6));
        const wanted = `${p ? 700 : 450} ${Math.round(size * room * 2) / 2}px system-ui, sans-serif`;
        if (wanted !== font) pen.font = font = wanted;
        pen.fillStyle = dark ? "#0c1420" : "#ffffff";
        // Among outcomes the many N step back.
        pen.globalAlpha = scheme.value === "outcome" && !p ? 0.55 : 1;
        pen.fillText(text, (i + 0.5) * scale, (j + 0.5) * scale + 0.5);
      }
    }
    return canvas;
  }

  /** Gives all blocks up. */
  clear() {
    this.blocks.clear();
    clearTimeout(this.timer);
  }
}
