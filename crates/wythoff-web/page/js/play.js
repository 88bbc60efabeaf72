// Play: a queen on a board or piles of stones, against the computer or another person.

import { analyze, explain, moves, Problem, table } from "./api.js";
import { chanceChart, percent } from "./chart.js";
import { fill, h, report, s, say } from "./dom.js";
import { EXAMPLES, pointed, readable } from "./explore.js";
import * as game from "./game.js";
import { place, probability } from "./numbers.js";
import { QUEEN } from "./queen.js";

/**
 * @typedef {import("./api.js").Analysis} Analysis
 * @typedef {import("./api.js").Explanation} Explanation
 * @typedef {import("./api.js").Move} Move
 * @typedef {import("./game.js").Setup} Setup
 */

/** Sides of a board of squares at most; beyond, piles are shown. */
const MOST_SQUARES = 18;
/** A pile that is drawn stone by stone. */
const MOST_STONES = 60;
/** Piles at the start at most. */
const MOST_PILE = 200;
/** How long the computer seems to think. */
const THINKING = 650;

/**
 * @param {HTMLElement} host
 * @param {URLSearchParams} parameters
 */
export function play(host, parameters) {
  return new Play(host, parameters);
}

class Play {
  /** @param {HTMLElement} host @param {URLSearchParams} parameters */
  constructor(host, parameters) {
    /** @type {Setup} */
    this.setup = { rules: "wythoff", start: ["9", "11"], opponent: "optimal", first: 0, success: "1", attempts: [] };
    /** @type {Explanation | null} */
    this.explanation = null;
    /** Analyses of positions of this game by their coordinates. @type {Map<string, Analysis>} */
    this.known = new Map();
    /** @type {Move[]} */
    this.options = [];
    /** Squares where play is over, besides those reached by chance. @type {Set<string>} */
    this.final = new Set();
    /** The stones that would be left. @type {string[]} */
    this.target = [];
    this.looks = "board";
    this.hints = false;
    this.busy = false;
    /** Counts up when another game begins: late answers about the old one are dropped. */
    this.round = 0;
    /** @type {number | undefined} */
    this.thinking = undefined;
    this.written = "";
    this.parts = this.build(host);
    this.navigate(parameters);
  }

  /** @param {HTMLElement} host */
  build(host) {
    const rules = h("input", { class: "code", autocomplete: "off", spellcheck: "false", autocapitalize: "off" });
    const examples = h("select", {}, h("option", { value: "" }, "Choose…"), ...EXAMPLES.map(([text, name]) => h("option", { value: text }, name)));
    const start = h("input", { class: "code", autocomplete: "off", spellcheck: "false" });
    const opponent = h("select", {}, ...Object.entries(game.OPPONENTS).map(([key, name]) => h("option", { value: key }, name)));
    const first = h("select", {}, h("option", { value: "0" }, "You"), h("option", { value: "1" }, "The opponent"));
    const success = h("input", { class: "code", inputmode: "decimal", autocomplete: "off" });
    const error = h("p", { class: "error wide", role: "alert" });
    const status = h("p", { class: "status", role: "status" });
    const field = h("div", {});
    const side = h("div", { class: "card" });
    const chart = h("div", {});
    const log = h("ol", { class: "log", "aria-label": "Moves so far", tabindex: "0" });
    const undo = h("button", { type: "button", onclick: () => this.begin(game.undone(this.setup)) }, "Undo");
    const restart = h("button", { type: "button", onclick: () => this.begin({ ...this.setup, attempts: [] }) }, "Restart");
    const share = h("button", { type: "button", onclick: () => this.share() }, "Copy link");
    const hint = h("button", { type: "button", "aria-pressed": "false", onclick: () => this.toggleHints() }, "Hints");
    const looks = h("button", { type: "button", onclick: () => this.toggleLooks() }, "Show piles");
    const pass = h("button", { type: "button", onclick: () => this.pass() }, "Pass");
    const form = h(
      "form",
      { class: "card setup", "aria-label": "A new game", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), this.newGame()) },
      h("label", { class: "wide" }, "Rules", rules),
      h("label", {}, "Examples", examples),
      h("label", {}, "Start", start),
      h("label", { class: "wide" }, "Opponent", opponent),
      h("label", {}, "Who begins", first),
      h("label", {}, "A move succeeds with", success),
      h("button", { type: "submit", class: "primary wide" }, "New game"),
      error,
    );
    examples.addEventListener("change", () => {
      if (!examples.value) return;
      rules.value = examples.value;
      start.value = { "nim(2)": "5,8", "wythoff + nim(1)": "9,11,1" }[examples.value] ?? "9,11";
      examples.value = "";
      this.newGame();
    });
    fill(side, h("h2", {}, "Winning probability"), chart, h("h2", {}, "Moves"), log);
    host.append(
      h(
        "div",
        { class: "play" },
        h("div", { class: "column" }, h("div", { class: "card" }, h("h1", { class: "unseen" }, "Play"), status, field, h("div", { class: "row" }, pass, hint, undo, restart, looks, share))),
        h("div", { class: "column" }, form, side),
      ),
    );
    return { rules, start, opponent, first, success, error, status, field, chart, log, undo, hint, looks, pass };
  }

  /** @param {URLSearchParams} parameters */
  navigate(parameters) {
    if (this.written && parameters.toString() === this.written) return true;
    const get = (/** @type {string} */ name, /** @type {string} */ otherwise) => parameters.get(name) || otherwise;
    const { rules, start, opponent, first, success } = this.parts;
    rules.value = get("rules", "wythoff");
    start.value = get("start", "9,11");
    opponent.value = get("opponent", "optimal");
    if (!opponent.value) opponent.value = "optimal";
    first.value = get("first", "0") === "1" ? "1" : "0";
    success.value = get("success", "1");
    this.looks = get("looks", "board");
    this.newGame(get("moves", ""));
    return true;
  }

  /** Begins the game that the form describes. @param {string} [attempts] */
  async newGame(attempts = "") {
    const { rules, start, opponent, first, success, error } = this.parts;
    error.textContent = "";
    this.round += 1;
    try {
      const explanation = await explain(rules.value.trim());
      const coordinates = this.startOf(explanation, start.value);
      if (probability(success.value) === null) throw new Problem(400, { message: "A move succeeds with a probability above 0 and at most 1, such as 4/5" });
      if (explanation.rules.includes(".block(")) throw new Problem(400, { message: "Blocking games can be explored, but not played here" });
      this.explanation = explanation;
      this.known.clear();
      this.final = await finalSquares(explanation, coordinates);
      start.value = coordinates.join(",");
      await this.begin({
        rules: explanation.rules,
        start: coordinates,
        opponent: opponent.value,
        first: first.value === "1" ? 1 : 0,
        success: success.value.trim(),
        attempts: game.read(attempts, coordinates.length),
      });
    } catch (problem) {
      const message = problem instanceof Problem ? pointed(rules.value, problem) : /** @type {Error} */ (problem).message;
      error.textContent = message;
      say(message);
    }
  }

  /** The start position, with all passes still to be made when they are left out. @param {Explanation} explanation @param {string} text */
  startOf({ coordinates }, text) {
    const given = text.split(/[,\s]+/).filter(Boolean);
    const piles = coordinates.filter(({ kind }) => kind !== "passes").length;
    let next = 0;
    const all = coordinates.map(({ kind, greatest }) =>
      kind === "passes" && given.length === piles ? (greatest ?? "0") : given[next++],
    );
    const names = coordinates.map(({ name }) => name).join(", ");
    if (next !== given.length || all.some((x) => x === undefined)) throw new Problem(400, { message: `The start needs ${piles} numbers: ${names}` });
    if (!all.every((x) => /^\d+$/.test(x) && Number(x) <= MOST_PILE)) throw new Problem(400, { message: `A pile has 0 to ${MOST_PILE} stones here` });
    return all;
  }

  /** Shows a game as it stands and goes on with it. @param {Setup} setup */
  async begin(setup) {
    clearTimeout(this.thinking);
    this.round += 1;
    this.setup = setup;
    this.busy = false;
    await this.show();
  }

  /** Learns about the position and draws everything. */
  async show() {
    const { round, setup } = this;
    const at = game.position(setup);
    this.remember();
    this.busy = true;
    try {
      const [list] = await Promise.all([moves(setup.rules, at), this.learnAll()]);
      if (round !== this.round) return;
      this.options = list.moves;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (round === this.round) this.parts.error.textContent = pointed(setup.rules, error);
      return;
    }
    this.busy = false;
    this.target = [...at];
    this.draw();
    const over = this.options.length === 0;
    if (!over && game.turn(setup) === 1 && setup.opponent !== "person") this.think();
  }

  /** Analyses of all positions so far, for the chart. */
  async learnAll() {
    const { setup } = this;
    const positions = [setup.start, ...setup.attempts.filter(({ failed }) => !failed).map(({ to }) => to)];
    const unknown = positions.filter((at) => !this.known.has(at.join()));
    await Promise.all(unknown.map(async (at) => this.known.set(at.join(), await analyze(setup.rules, at, setup.success))));
  }

  think() {
    const { round } = this;
    this.thinking = window.setTimeout(() => {
      if (round === this.round) this.attempt(game.choose(this.setup.opponent, this.options).to);
    }, THINKING);
  }

  /** Tries a move: it may fail. @param {string[]} to */
  async attempt(to) {
    if (this.busy) return;
    const failed = !game.succeeds(probability(this.setup.success) ?? 1);
    this.setup = { ...this.setup, attempts: [...this.setup.attempts, { to, failed }] };
    await this.show();
    if (failed) {
      this.parts.field.classList.remove("shake");
      requestAnimationFrame(() => this.parts.field.classList.add("shake"));
    }
  }

  /** The player's own move, if it is one. @param {string[]} to */
  tryMove(to) {
    const mine = this.setup.opponent === "person" || game.turn(this.setup) === 0;
    if (mine && !this.busy && this.options.some((move) => move.to.join() === to.join())) this.attempt(to);
  }

  /** A pass: a move that changes nothing but the passes left. */
  passMove() {
    const at = game.position(this.setup);
    const passes = this.explanation?.coordinates.map(({ kind }) => kind === "passes") ?? [];
    return this.options.find(({ to }) => to.every((x, i) => passes[i] || x === at[i]));
  }

  pass() {
    const move = this.passMove();
    if (move) this.tryMove(move.to);
  }

  /** The chance of the player at the page at a position where `next` moves. @param {string[]} at @param {game.Player} next */
  chance(at, next) {
    const analysis = this.known.get(at.join());
    const decimal = analysis?.win_probability?.decimal;
    if (decimal === undefined || decimal === null) return null;
    return next === 0 ? Number(decimal) : 1 - Number(decimal);
  }

  draw() {
    const { setup, parts } = this;
    const at = game.position(setup);
    const next = game.turn(setup);
    const over = this.options.length === 0;
    parts.status.textContent = this.statusText(at, next, over);
    parts.status.classList.toggle("over", over);
    const mine = !over && (setup.opponent === "person" || next === 0);
    const coordinates = this.explanation?.coordinates ?? [];
    const flat = coordinates.filter(({ kind }) => kind === "pile").length === 2 && coordinates.slice(0, 2).every(({ kind }) => kind === "pile");
    const fits = flat && this.squares().every((side) => side <= MOST_SQUARES);
    parts.looks.hidden = !fits;
    const board = fits && this.looks === "board";
    parts.looks.textContent = board ? "Show piles" : "Show board";
    fill(parts.field, board ? this.drawBoard(at, mine) : this.drawPiles(at, mine));
    parts.pass.hidden = !coordinates.some(({ kind }) => kind === "passes");
    parts.pass.disabled = !mine || !this.passMove();
    parts.undo.disabled = setup.attempts.length === 0;
    parts.hint.setAttribute("aria-pressed", String(this.hints));
    this.drawHistory();
  }

  /** Who is to move, who has won, what the last attempt did, and the hint. @param {string[]} at @param {game.Player} next @param {boolean} over */
  statusText(at, next, over) {
    const { setup } = this;
    const names = setup.opponent === "person" ? ["Player 1", "Player 2"] : ["You", "The computer"];
    const last = setup.attempts.at(-1);
    const before = last?.failed ? `${names[1 - next]}: the move to ${place(last.to)} failed. ` : "";
    if (over) {
      const won = game.winner(this.explanation?.convention ?? "normal", next);
      const verb = names[won] === "You" ? "win" : "wins";
      return `${before}${names[won]} ${verb}! ${setup.attempts.length === 0 ? "Play is over at the start." : ""}`;
    }
    const turn = names[next] === "You" ? "Your turn." : `${names[next]} to move…`;
    return `${before}${turn}${this.hints && (next === 0 || setup.opponent === "person") ? ` ${this.hintText(at)}` : ""}`;
  }

  /** @param {string[]} at */
  hintText(at) {
    const analysis = this.known.get(at.join());
    if (!analysis?.outcome) return "Nobody knows who wins here.";
    const failing = Number(probability(this.setup.success) ?? 1) < 1;
    const chance = analysis.win_probability?.decimal;
    const odds = failing && chance ? ` Your chance is ${percent(Number(chance))}.` : "";
    const moves = analysis.remoteness === null ? "" : ` in ${analysis.remoteness}`;
    return analysis.outcome === "N" ? `You can win${moves}.${odds}` : `With best play you lose${moves}; resist.${odds}`;
  }

  /** Columns and rows of the board of squares. */
  squares() {
    return [0, 1].map((i) => {
      const all = [this.setup.start, ...this.setup.attempts.map(({ to }) => to), ...this.options.map(({ to }) => to)];
      return Math.max(...all.map((at) => Number(at[i]))) + 1;
    });
  }

  /** @param {string[]} at @param {boolean} mine */
  drawBoard(at, mine) {
    const [columns, rows] = this.squares();
    const rest = at.slice(2);
    /** The moves to each square: a pass may be one more. @type {Map<string, Move>} */
    const legal = new Map(this.options.filter(({ to }) => to[0] !== at[0] || to[1] !== at[1]).map((move) => [move.to.slice(0, 2).join(), move]));
    const best = new Set(this.hints ? (this.known.get(at.join())?.optimal_moves ?? []).map((to) => to.slice(0, 2).join()) : []);
    const visited = new Set([this.setup.start, ...this.setup.attempts.filter(({ failed }) => !failed).map(({ to }) => to)].map((to) => to.slice(0, 2).join()));
    const grid = h("div", { class: "squares", role: "grid", "aria-label": `Board, ${columns} columns and ${rows} rows; the queen is at ${place(at.slice(0, 2))}` });
    grid.style.setProperty("--columns", String(columns));
    grid.style.setProperty("--rows", String(rows));
    grid.style.gridTemplate = `repeat(${rows}, minmax(0, 1fr)) / repeat(${columns}, minmax(0, 1fr))`;
    for (let y = 0; y < rows; y += 1) {
      const row = h("div", { role: "row" });
      row.style.display = "contents";
      for (let x = 0; x < columns; x += 1) {
        const key = `${x},${y}`;
        const here = at[0] === String(x) && at[1] === String(y);
        const move = mine ? legal.get(key) : undefined;
        const classes = ["square", (x + y) % 2 ? "odd" : "", move ? "legal" : "", best.has(key) && mine ? "best" : "", this.final.has(key) ? "final" : "", visited.has(key) && !here ? "was" : ""];
        const label = `${x}, ${y}${here ? ", queen" : ""}${this.final.has(key) ? ", end of play" : ""}${move ? ", possible move" : ""}${best.has(key) && mine ? ", best move" : ""}`;
        const square = h("button", { type: "button", class: classes.filter(Boolean).join(" "), role: "gridcell", "aria-label": label, tabindex: here ? "0" : "-1", "data-at": key });
        if (move) square.addEventListener("click", () => this.tryMove(move.to));
        if (here) square.append(s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: QUEEN })));
        row.append(square);
      }
      grid.append(row);
    }
    grid.addEventListener("keydown", (event) => moveFocus(event, grid, columns, rows));
    return h("div", {}, grid, rest.length > 0 && h("p", { class: "hint" }, this.restText(rest)));
  }

  /** The coordinates that the board does not show. @param {string[]} rest */
  restText(rest) {
    const coordinates = this.explanation?.coordinates.slice(2) ?? [];
    return coordinates.map(({ kind, name }, i) => (kind === "passes" ? `Passes left: ${rest[i]}` : `${name} = ${rest[i]}`)).join(" · ");
  }

  /** @param {string[]} at @param {boolean} mine */
  drawPiles(at, mine) {
    const coordinates = this.explanation?.coordinates ?? [];
    const best = this.hints && mine ? (this.known.get(at.join())?.optimal_moves ?? []) : [];
    const button = h("button", { type: "button", class: "primary", onclick: () => this.tryMove(this.target) }, "Move");
    const piles = h("div", { class: "piles" });
    const update = () => {
      const legal = this.options.some(({ to }) => to.join() === this.target.join());
      button.disabled = !mine || !legal;
      button.textContent = this.target.join() === at.join() ? "Take stones" : legal ? `Move to ${place(this.target)}` : `${place(this.target)} is no move`;
    };
    coordinates.forEach(({ name, kind }, i) => {
      if (kind === "passes") return;
      const stones = h("div", { class: "stones" });
      const left = h("input", { type: "number", min: "0", max: String(MOST_PILE), value: at[i], "aria-label": `Stones left in pile ${name}`, disabled: !mine });
      const set = (/** @type {number} */ n) => {
        this.target[i] = String(Math.max(0, Math.min(MOST_PILE, n)));
        left.value = this.target[i];
        [...stones.children].forEach((stone, k) => stone.classList.toggle("taken", k >= Number(this.target[i])));
        update();
      };
      for (let k = 0; k < Math.min(MOST_STONES, Number(at[i])); k += 1) {
        // Stones are for the eye and the pointer; the number below says the same.
        stones.append(h("button", { type: "button", class: "stone", tabindex: "-1", "aria-hidden": "true", onclick: () => mine && set(Number(this.target[i]) === k ? k + 1 : k) }));
      }
      left.addEventListener("input", () => set(Math.trunc(Number(left.value)) || 0));
      const step = (/** @type {number} */ by, /** @type {string} */ text, /** @type {string} */ label) =>
        h("button", { type: "button", "aria-label": label, disabled: !mine, onclick: () => set(Number(this.target[i]) + by) }, text);
      piles.append(h("div", { class: "pile" }, stones, h("strong", {}, `${name}: ${at[i]}`), h("div", { class: "stepper" }, step(-1, "−", `One fewer in ${name}`), left, step(1, "+", `One more in ${name}`))));
    });
    update();
    return h("div", { class: "column" }, piles, h("div", { class: "row" }, button), best.length > 0 && h("p", { class: "hint" }, `Best: ${best.slice(0, 8).map(place).join(" ")}`));
  }

  drawHistory() {
    const { setup, parts } = this;
    const names = setup.opponent === "person" ? ["1", "2"] : ["You", "Computer"];
    /** @type {{ chance: number, failed: boolean }[]} */
    const points = [];
    let at = setup.start;
    const first = this.chance(at, setup.first);
    if (first !== null) points.push({ chance: first, failed: false });
    parts.log.replaceChildren();
    setup.attempts.forEach(({ to, failed }, i) => {
      const who = /** @type {game.Player} */ ((setup.first + i) % 2);
      const before = this.chance(at, who);
      if (!failed) at = to;
      const after = this.chance(at, /** @type {game.Player} */ (1 - who));
      if (after !== null) points.push({ chance: after, failed });
      const odds = before !== null && after !== null ? `${percent(before)} → ${percent(after)}` : "";
      parts.log.append(h("li", { class: failed ? "failed" : "" }, h("span", {}, `${names[who]}: ${place(to)}${failed ? " failed" : ""}`), h("span", {}, odds)));
    });
    parts.log.scrollTop = parts.log.scrollHeight;
    fill(parts.chart, points.length > 0 ? chanceChart(points) : h("p", { class: "hint" }, "Not known here."), h("p", { class: "hint" }, setup.opponent === "person" ? "The chance of player 1, if both play their best from there." : "Your chance, if both play their best from there."));
  }

  toggleHints() {
    this.hints = !this.hints;
    this.draw();
    if (this.hints) say(this.parts.status.textContent ?? "");
  }

  toggleLooks() {
    this.looks = this.looks === "board" ? "piles" : "board";
    this.remember();
    this.draw();
  }

  /** The address that restores the game. */
  remember() {
    const { setup } = this;
    const parameters = new URLSearchParams({ rules: setup.rules, start: setup.start.join(","), opponent: setup.opponent, first: String(setup.first), success: setup.success });
    if (this.looks !== "board") parameters.set("looks", this.looks);
    if (setup.attempts.length > 0) parameters.set("moves", game.written(setup.attempts));
    history.replaceState(null, "", `#play?${readable(parameters)}`);
    this.written = new URLSearchParams(location.hash.split("?")[1]).toString();
  }

  async share() {
    try {
      await navigator.clipboard.writeText(location.href);
      say("Link copied");
      this.parts.status.textContent = "The link to this game is in the clipboard.";
    } catch {
      report("The browser does not let this page write to the clipboard", "copy the address from the address bar: it holds the game");
    }
  }

  repaint() {}

  destroy() {
    this.round += 1;
    clearTimeout(this.thinking);
  }
}

/** The squares without a move: the corner, and a terminal set. @param {Explanation} explanation @param {string[]} start @returns {Promise<Set<string>>} */
async function finalSquares({ rules, coordinates }, start) {
  const flat = coordinates.slice(0, 2).every(({ kind }) => kind === "pile") && coordinates.slice(2).every(({ kind }) => kind === "passes");
  const sides = start.slice(0, 2).map((x) => Number(x) + 1);
  if (coordinates.length < 2 || !flat || sides.some((side) => side > MOST_SQUARES)) return new Set();
  const slice = coordinates.map(({ greatest }, i) => (i < 2 ? "*" : (greatest ?? "0"))).join(",");
  const { rows } = await table({ rules, value: "options", size: sides.join("x"), slice });
  return new Set(rows.flatMap((row, x) => row.flatMap((n, y) => (n === 0 ? [`${x},${y}`] : []))));
}

/** Arrow keys walk over the squares. @param {KeyboardEvent} event @param {HTMLElement} grid @param {number} columns @param {number} rows */
function moveFocus(event, grid, columns, rows) {
  const steps = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });
  const step = steps[event.key];
  const from = document.activeElement?.getAttribute("data-at")?.split(",").map(Number);
  if (!step || !from) return;
  event.preventDefault();
  const clamp = (/** @type {number} */ n, /** @type {number} */ most) => Math.max(0, Math.min(most - 1, n));
  const to = `${clamp(from[0] + step[0], columns)},${clamp(from[1] + step[1], rows)}`;
  const square = grid.querySelector(`[data-at="${to}"]`);
  if (square instanceof HTMLElement) {
    for (const other of grid.querySelectorAll("[tabindex='0']")) other.setAttribute("tabindex", "-1");
    square.setAttribute("tabindex", "0");
    square.focus();
  }
}
