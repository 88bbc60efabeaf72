// The endless board: a canvas over tiles, moved by pointer, wheel, touch and keys.

import { Scheme, theme } from "./colours.js";
import { h, say } from "./dom.js";
import { Labels } from "./labels.js";
import { compact, short } from "./numbers.js";
import { drawQueen } from "./queen.js";
import { greatestOf, TileStore, valueAt } from "./tiles.js";
import { GREATEST_SCALE, LEAST_SCALE, View } from "./view.js";

/**
 * @typedef {import("./tiles.js").Source} Source
 * @typedef {import("./tiles.js").ReadyTile} ReadyTile
 * @typedef {[bigint, bigint]} Cell
 * @typedef {{ to: Cell, kind: "optimal" | "winning" }} Ray
 * @typedef {{ tx: bigint, ty: bigint, px: number, py: number }} Placed
 * @typedef {{ source: Source, convention: string, success: number, names: string[] }} Shown
 */

/** Room for the numbers along the edges, in CSS pixels. */
const LEFT = 44;
const TOP = 24;
/** From this size on cells have lines between them, and labels. */
const LINES_FROM = 8;
const LABELS_FROM = 19;
/** Numbers further apart than this are shown as parts of the greatest, in so many steps. */
const MOST_RANGE = 1n << 30n;
const PARTS = 1024;
/** Tiles painted in one frame at most: the others wait for the next. */
const PAINTED_PER_FRAME = 6;

export class Board {
  /**
   * @param {HTMLElement} host
   * @param {{ view?: View, label: string, small?: boolean,
   *   onHover?: (at: Cell | null, board: Board) => void,
   *   onSelect?: (at: Cell, board: Board) => void, onMove?: () => void,
   *   onLoad?: () => void, onScheme?: () => void }} options
   */
  constructor(host, options) {
    this.options = options;
    this.view = options.view ?? new View();
    this.canvas = h("canvas", {
      class: "board-canvas",
      tabindex: "0",
      role: "application",
      "aria-roledescription": "board",
      "aria-label": `${options.label}. Arrow keys move the cursor, Enter selects, plus and minus zoom, Home goes to the origin.`,
    });
    host.append(this.canvas);
    // In a text a finger that goes up or down scrolls the page.
    if (options.small) this.canvas.style.touchAction = "pan-y";
    this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d", { alpha: false }));
    this.width = 0;
    this.height = 0;
    /** @type {Shown | null} */
    this.shown = null;
    /** @type {TileStore | null} */
    this.store = null;
    /** Another board whose values are compared with these. @type {Board | null} */
    this.other = null;
    /** @type {Cell | null} */
    this.hovered = null;
    /** @type {Cell | null} */
    this.selected = null;
    /** The cursor of the keyboard. @type {Cell | null} */
    this.cursor = null;
    /** @type {Ray[]} */
    this.rays = [];
    /** @type {Scheme | null} */
    this.scheme = null;
    /** Painted tiles. @type {WeakMap<object, { key: string, canvas: HTMLCanvasElement }>} */
    this.painted = new WeakMap();
    /** Tiles in the size that they are seen in. @type {WeakMap<object, { key: string, canvas: HTMLCanvasElement }>} */
    this.small = new WeakMap();
    /** What was painted and shrunk in this frame. */
    this.paintings = 0;
    this.shrinking = 0;
    /** Tiles of differences. @type {WeakMap<object, { other: object, canvas: HTMLCanvasElement }>} */
    this.differences = new WeakMap();
    this.labels = new Labels(() => this.draw());
    this.frame = 0;
    this.missing = 0;
    /** @type {CanvasPattern | null} */
    this.hatch = null;
    this.listen();
    this.sized = new ResizeObserver(() => this.resize());
    this.sized.observe(host);
    this.host = host;
    this.resize();
  }

  /** Shows other values. @param {Shown} shown */
  show(shown) {
    const same = JSON.stringify(shown.source) === JSON.stringify(this.shown?.source);
    if (same && this.store && !this.store.problem) {
      this.shown = shown;
      this.scheme = null;
      this.draw();
      return;
    }
    this.store?.close();
    this.shown = shown;
    this.scheme = null;
    this.store = new TileStore(shown.source, () => {
      this.draw();
      this.other?.draw();
      // After the frame that draws it.
      requestAnimationFrame(() => this.options.onLoad?.());
    });
    this.draw();
  }

  /** @param {Cell | null} at @param {Ray[]} rays */
  select(at, rays) {
    this.selected = at;
    this.rays = rays;
    this.draw();
  }

  /** Everything in its theme anew. */
  repaint() {
    this.scheme = null;
    this.hatch = null;
    this.painted = new WeakMap();
    this.differences = new WeakMap();
    this.labels.clear();
    this.draw();
  }

  destroy() {
    this.store?.close();
    this.labels.clear();
    this.sized.disconnect();
    cancelAnimationFrame(this.frame);
    this.canvas.remove();
  }

  resize() {
    const box = this.host.getBoundingClientRect();
    const ratio = window.devicePixelRatio || 1;
    this.width = Math.max(1, box.width - LEFT);
    this.height = Math.max(1, box.height - TOP);
    this.ratio = ratio;
    this.canvas.width = Math.max(1, Math.round(box.width * ratio));
    this.canvas.height = Math.max(1, Math.round(box.height * ratio));
    this.drawNow();
  }

  /** Draws in the next frame. */
  draw() {
    if (!this.frame) this.frame = requestAnimationFrame(() => this.drawNow());
  }

  /** The value and its tile at a cell, where it is known. @param {Cell} at @returns {{ tile: ReadyTile, i: number, j: number } | { reason: string } | null} */
  at([x, y]) {
    if (!this.store) return null;
    const side = TileStore.side(this.view);
    const wide = BigInt(side);
    const one = this.store.source.columns === 1;
    if (one && y > 0n) return { reason: "this game has one pile" };
    const tile = this.store.get(x / wide, one ? 0n : y / wide, side);
    if (!tile) return null;
    if (tile.state === "unknown") return { reason: tile.reason };
    return { tile, i: Number(x % wide), j: one ? 0 : Number(y % wide) };
  }

  /** What stands in a cell. @param {Cell} at @returns {string | null} */
  text(at) {
    const found = this.at(at);
    if (!found || !this.scheme || !("tile" in found)) return null;
    const value = valueAt(found.tile, found.i, found.j);
    if (typeof value === "bigint" && this.scheme.value !== "win") return short(value, 30);
    return this.scheme.label(found.tile, found.i, found.j).text;
  }

  drawNow() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    const { context, view } = this;
    const ratio = this.ratio ?? 1;
    const colours = theme();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = colours.paper;
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    if (!this.shown || !this.store) return;
    context.setTransform(ratio, 0, 0, ratio, LEFT * ratio, TOP * ratio);
    context.save();
    context.beginPath();
    context.rect(0, 0, this.width, this.height);
    context.clip();
    const side = TileStore.side(view);
    const places = this.places(side);
    this.store.want(places.map(({ tx, ty }) => [tx, ty]), side);
    this.updateScheme(places, side);
    this.missing = 0;
    this.paintings = 0;
    this.shrinking = 0;
    for (const place of places) this.drawTile(place, side);
    if (view.scale >= LINES_FROM) this.drawLines(colours.lines);
    if (view.scale >= LABELS_FROM) this.drawLabels(places, side);
    this.drawDifferenceFrames();
    this.drawRays(colours);
    this.drawMarks(colours);
    context.restore();
    this.drawEdges(colours);
  }

  /** The tiles that are seen, those near the middle first. @param {number} side @returns {Placed[]} */
  places(side) {
    const { view } = this;
    const wide = BigInt(side);
    const [lastX, lastY] = view.toCell(this.width - 0.01, this.height - 0.01);
    const one = this.store?.source.columns === 1;
    /** @type {Placed[]} */
    const places = [];
    for (let tx = view.x / wide; tx <= lastX / wide; tx += 1n) {
      for (let ty = one ? 0n : view.y / wide; ty <= (one ? 0n : lastY / wide); ty += 1n) {
        const [px, py] = view.toScreen(tx * wide, ty * wide);
        places.push({ tx, ty, px, py });
      }
    }
    const half = (side * view.scale) / 2;
    const [mx, my] = [this.width / 2 - half, this.height / 2 - half];
    const far = (/** @type {Placed} */ p) => Math.hypot(p.px - mx, p.py - my);
    return places.sort((a, b) => far(a) - far(b));
  }

  /** The range of colours follows what is seen, in powers of two so that it rarely changes. @param {Placed[]} places @param {number} side */
  updateScheme(places, side) {
    if (!this.shown || !this.store) return;
    /** @type {bigint | null} */
    let low = null;
    /** @type {ReadyTile[]} */
    const ready = [];
    for (const { tx, ty } of places) {
      const tile = this.store.get(tx, ty, side);
      if (tile?.state !== "ready") continue;
      ready.push(tile);
      if (low === null || tile.base < low) low = tile.base;
    }
    let base = low ?? 0n;
    let highest = base;
    for (const tile of ready) if (greatestOf(tile) > highest) highest = greatestOf(tile);
    const apart = highest - base > MOST_RANGE || ready.some(({ list }) => list);
    const top = apart ? highest : null;
    if (apart) base = 0n;
    // In powers of two, so that colours stay still while tiles come and go.
    let range = apart ? PARTS : 8;
    while (!apart && BigInt(range) < highest - base) range *= 2;
    const value = this.shown.source.value === "remoteness" && this.shown.success < 1 ? "win" : this.shown.source.value;
    const { convention, success } = this.shown;
    const same = this.scheme && this.scheme.low === base && this.scheme.range === range && this.scheme.top === top;
    if (same && this.scheme?.value === value && this.scheme.success === success) return;
    this.scheme = new Scheme({ value, convention, low: base, range, success, top });
    this.options.onScheme?.();
  }

  /** @param {Placed} place @param {number} side */
  drawTile({ tx, ty, px, py }, side) {
    const { context, view } = this;
    const tile = this.store?.get(tx, ty, side);
    const size = side * view.scale;
    const height = this.store?.source.columns === 1 ? view.scale : size;
    if (tile?.state === "ready") {
      const image = this.image(tile);
      if (image) {
        const small = view.scale < 1 ? this.shrunk(tile, image) : null;
        context.imageSmoothingEnabled = false;
        if (small) context.drawImage(small, this.snap(px), this.snap(py), this.snap(px + size) - this.snap(px), this.snap(py + height) - this.snap(py));
        else context.drawImage(image, px, py, size, height);
        this.drawDifference(tile, tx, ty, side, px, py, size, height);
        return;
      }
    }
    this.missing += 1;
    if (tile?.state === "unknown") {
      context.fillStyle = this.hatching();
      context.fillRect(px, py, size, height);
    }
  }

  /** A tile as a picture; null while too many are painted in this frame. @param {ReadyTile} tile */
  image(tile) {
    const scheme = /** @type {Scheme} */ (this.scheme);
    const known = this.painted.get(tile);
    if (known && known.key === scheme.key) return known.canvas;
    if (this.paintings >= PAINTED_PER_FRAME) {
      this.draw();
      return known?.canvas ?? null;
    }
    this.paintings += 1;
    const canvas = known?.canvas ?? h("canvas", { width: tile.side, height: tile.columns });
    scheme.paint(tile, /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")));
    this.painted.set(tile, { key: scheme.key, canvas });
    return canvas;
  }

  /** To whole pixels of the screen. @param {number} p */
  snap(p) {
    const ratio = this.ratio ?? 1;
    return Math.round(p * ratio) / ratio;
  }

  /** A tile's picture in the size that it is seen in: shrinking in every frame would be too slow.
   * @param {ReadyTile} tile @param {HTMLCanvasElement} image */
  shrunk(tile, image) {
    const key = `${this.scheme?.key} ${this.view.scale} ${this.ratio}`;
    const known = this.small.get(tile);
    if (known?.key === key) return known.canvas;
    if (this.shrinking >= PAINTED_PER_FRAME) {
      this.draw();
      return null;
    }
    this.shrinking += 1;
    const scale = this.view.scale * (this.ratio ?? 1);
    const canvas = h("canvas", { width: Math.max(1, Math.round(tile.side * scale)), height: Math.max(1, Math.round(tile.columns * scale)) });
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    pen.imageSmoothingQuality = "medium";
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    this.small.set(tile, { key, canvas });
    return canvas;
  }

  /** Stripes for cells whose values are not known. */
  hatching() {
    if (this.hatch) return this.hatch;
    const tile = h("canvas", { width: 10, height: 10 });
    const pen = /** @type {CanvasRenderingContext2D} */ (tile.getContext("2d"));
    pen.fillStyle = theme().paper;
    pen.fillRect(0, 0, 10, 10);
    pen.strokeStyle = theme().lines;
    pen.lineWidth = 2.5;
    pen.beginPath();
    for (const at of [-5, 5, 15]) {
      pen.moveTo(at - 6, 11);
      pen.lineTo(at + 6, -1);
    }
    pen.stroke();
    this.hatch = /** @type {CanvasPattern} */ (this.context.createPattern(tile, "repeat"));
    return this.hatch;
  }

  /** Cells between whole pixels. @returns {[number, number, number, number]} first pixel and number of columns and rows */
  grid() {
    const { view } = this;
    const columns = Math.ceil(this.width / view.scale) + 1;
    const one = this.store?.source.columns === 1;
    const rows = one ? (view.y === 0n ? 1 : 0) : Math.ceil(this.height / view.scale) + 1;
    return [-view.fx * view.scale, -view.fy * view.scale, columns, rows];
  }

  /** @param {string} colour */
  drawLines(colour) {
    const { context, view } = this;
    const [x0, y0, columns, rows] = this.grid();
    context.strokeStyle = colour;
    context.lineWidth = 1;
    context.globalAlpha = Math.min(1, (view.scale - LINES_FROM) / 10 + 0.15);
    context.beginPath();
    for (let i = 0; i <= columns; i += 1) {
      const x = Math.round(x0 + i * view.scale) + 0.5;
      context.moveTo(x, Math.max(0, y0));
      context.lineTo(x, Math.min(this.height, y0 + rows * view.scale));
    }
    for (let j = 0; j <= rows; j += 1) {
      const y = Math.round(y0 + j * view.scale) + 0.5;
      context.moveTo(0, y);
      context.lineTo(this.width, y);
    }
    context.stroke();
    context.globalAlpha = 1;
  }

  /** Calls `action` for every seen cell with a known value.
   * @param {(x: bigint, y: bigint, px: number, py: number, tile: ReadyTile, i: number, j: number) => void} action */
  eachCell(action) {
    const { view } = this;
    const [x0, y0, columns, rows] = this.grid();
    for (let i = 0; i < columns; i += 1) {
      for (let j = 0; j < rows; j += 1) {
        const [x, y] = [view.x + BigInt(i), view.y + BigInt(j)];
        const found = this.at([x, y]);
        if (found && "tile" in found) {
          action(x, y, x0 + i * view.scale, y0 + j * view.scale, found.tile, found.i, found.j);
        }
      }
    }
  }

  /** @param {Placed[]} places @param {number} side */
  drawLabels(places, side) {
    const { context, view, scheme } = this;
    if (!scheme) return;
    this.labels.begin(view.scale, this.ratio ?? 1);
    context.imageSmoothingEnabled = true;
    for (const { tx, ty, px, py } of places) {
      const tile = this.store?.get(tx, ty, side);
      if (tile?.state === "ready") {
        this.labels.draw(context, scheme, tile, `${side}:${tx},${ty}`, px, py, view.scale, this.width, this.height);
      }
    }
  }

  /** The tile of the compared board at the same place. @param {bigint} tx @param {bigint} ty @param {number} side */
  counterpart(tx, ty, side) {
    const tile = this.other?.store?.get(tx, ty, side);
    return tile?.state === "ready" ? tile : null;
  }

  /** When cells are small: differing cells as pixels of one colour.
   * @param {ReadyTile} tile @param {bigint} tx @param {bigint} ty @param {number} side
   * @param {number} px @param {number} py @param {number} width @param {number} height */
  drawDifference(tile, tx, ty, side, px, py, width, height) {
    if (!this.other || this.view.scale >= LINES_FROM) return;
    const other = this.counterpart(tx, ty, side);
    if (!other) return;
    let known = this.differences.get(tile);
    if (!known || known.other !== other) {
      const canvas = h("canvas", { width: tile.side, height: tile.columns });
      const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
      pen.fillStyle = theme().mark;
      for (let i = 0; i < tile.side; i += 1) {
        for (let j = 0; j < tile.columns; j += 1) {
          if (differ(tile, other, i, j)) pen.fillRect(i, j, 1, 1);
        }
      }
      known = { other, canvas };
      this.differences.set(tile, known);
    }
    this.context.drawImage(known.canvas, px, py, width, height);
  }

  /** When cells are large: frames around differing cells. */
  drawDifferenceFrames() {
    const { context, view } = this;
    if (!this.other || view.scale < LINES_FROM) return;
    const side = TileStore.side(view);
    const wide = BigInt(side);
    const width = Math.max(1.5, view.scale / 14);
    context.strokeStyle = theme().mark;
    context.lineWidth = width;
    this.eachCell((x, y, px, py, tile, i, j) => {
      const other = this.counterpart(x / wide, y / wide, side);
      if (other && differ(tile, other, i, j)) {
        context.strokeRect(px + width / 2 + 1, py + width / 2 + 1, view.scale - width - 1, view.scale - width - 1);
      }
    });
  }

  /** The middle of a cell, near enough to be drawn. @param {Cell} at @returns {[number, number]} */
  middle([x, y]) {
    const [px, py] = this.view.toScreen(x, y);
    const half = this.view.scale / 2;
    const near = (/** @type {number} */ p) => Math.max(-1e6, Math.min(1e6, p));
    return [near(px + half), near(py + half)];
  }

  /** @param {ReturnType<typeof theme>} colours */
  drawRays(colours) {
    const { context, view, selected } = this;
    if (!selected || this.rays.length === 0) return;
    const [x, y] = this.middle(selected);
    const end = Math.max(3, Math.min(8, view.scale / 5));
    for (const { to, kind } of [...this.rays].reverse()) {
      const [u, v] = this.middle(to);
      const optimal = kind === "optimal";
      for (const [colour, width] of /** @type {const} */ ([[colours.paper, optimal ? 5 : 4], [colours.ray, optimal ? 2.5 : 1.5]])) {
        context.strokeStyle = colour;
        context.lineWidth = width;
        context.setLineDash(optimal ? [] : [5, 4]);
        context.beginPath();
        context.moveTo(x, y);
        context.lineTo(u, v);
        context.stroke();
      }
      context.setLineDash([]);
      context.fillStyle = optimal ? colours.ray : colours.paper;
      context.strokeStyle = colours.ray;
      context.lineWidth = 2;
      context.beginPath();
      context.arc(u, v, end, 0, 2 * Math.PI);
      context.fill();
      context.stroke();
    }
  }

  /** @param {ReturnType<typeof theme>} colours */
  drawMarks(colours) {
    const { view } = this;
    if (this.hovered) this.frameCell(this.hovered, colours.ink, 1.5);
    if (this.cursor && document.activeElement === this.canvas) this.frameCell(this.cursor, colours.ray, 3);
    if (!this.selected) return;
    this.frameCell(this.selected, colours.ink, 2.5);
    const [x, y] = this.middle(this.selected);
    if (Math.abs(x) < 1e5 && Math.abs(y) < 1e5) {
      drawQueen(this.context, x, y, Math.max(14, Math.min(40, view.scale * 0.8)), colours);
    }
  }

  /** @param {Cell} at @param {string} colour @param {number} width */
  frameCell([x, y], colour, width) {
    const [px, py] = this.view.toScreen(x, y);
    if (!(Math.abs(px) < 1e5 && Math.abs(py) < 1e5)) return;
    const size = Math.max(4, this.view.scale);
    this.context.strokeStyle = colour;
    this.context.lineWidth = width;
    this.context.strokeRect(px + 0.5, py + 0.5, size, size);
  }

  /** The numbers along the edges. @param {ReturnType<typeof theme>} colours */
  drawEdges(colours) {
    const { context, view } = this;
    const names = this.shown?.names ?? ["x", "y"];
    context.save();
    context.fillStyle = colours.ink;
    context.font = "500 11px system-ui, sans-serif";
    context.textBaseline = "middle";
    const tick = (/** @type {bigint} */ n) => (n < 1_000_000n ? String(n) : `…${String(n).slice(-3)}`);
    const step = (/** @type {number} */ room) => {
      let cells = 1;
      for (let i = 0; cells * view.scale < room; i += 1) cells = [1, 2, 5][i % 3] * 10 ** Math.floor(i / 3);
      return BigInt(cells);
    };
    const across = step(view.x > 9999n ? 52 : view.x > 99n || view.scale < 8 ? 40 : 24);
    context.textAlign = "center";
    for (let x = ((view.x + across - 1n) / across) * across; ; x += across) {
      const px = view.toScreen(x, view.y)[0] + view.scale / 2;
      if (px > this.width) break;
      if (px >= 0) context.fillText(tick(x), px, -TOP / 2 + 1);
    }
    context.textAlign = "right";
    if (this.store?.source.columns !== 1) {
      const down = step(22);
      for (let y = ((view.y + down - 1n) / down) * down; ; y += down) {
        const py = view.toScreen(view.x, y)[1] + view.scale / 2;
        if (py > this.height) break;
        if (py >= 0) context.fillText(tick(y), -6, py);
      }
    }
    context.globalAlpha = 0.75;
    context.textAlign = "center";
    context.font = "italic 12px ui-serif, Georgia, serif";
    const corner = names[1] ? `${names[0]} →  ${names[1]} ↓` : `${names[0]} →`;
    context.fillText(corner, -LEFT + 17, -TOP / 2 + 1, 30);
    context.restore();
  }

  listen() {
    const { canvas } = this;
    /** @type {Map<number, { x: number, y: number }>} */
    const pointers = new Map();
    let travelled = 0;
    const spot = (/** @type {MouseEvent} */ event) => {
      const box = canvas.getBoundingClientRect();
      return { x: event.clientX - box.left - LEFT, y: event.clientY - box.top - TOP };
    };
    canvas.addEventListener("pointerdown", (event) => {
      if (event.button > 0) return;
      canvas.setPointerCapture(event.pointerId);
      if (pointers.size === 0) travelled = 0;
      pointers.set(event.pointerId, spot(event));
    });
    canvas.addEventListener("pointermove", (event) => {
      const now = spot(event);
      const before = pointers.get(event.pointerId);
      if (!before) {
        this.hover(now.x, now.y);
        return;
      }
      const others = [...pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      pointers.set(event.pointerId, now);
      travelled += Math.hypot(now.x - before.x, now.y - before.y);
      if (travelled < 5) return;
      canvas.classList.add("moving");
      if (others.length === 1) {
        this.pinch(others[0], before, now);
      } else {
        this.view.panBy(before.x - now.x, before.y - now.y);
      }
      this.moved();
    });
    const up = (/** @type {PointerEvent} */ event) => {
      const at = pointers.get(event.pointerId);
      pointers.delete(event.pointerId);
      if (pointers.size === 0) canvas.classList.remove("moving");
      if (at && travelled < 5 && event.type === "pointerup" && at.x >= 0 && at.y >= 0) {
        const chosen = this.view.toCell(at.x, at.y);
        this.cursor = chosen;
        this.options.onSelect?.(chosen, this);
      }
    };
    canvas.addEventListener("pointerup", up);
    canvas.addEventListener("pointercancel", up);
    canvas.addEventListener("pointerleave", () => this.hover(-1, -1));
    canvas.addEventListener("wheel", (event) => this.wheel(event, spot(event)), { passive: false });
    canvas.addEventListener("keydown", (event) => this.key(event));
    canvas.addEventListener("focus", () => this.draw());
    canvas.addEventListener("blur", () => this.draw());
  }

  /** @param {{x: number, y: number}} still @param {{x: number, y: number}} before @param {{x: number, y: number}} now */
  pinch(still, before, now) {
    const apart = (/** @type {{x: number, y: number}} */ p) => Math.max(10, Math.hypot(p.x - still.x, p.y - still.y));
    const [mx, my] = [(still.x + now.x) / 2, (still.y + now.y) / 2];
    this.view.zoomAt(mx, my, apart(now) / apart(before));
    this.view.panBy((before.x - now.x) / 2, (before.y - now.y) / 2);
  }

  /** @param {WheelEvent} event @param {{x: number, y: number}} at */
  wheel(event, at) {
    // Small boards in a text leave the wheel to the page, unless a key says otherwise.
    if (this.options.small && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
    if (event.shiftKey && !event.ctrlKey) {
      this.view.panBy((event.deltaX || event.deltaY) * unit, event.deltaX ? event.deltaY * unit : 0);
    } else {
      this.view.zoomAt(at.x, at.y, Math.exp((-event.deltaY * unit) / (event.ctrlKey ? 150 : 500)));
    }
    this.moved();
  }

  /** @param {number} factor */
  zoom(factor) {
    this.view.zoomAt(this.width / 2, this.height / 2, factor);
    this.moved();
  }

  /** @param {number} px @param {number} py */
  hover(px, py) {
    const inside = px >= 0 && py >= 0 && px < this.width && py < this.height;
    const at = inside ? this.view.toCell(px, py) : null;
    if (at?.[0] === this.hovered?.[0] && at?.[1] === this.hovered?.[1]) return;
    this.hovered = at;
    this.options.onHover?.(at, this);
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = /** @type {Record<string, [bigint, bigint]>} */ ({
      ArrowLeft: [-1n, 0n],
      ArrowRight: [1n, 0n],
      ArrowUp: [0n, -1n],
      ArrowDown: [0n, 1n],
      PageUp: [0n, -10n],
      PageDown: [0n, 10n],
    });
    const step = steps[event.key];
    if (step) {
      const [x, y] = this.cursor ?? this.selected ?? this.view.toCell(this.width / 2, this.height / 2);
      const far = event.shiftKey ? 10n : 1n;
      const moved = (/** @type {bigint} */ n, /** @type {bigint} */ by) => (n + by * far < 0n ? 0n : n + by * far);
      this.cursor = [moved(x, step[0]), moved(y, step[1])];
      this.view.reveal(...this.cursor, this.width, this.height);
      this.moved();
      this.options.onHover?.(this.cursor, this);
      say(`${compact(this.cursor[0])}, ${compact(this.cursor[1])}: ${this.text(this.cursor) ?? "value not known yet"}`);
    } else if (event.key === "Enter" || event.key === " ") {
      if (this.cursor) this.options.onSelect?.(this.cursor, this);
    } else if (event.key === "+" || event.key === "=") {
      this.zoom(1.25);
    } else if (event.key === "-") {
      this.zoom(0.8);
    } else if (event.key === "Home") {
      Object.assign(this.view, { x: 0n, y: 0n, fx: 0, fy: 0 });
      this.cursor = [0n, 0n];
      this.moved();
    } else {
      return;
    }
    event.preventDefault();
  }

  /** What is seen has changed. */
  moved() {
    this.draw();
    this.other?.draw();
    this.options.onMove?.();
  }

  /** Whether everything seen is drawn. */
  get settled() {
    return this.frame === 0 && (this.store?.idle ?? true);
  }

  get canZoomIn() {
    return this.view.scale < GREATEST_SCALE;
  }

  get canZoomOut() {
    return this.view.scale > LEAST_SCALE;
  }
}

/** @param {ReadyTile} a @param {ReadyTile} b @param {number} i @param {number} j */
function differ(a, b, i, j) {
  return valueAt(a, i, j) !== valueAt(b, i, j);
}
