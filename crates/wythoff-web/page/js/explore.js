// Explore: an endless board of values, one game or two side by side.

import { analyze, explain, Problem } from "./api.js";
import { Board } from "./board.js";
import { swatch } from "./colours.js";
import { fill, h, report, say, settled } from "./dom.js";
import { downloads } from "./downloads.js";
import { facts } from "./facts.js";
import { compact, parseNumber, place, probability, short } from "./numbers.js";
import { GREATEST_SCALE, LEAST_SCALE, View } from "./view.js";

/**
 * @typedef {import("./api.js").Explanation} Explanation
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {{ rules: string, slice: string[], explanation: Explanation | null, board: Board | null,
 *   pane: HTMLElement, name: HTMLElement, note: HTMLElement, surface: HTMLElement }} Side
 */

export const VALUES = /** @type {const} */ ({
  outcome: "Outcome",
  grundy: "Grundy value",
  remoteness: "Remoteness",
  win: "Winning probability",
  options: "Number of moves",
});

export const EXAMPLES = [
  ["wythoff", "Wythoff’s game"],
  ["wyt(2,3)", "WYT(2, 3)"],
  ["wyt(1,2)", "WYT(1, 2)"],
  ["wythoff.pass", "with one pass"],
  ["wythoff + nim(1)", "plus one stone"],
  ["wythoff.until(x+y <= 2)", "terminal set x + y ≤ 2"],
  ["wythoff.misere", "misère"],
  ["nim(2)", "Nim, two piles"],
  ["rays(1,0; 0,1; 1,1; 1,2)", "one more ray"],
  ["euclid", "Euclid"],
  ["king", "King"],
  ["knight", "Knight"],
];

const FIRST_SCALE = 34;

/**
 * @param {HTMLElement} host
 * @param {URLSearchParams} parameters
 */
export function explore(host, parameters) {
  return new Explore(host, parameters);
}

class Explore {
  /** @param {HTMLElement} host @param {URLSearchParams} parameters */
  constructor(host, parameters) {
    this.view = new View({ scale: FIRST_SCALE });
    this.value = "grundy";
    this.success = "4/5";
    /** @type {Cell | null} */
    this.selected = null;
    /** @type {AbortController | null} */
    this.asking = null;
    this.written = "";
    this.submissions = 0;
    this.host = host;
    /** What the colours mean. @type {HTMLElement | undefined} */
    this.legend = undefined;
    this.parts = this.build();
    /** @type {Side[]} */
    this.sides = [this.newSide()];
    this.remember = settled(250, () => this.writeAddress());
    this.askHovered = settled(140, (/** @type {Cell} */ at, /** @type {Side} */ side) => this.askAbout(at, side));
    this.navigate(parameters);
  }

  build() {
    const rules = h("input", { class: "code", autocomplete: "off", spellcheck: "false", autocapitalize: "off", enterkeyhint: "go" });
    const versus = h("input", { class: "code", autocomplete: "off", spellcheck: "false", autocapitalize: "off", enterkeyhint: "go" });
    const value = h("select", {}, ...Object.entries(VALUES).map(([key, name]) => h("option", { value: key }, name)));
    const examples = h("select", {}, h("option", { value: "" }, "Choose…"), ...EXAMPLES.map(([text, name]) => h("option", { value: text }, name)));
    const success = h("input", { class: "code", inputmode: "decimal", autocomplete: "off" });
    const jump = h("input", { class: "code", placeholder: "10^100, 10^100", autocomplete: "off", spellcheck: "false", enterkeyhint: "go" });
    const slice = h("input", { class: "code", autocomplete: "off", spellcheck: "false" });
    const compare = h("button", { type: "button", "aria-pressed": "false" }, "Compare");
    const error = h("p", { class: "error", role: "alert" });
    const versusField = h("label", { class: "rules" }, "Compared with", versus);
    const successField = h("label", { class: "small" }, "A move succeeds with", success);
    const sliceField = h("label", { class: "small" }, "Slice", slice);
    const boards = h("div", { class: "boards" });
    const zoomOut = h("button", { type: "button", "aria-label": "Zoom out", onclick: () => this.zoom(1 / 1.5) }, "−");
    const zoomIn = h("button", { type: "button", "aria-label": "Zoom in", onclick: () => this.zoom(1.5) }, "+");
    const home = h("button", { type: "button", "aria-label": "Back to the origin", onclick: () => this.goTo(0n, 0n, FIRST_SCALE) }, "⌂");
    const side = h("aside", { class: "side", "aria-label": "About the position", tabindex: "0" });
    const parts = { rules, versus, value, examples, success, jump, slice, compare, error, versusField, successField, sliceField, boards, side, zoomIn, zoomOut };
    const menu = downloads(() => this.forDownload());
    const bar = h(
      "form",
      { class: "bar", "aria-label": "What is shown", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), this.submitted()) },
      h("label", { class: "rules" }, "Rules", rules),
      h("label", { class: "examples" }, "Examples", examples),
      h("label", { class: "value" }, "Value", value),
      successField,
      sliceField,
      h("label", { class: "goto" }, "Go to", jump),
      h("button", { type: "submit", class: "primary" }, "Show"),
      compare,
      menu,
      versusField,
      error,
    );
    rules.addEventListener("change", () => this.submitted());
    versus.addEventListener("change", () => this.submitted());
    slice.addEventListener("change", () => this.submitted());
    success.addEventListener("change", () => this.submitted());
    value.addEventListener("change", () => this.submitted());
    jump.addEventListener("change", () => this.jumped());
    examples.addEventListener("change", () => {
      if (!examples.value) return;
      rules.value = examples.value;
      examples.value = "";
      slice.value = "";
      this.submitted();
    });
    compare.addEventListener("click", () => {
      const on = this.sides.length === 1;
      versus.value = on ? versus.value || (this.sides[0].rules === "wythoff.pass" ? "wythoff" : "wythoff.pass") : versus.value;
      this.setSides(on ? 2 : 1);
      this.submitted();
    });
    boards.append(h("div", { class: "zoom", role: "group", "aria-label": "Zoom" }, zoomIn, zoomOut, home));
    this.host.append(h("div", { class: "explore" }, h("h1", { class: "unseen" }, "Explore"), bar, boards, side));
    return parts;
  }

  /** @returns {Side} */
  newSide() {
    const surface = h("div", { class: "surface" });
    const name = h("div", { class: "name code" });
    const note = h("div", { class: "note", hidden: true });
    const pane = h("div", { class: "pane" }, surface, name, note);
    this.parts.boards.insertBefore(pane, this.parts.boards.lastElementChild);
    return { rules: "", slice: [], explanation: null, board: null, pane, name, note, surface };
  }

  /** @param {number} count */
  setSides(count) {
    while (this.sides.length > count) {
      const side = this.sides.pop();
      side?.board?.destroy();
      side?.pane.remove();
    }
    while (this.sides.length < count) this.sides.push(this.newSide());
    this.parts.boards.classList.toggle("two", count === 2);
    this.parts.compare.setAttribute("aria-pressed", String(count === 2));
    this.parts.versusField.hidden = count === 1;
    for (const side of this.sides) side.name.hidden = count === 1;
  }

  /** Shows what an address says. @param {URLSearchParams} parameters */
  navigate(parameters) {
    if (parameters.toString() === this.written && this.written) return true;
    const { rules, versus, value, success, slice } = this.parts;
    const get = (/** @type {string} */ name) => parameters.get(name) ?? "";
    rules.value = get("rules") || "wythoff";
    versus.value = get("versus");
    const wanted = get("value");
    this.value = wanted in VALUES ? wanted : "grundy";
    value.value = this.value;
    success.value = get("success") || "4/5";
    slice.value = get("slice");
    try {
      const [x, y] = (get("at") || "0,0").split(",").map(parseNumber);
      const scale = Number(get("zoom")) || FIRST_SCALE;
      Object.assign(this.view, { x, y: y ?? 0n, fx: 0, fy: 0, scale: Math.min(GREATEST_SCALE, Math.max(LEAST_SCALE, scale)) });
      const cell = get("cell") ? get("cell").split(",").map(parseNumber) : null;
      this.selected = cell && cell.length === 2 ? [cell[0], cell[1]] : null;
    } catch (error) {
      report(`The address names a place that is none: ${/** @type {Error} */ (error).message}`);
    }
    this.setSides(versus.value ? 2 : 1);
    this.submitted();
    return true;
  }

  /** Shows what the controls say. */
  async submitted() {
    const { rules, versus, value, success, slice, error, successField, sliceField } = this.parts;
    this.value = value.value;
    this.success = success.value;
    successField.hidden = this.value !== "win";
    const invalid = probability(success.value) === null;
    success.setAttribute("aria-invalid", String(invalid));
    const problems = invalid && this.value === "win" ? ["Expected a probability above 0 and at most 1, such as 4/5."] : [];
    const texts = [rules.value.trim(), versus.value.trim()];
    this.submissions += 1;
    const submission = this.submissions;
    await Promise.all(
      this.sides.map(async (side, i) => {
        const input = i === 0 ? rules : versus;
        try {
          await this.setRules(side, texts[i], slice.value);
          input.setAttribute("aria-invalid", "false");
        } catch (problem) {
          if (!(problem instanceof Problem)) throw problem;
          input.setAttribute("aria-invalid", "true");
          problems.push(pointed(texts[i], problem));
        }
      }),
    );
    // Somebody has changed the controls again in the meantime.
    if (submission !== this.submissions) return;
    sliceField.hidden = this.sides.every(({ explanation }) => (explanation?.coordinates.length ?? 2) <= 2);
    const longest = this.sides.reduce((a, b) => (b.slice.length > a.slice.length ? b : a));
    slice.value = sliceField.hidden ? "" : longest.slice.join(",");
    error.textContent = problems.join(" ");
    if (problems.length > 0) return;
    for (const side of this.sides) this.showSide(side);
    const [one, two] = this.sides;
    if (one.board) one.board.other = two?.board ?? null;
    if (two?.board) two.board.other = one.board;
    this.explainColours();
    for (const side of this.sides) window.setTimeout(() => this.note(side), 500);
    if (this.selected) this.select(this.selected, one);
    else this.welcome();
    this.remember();
  }

  /** Learns about the rules of a side. @param {Side} side @param {string} text @param {string} slice */
  async setRules(side, text, slice) {
    if (text !== side.rules || !side.explanation) {
      side.explanation = await explain(text);
      side.rules = text;
      side.slice = [];
    }
    const { coordinates } = side.explanation;
    const parts = slice.split(",").map((part) => part.trim());
    const fits = parts.length === coordinates.length && /^(\*|\d+)$/.test(parts[0]);
    if (fits && parts.some((part) => part === "*")) {
      side.slice = parts;
    } else if (side.slice.length === 0) {
      let free = 0;
      side.slice = coordinates.map(({ kind, greatest }) => {
        if (kind === "passes") return greatest ?? "0";
        free += 1;
        return free <= 2 ? "*" : "1";
      });
    }
    side.name.textContent = side.explanation.rules;
  }

  /** @param {Side} side */
  showSide(side) {
    const { explanation } = side;
    if (!explanation) return;
    side.board ??= new Board(side.surface, {
      view: this.view,
      label: `Values of ${explanation.rules}`,
      onHover: (at) => this.hovered(at, side),
      onSelect: (at) => this.select(at, side),
      onMove: () => this.moved(),
      onLoad: () => this.note(side),
      onScheme: () => side === this.sides[0] && this.explainColours(),
    });
    const free = side.slice.map((part, i) => (part === "*" ? i : -1)).filter((i) => i >= 0);
    side.board.show({
      source: {
        rules: explanation.rules,
        value: this.value === "win" ? "remoteness" : this.value,
        slice: side.slice.join(","),
        columns: free.length,
      },
      convention: explanation.convention,
      success: this.value === "win" ? (probability(this.success) ?? 1) : 1,
      names: free.map((i) => explanation.coordinates[i].name),
    });
  }

  /** The whole position of a cell. @param {Side} side @param {Cell} cell */
  position(side, cell) {
    let free = 0;
    return side.slice.map((part) => {
      if (part !== "*") return part;
      free += 1;
      return String(cell[free - 1]);
    });
  }

  /** @param {Cell | null} at @param {Side} side */
  hovered(at, side) {
    for (const { board } of this.sides) {
      if (board && board !== side.board) {
        board.hovered = at;
        board.draw();
      }
    }
    this.note(side);
    if (at) this.askHovered(at, side);
    else if (this.selected) this.askHovered(this.selected, side);
  }

  /** @param {Cell} at @param {Side} side */
  async select(at, side) {
    this.selected = at;
    for (const { board } of this.sides) board?.select(at, []);
    this.remember();
    for (const one of this.sides) {
      const analysis = await this.askAbout(at, one, one === side);
      if (!analysis || this.selected !== at) continue;
      const free = one.slice.map((part, i) => (part === "*" ? i : -1)).filter((i) => i >= 0);
      const target = (/** @type {string[]} */ to) => /** @type {Cell} */ ([BigInt(to[free[0]]), free.length > 1 ? BigInt(to[free[1]]) : 0n]);
      /** @type {import("./board.js").Ray[]} */
      const rays = (analysis.optimal_moves ?? []).slice(0, 200).map((to) => ({ to: target(to), kind: "optimal" }));
      const known = new Set(rays.map(({ to }) => to.join()));
      for (const to of (analysis.winning_moves ?? []).slice(0, 200)) {
        if (analysis.outcome === "N" && !known.has(target(to).join())) rays.push({ to: target(to), kind: "winning" });
      }
      one.board?.select(at, rays);
      if (one === side) say(`${place(analysis.position)} selected: ${analysis.outcome ?? "outcome unknown"}, remoteness ${analysis.remoteness ?? "unknown"}`);
    }
  }

  /** Shows the facts about a position. @param {Cell} at @param {Side} side @param {boolean} [show] */
  async askAbout(at, side, show = true) {
    if (!side.explanation) return null;
    if (show) {
      this.asking?.abort();
      this.asking = new AbortController();
    }
    try {
      const success = this.value === "win" ? this.success : undefined;
      const signal = show ? this.asking?.signal : undefined;
      const analysis = await analyze(side.explanation.rules, this.position(side, at), success, signal);
      if (show) fill(this.parts.side, this.sides.length > 1 && h("p", { class: "hint code" }, side.explanation.rules), facts(analysis), this.legend);
      return analysis;
    } catch (error) {
      if (/** @type {Error} */ (error).name === "AbortError") return null;
      if (!(error instanceof Problem)) throw error;
      if (show) fill(this.parts.side, h("p", { class: "error" }, error.message), error.help && h("p", { class: "hint" }, error.help), this.legend);
      return null;
    }
  }

  /** What to do, as long as nothing is chosen. */
  welcome() {
    fill(
      this.parts.side,
      h("h2", {}, "An endless board"),
      h("p", { class: "hint" }, "Drag to move, turn the wheel or pinch to zoom. Point at a cell to learn about its position, choose it to see the best moves."),
      this.legend,
    );
  }

  /** What the colours mean. */
  explainColours() {
    const scheme = this.sides[0].board?.scheme;
    const misere = this.sides[0].explanation?.convention === "misere";
    const chip = (/** @type {string} */ colour) => {
      const element = h("span", { class: "chip" });
      element.style.background = colour;
      return element;
    };
    const legend = h("div", { class: "legend" });
    if (scheme && this.value !== "options" && !(this.value === "grundy" && misere)) {
      const p = this.value === "win" ? "next player rather loses" : "P-position: the previous player wins";
      legend.append(h("div", { class: "row" }, chip(swatch(scheme, this.value === "win" ? 0 : 0.5, true)), p));
    }
    if (scheme && this.value === "outcome") legend.append(h("div", { class: "row" }, chip(swatch(scheme, 0, false)), "N-position: the next player wins"));
    if (scheme && this.value !== "outcome") {
      const ramp = h("span", { class: "ramp" });
      ramp.style.background = `linear-gradient(90deg, ${[0, 0.2, 0.4, 0.6, 0.8, 1].map((t) => swatch(scheme, this.value === "win" ? 1 - t : t, false)).join(", ")})`;
      const from = short(scheme.low, 12);
      const ends = this.value === "win" ? ["½", "1"] : [from, short(scheme.top ?? scheme.low + BigInt(scheme.range), 12)];
      legend.append(h("div", { class: "row" }, h("span", {}, ends[0]), ramp, h("span", {}, ends[1]), this.value === "win" ? "the next player wins" : VALUES[/** @type {"grundy"} */ (this.value)]));
    }
    if (this.sides.length > 1) legend.append(h("div", { class: "row" }, chip("var(--mark)"), "the two games differ"));
    this.legend?.replaceWith(legend);
    this.legend = legend;
  }

  /** Says why cells are hatched. @param {Side} side */
  note(side) {
    const { board, note } = side;
    if (!board?.store) return;
    const problem = board.store.problem;
    const middle = board.hovered ?? board.view.toCell(board.width / 2, board.height / 2);
    const found = board.at(middle);
    const reason = problem?.message ?? (found && "reason" in found ? found.reason : null);
    const computing = board.missing > 0 && !board.store.idle;
    note.hidden = !reason && !computing;
    note.textContent = reason ? `Not known here: ${reason}` : "Computing…";
  }

  moved() {
    for (const side of this.sides) {
      side.board?.draw();
      this.note(side);
    }
    this.parts.zoomIn.disabled = this.view.scale >= GREATEST_SCALE;
    this.parts.zoomOut.disabled = this.view.scale <= LEAST_SCALE;
    this.remember();
  }

  /** @param {number} factor */
  zoom(factor) {
    const board = this.sides[0].board;
    if (board) board.zoom(factor);
    this.moved();
  }

  jumped() {
    const { jump } = this.parts;
    if (!jump.value.trim()) return;
    try {
      const numbers = jump.value.replace(/[()]/g, "").split(",").map(parseNumber);
      jump.setAttribute("aria-invalid", "false");
      this.parts.error.textContent = "";
      this.goTo(numbers[0], numbers[1] ?? 0n, this.view.scale);
    } catch (error) {
      jump.setAttribute("aria-invalid", "true");
      this.parts.error.textContent = `Go to: ${/** @type {Error} */ (error).message}`;
    }
  }

  /** @param {bigint} x @param {bigint} y @param {number} scale */
  goTo(x, y, scale) {
    const board = this.sides[0].board;
    this.view.scale = scale;
    if (x === 0n && y === 0n) Object.assign(this.view, { x, y, fx: 0, fy: 0 });
    else if (board) this.view.centreOn(x, y, board.width, board.height);
    this.moved();
    if (board && (x !== 0n || y !== 0n)) this.select([x, y], this.sides[0]);
  }

  /** The address that shows the same again. */
  writeAddress() {
    const parameters = new URLSearchParams();
    const [one, two] = this.sides;
    parameters.set("rules", one.rules);
    parameters.set("value", this.value);
    if (this.value === "win") parameters.set("success", this.success);
    if (this.parts.slice.value) parameters.set("slice", this.parts.slice.value);
    parameters.set("at", `${compact(this.view.x)},${compact(this.view.y)}`);
    parameters.set("zoom", String(Math.round(this.view.scale * 100) / 100));
    if (two) parameters.set("versus", two.rules);
    if (this.selected) parameters.set("cell", this.selected.map(compact).join(","));
    this.written = parameters.toString();
    history.replaceState(null, "", `#explore?${readable(parameters)}`);
    this.written = new URLSearchParams(location.hash.split("?")[1]).toString();
  }

  /** What a download shows: the boards and the window of cells seen. */
  forDownload() {
    const side = this.sides[0];
    const board = /** @type {Board} */ (side.board);
    const columns = Math.ceil(board.width / this.view.scale + this.view.fx);
    const rows = side.board?.store?.source.columns === 1 ? 1 : Math.ceil(board.height / this.view.scale + this.view.fy);
    return {
      boards: this.sides.flatMap(({ board }) => (board ? [board] : [])),
      names: this.sides.map(({ explanation }) => explanation?.rules ?? ""),
      slices: this.sides.map(({ slice }) => slice.join(",")),
      value: this.value === "win" ? `win(${this.success})` : this.value,
      origin: /** @type {Cell} */ ([this.view.x, this.view.y]),
      shape: /** @type {[number, number]} */ ([columns, rows]),
    };
  }

  repaint() {
    for (const { board } of this.sides) board?.repaint();
    this.explainColours();
  }

  destroy() {
    this.asking?.abort();
    for (const { board } of this.sides) board?.destroy();
  }
}

/** An address that people can read: signs that are safe after # are left as they are. @param {URLSearchParams} parameters */
export function readable(parameters) {
  return parameters.toString().replace(/%2C/g, ",").replace(/%2F/g, "/").replace(/%28/g, "(").replace(/%29/g, ")").replace(/%5E/g, "^").replace(/%3B/g, ";").replace(/%3C/g, "<");
}

/** A mistake in a text with its place. @param {string} text @param {Problem} problem */
export function pointed(text, problem) {
  const bytes = new TextEncoder().encode(text);
  const part = problem.at ? new TextDecoder().decode(bytes.slice(...problem.at)) : "";
  const where = part && !problem.message.includes(part) ? ` (at “${part}”)` : "";
  return `${problem.message}${where}.${problem.help ? ` ${problem.help}.` : ""}`;
}
