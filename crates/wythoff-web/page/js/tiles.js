// Tiles of values: fetched as bytes, kept, given up when there are too many. A tile that nobody looks at
// any more is cancelled, and the server stops computing it.

import { address, fetched, Problem } from "./api.js";

/**
 * @typedef {{ state: "ready", side: number, columns: number, kind: string, base: bigint,
 *   numbers: Uint8Array | Uint16Array | Uint32Array | null, bits: Uint8Array | null,
 *   list: bigint[] | null, greatest: number, evidence: { kind: string, text: string } }} ReadyTile
 * @typedef {{ state: "unknown", reason: string, since: number }} UnknownTile
 * @typedef {ReadyTile | UnknownTile} Tile
 * @typedef {{ rules: string, value: string, slice?: string, columns: number }} Source what is drawn:
 *   `columns` is the number of free coordinates
 */

/** Requests at once: browsers open six connections to a server, and hovering wants one. */
const AT_ONCE = 4;
/** Tiles kept at least; more when more are seen at once. */
const KEPT_TILES = 400;
/** Small tiles serve where few cells are seen, and beyond so many digits, where they take longer to compute. */
const SMALL_SIDE = 64;
const LARGE_SIDE = 256;
const SMALL_FROM_SCALE = 16;
const LONG = 10n ** 18n;
/** A tile that was refused is asked for again after so many milliseconds, if it is still looked at: the server may have been busy. */
const ASK_AGAIN = 20_000;

export class TileStore {
  /** @param {Source} source @param {() => void} onChange */
  constructor(source, onChange) {
    this.source = source;
    this.onChange = onChange;
    /** @type {Map<string, Tile>} */
    this.tiles = new Map();
    /** @type {Map<string, AbortController>} */
    this.pending = new Map();
    /** @type {{ key: string, url: string }[]} */
    this.wanted = [];
    /** @type {number | undefined} */
    this.retry = undefined;
    /** Set when the question itself is wrong: nothing more is asked. @type {Problem | null} */
    this.problem = null;
    this.capacity = KEPT_TILES;
  }

  /** The side of the tiles that suit a view. @param {import("./view.js").View} view */
  static side({ x, y, scale }) {
    return scale >= SMALL_FROM_SCALE || x >= LONG || y >= LONG ? SMALL_SIDE : LARGE_SIDE;
  }

  /** @param {bigint} tx @param {bigint} ty @param {number} side @returns {Tile | undefined} */
  get(tx, ty, side) {
    const key = `${side}:${tx},${ty}`;
    const tile = this.tiles.get(key);
    if (tile) {
      // Used last: at the end.
      this.tiles.delete(key);
      this.tiles.set(key, tile);
    }
    return tile;
  }

  /**
   * Says which tiles are looked at, the most wanted first; others are cancelled.
   * @param {[bigint, bigint][]} places @param {number} side
   */
  want(places, side) {
    if (this.problem) return;
    const wanted = places.map(([tx, ty]) => ({ key: `${side}:${tx},${ty}`, url: this.url(tx, ty, side) }));
    this.capacity = Math.max(KEPT_TILES, Math.ceil(places.length * 1.5));
    const keys = new Set(wanted.map(({ key }) => key));
    for (const [key, controller] of this.pending) {
      if (!keys.has(key)) controller.abort();
    }
    this.wanted = wanted.filter(({ key }) => !this.isSettled(key) && !this.pending.has(key));
    this.next();
  }

  /** Whether a tile is there, or was refused a short while ago. @param {string} key */
  isSettled(key) {
    const tile = this.tiles.get(key);
    return tile !== undefined && (tile.state === "ready" || performance.now() - tile.since < ASK_AGAIN);
  }

  /** Whether everything looked at is there. */
  get idle() {
    return this.pending.size === 0 && this.wanted.length === 0 && this.retry === undefined;
  }

  /** Gives up everything under way. */
  close() {
    this.wanted = [];
    clearTimeout(this.retry);
    this.retry = undefined;
    for (const controller of this.pending.values()) controller.abort();
  }

  /** @param {bigint} tx @param {bigint} ty @param {number} side */
  url(tx, ty, side) {
    const { rules, value, slice, columns } = this.source;
    const first = tx * BigInt(side);
    const origin = columns === 1 ? `${first}` : `${first},${ty * BigInt(side)}`;
    return address("tile", { rules, value, slice, origin, size: String(side), version: "1" });
  }

  next() {
    while (this.pending.size < AT_ONCE && this.retry === undefined) {
      const next = this.wanted.shift();
      if (!next) return;
      this.load(next.key, next.url);
    }
  }

  /** @param {string} key @param {string} url */
  async load(key, url) {
    const controller = new AbortController();
    this.pending.set(key, controller);
    try {
      const response = await fetched(url, controller.signal);
      this.keep(key, decode(await response.arrayBuffer()));
    } catch (error) {
      this.failed(key, url, controller, error);
    }
    this.pending.delete(key);
    this.next();
    this.onChange();
  }

  /** @param {string} key @param {string} url @param {AbortController} controller @param {unknown} error */
  failed(key, url, controller, error) {
    if (controller.signal.aborted) return;
    if (!(error instanceof Problem)) throw error;
    if (error.status === 429 || error.status === 503 || error.status === 0) {
      this.wanted.unshift({ key, url });
      this.retry ??= window.setTimeout(() => {
        this.retry = undefined;
        this.next();
      }, error.status === 0 ? 3000 : 800);
      return;
    }
    if (error.status === 413) {
      this.keep(key, { state: "unknown", reason: error.message, since: performance.now() });
      return;
    }
    this.problem = error;
    this.wanted = [];
  }

  /** @param {string} key @param {Tile} tile */
  keep(key, tile) {
    this.tiles.set(key, tile);
    for (const oldest of this.tiles.keys()) {
      if (this.tiles.size <= this.capacity) break;
      this.tiles.delete(oldest);
    }
  }
}

/** @param {ArrayBuffer} buffer @returns {ReadyTile} */
export function decode(buffer) {
  const header = new DataView(buffer);
  if (header.getUint32(0) !== 0x57595431) throw new Error("the server sent something that is no tile");
  const length = header.getUint32(4, true);
  const text = new TextDecoder().decode(new Uint8Array(buffer, 8, length));
  const { shape, kind, base, values, evidence } = JSON.parse(text);
  const [side, columns] = shape;
  const start = 8 + length;
  let numbers = null;
  if (kind === "u8") numbers = new Uint8Array(buffer, start);
  else if (kind === "u16" || kind === "list") numbers = new Uint16Array(buffer, start);
  else if (kind === "u32") numbers = new Uint32Array(buffer, start);
  const bits = kind === "bits" ? new Uint8Array(buffer, start) : null;
  let greatest = 0;
  if (numbers) for (let i = 0; i < numbers.length; i += 1) if (numbers[i] > greatest) greatest = numbers[i];
  const list = values ? values.map(BigInt) : null;
  return { state: "ready", side, columns, kind, base: BigInt(base), numbers, bits, list, greatest, evidence };
}

/** The greatest number of a tile. @param {ReadyTile} tile */
export function greatestOf(tile) {
  return tile.list ? tile.list[tile.list.length - 1] : tile.base + BigInt(tile.greatest);
}

/**
 * The value of a cell: true for P, or a number.
 * @param {ReadyTile} tile @param {number} i first coordinate @param {number} j second
 * @returns {boolean | bigint}
 */
export function valueAt(tile, i, j) {
  const stored = cell(tile, i, j);
  if (typeof stored === "boolean") return stored;
  return tile.list ? tile.list[stored] : tile.base + BigInt(stored);
}

/**
 * What is stored for a cell of a tile: true for P, a number above the tile's base, or a place in its list.
 * @param {ReadyTile} tile @param {number} i first coordinate @param {number} j second
 * @returns {boolean | number}
 */
export function cell(tile, i, j) {
  if (tile.bits) {
    const stride = (tile.columns + 7) >> 3;
    return ((tile.bits[i * stride + (j >> 3)] >> (j & 7)) & 1) === 1;
  }
  return /** @type {Uint8Array} */ (tile.numbers)[i * tile.columns + j];
}
