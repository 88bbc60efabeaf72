// Which part of the endless board is seen: a whole cell, a fraction of it, and pixels per cell.
// Cells are big integers; a double only says where inside the window something is drawn.

export const LEAST_SCALE = 0.5;
export const GREATEST_SCALE = 96;

export class View {
  /** @param {{ x?: bigint, y?: bigint, scale?: number }} [start] */
  constructor({ x = 0n, y = 0n, scale = 32 } = {}) {
    /** The cell in the upper left corner. */
    this.x = x;
    this.y = y;
    /** How much of it is hidden, from 0 to below 1. */
    this.fx = 0;
    this.fy = 0;
    this.scale = scale;
  }

  /** @param {bigint} x @param {bigint} y @returns {[number, number]} pixels of a cell's upper left corner */
  toScreen(x, y) {
    return [(Number(x - this.x) - this.fx) * this.scale, (Number(y - this.y) - this.fy) * this.scale];
  }

  /** @param {number} px @param {number} py @returns {[bigint, bigint]} the cell under a pixel */
  toCell(px, py) {
    return [
      this.x + BigInt(Math.floor(px / this.scale + this.fx)),
      this.y + BigInt(Math.floor(py / this.scale + this.fy)),
    ];
  }

  /** Moves what is seen by pixels. @param {number} dx @param {number} dy */
  panBy(dx, dy) {
    [this.x, this.fx] = shifted(this.x, this.fx + dx / this.scale);
    [this.y, this.fy] = shifted(this.y, this.fy + dy / this.scale);
  }

  /** Zooms so that a pixel stays where it is. @param {number} px @param {number} py @param {number} factor */
  zoomAt(px, py, factor) {
    const scale = Math.min(GREATEST_SCALE, Math.max(LEAST_SCALE, this.scale * factor));
    const [cx, cy] = [px / this.scale + this.fx, py / this.scale + this.fy];
    this.scale = scale;
    [this.x, this.fx] = shifted(this.x, cx - px / scale);
    [this.y, this.fy] = shifted(this.y, cy - py / scale);
  }

  /** Brings a cell to the middle of a window. @param {bigint} x @param {bigint} y @param {number} width @param {number} height */
  centreOn(x, y, width, height) {
    [this.x, this.fx] = shifted(x, 0.5 - width / this.scale / 2);
    [this.y, this.fy] = shifted(y, 0.5 - height / this.scale / 2);
  }

  /** Moves as little as needed to show a cell. @param {bigint} x @param {bigint} y @param {number} width @param {number} height */
  reveal(x, y, width, height) {
    const [px, py] = this.toScreen(x, y);
    const over = (/** @type {number} */ p, /** @type {number} */ size) =>
      p < 0 ? p : Math.max(0, p + this.scale - size);
    if (!Number.isFinite(px) || !Number.isFinite(py) || Math.abs(px) > 1e6 || Math.abs(py) > 1e6) {
      this.centreOn(x, y, width, height);
    } else {
      this.panBy(over(px, width), over(py, height));
    }
  }
}

/** A cell and a fraction moved by a number of cells; never below the edge of the board.
 * @param {bigint} cell @param {number} fraction @returns {[bigint, number]} */
function shifted(cell, fraction) {
  const whole = Math.floor(fraction);
  const moved = cell + BigInt(whole);
  return moved < 0n ? [0n, 0] : [moved, fraction - whole];
}
