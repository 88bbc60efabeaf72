// Learn: four short pages that tie theorems to the board, each with a live board.

import { analyze, explain, positions, Problem } from "./api.js";
import { Board } from "./board.js";
import { h, report, say } from "./dom.js";
import { place } from "./numbers.js";
import { View } from "./view.js";

/**
 * @typedef {string | HTMLElement} Piece
 * @typedef {{ rules: string, value: string, caption: string, cell?: [bigint, bigint], scale?: number, versus?: string,
 *   from?: string }} Live `from`: the first P-position beyond this coordinate is chosen
 * @typedef {{ key: string, title: string, body: () => (Piece | Live)[], explore: string, play?: string }} Lesson
 */

/** @param {string} text a formula in plain signs */
const f = (text) => h("span", { class: "formula" }, text);
/** @param {...(string | HTMLElement)} parts */
const p = (...parts) => h("p", {}, ...parts);
/** @param {string} text */
const source = (text) => h("p", { class: "source" }, text);

/** @type {Lesson[]} */
const LESSONS = [
  {
    key: "remoteness",
    title: "How long a game lasts",
    explore: "rules=wythoff&value=remoteness",
    play: "rules=wythoff&start=7,12",
    body: () => [
      p("A queen stands on a board that has one corner, at the upper left. Two players move her in turn: to the left, up, or along the diagonal towards the corner, as far as they like. Whoever cannot move loses. With two piles of stones it is the same game: take any number from one pile, or equally many from both. This is Wythoff’s game."),
      p("Some positions are lost for whoever has to move. They are called P-positions, because the previous player wins; the corner is one. All others are N-positions: the next player wins. But how soon? The winner wants to be done, the loser wants to hold out. If both play their best, the number of moves is settled in advance. It is called the remoteness ", f("R"), "."),
      h(
        "ol",
        {},
        h("li", {}, "If there is no move, ", f("R = 0"), "."),
        h("li", {}, "If some move leads to an even remoteness, the mover wins, and takes the least: ", f("R = 1 + least even"), "."),
        h("li", {}, "Otherwise the mover loses, and holds out: ", f("R = 1 + greatest"), "."),
      ),
      { rules: "wythoff", value: "remoteness", cell: [7n, 12n], scale: 30, caption: "Remoteness of Wythoff’s game. Even numbers, in orange, are exactly the P-positions. Choose a cell: the solid lines lead to the best moves, which lower the number by one. From (7, 12) the win takes seven moves." },
      p("Nobody has to walk through the whole board to know these numbers. Number the P-positions ", f("(x₀, y₀), (x₁, y₁), …"), " with ", f("x ≤ y"), ". For a position ", f("(x, y)"), " let ", f("ι"), " be the first index at which ", f("x"), " turns up as a coordinate. Then"),
      p(f("R = 2·min{ι, y − x}"), " at P-positions, and one more elsewhere."),
      p("When every move only succeeds with some probability, and a failed attempt passes the turn, the same numbers rule: the best attempts are exactly the moves that lower the remoteness by one."),
      source("Smith 1966 for remoteness; Sánchez, Galán and Xu, Theorems 3.4 and 5.2, for the formula and for failing moves."),
    ],
  },
  {
    key: "lines",
    title: "Two lines",
    explore: "rules=wythoff&value=outcome&zoom=2",
    play: "rules=wythoff&start=9,11",
    body: () => [
      p("Colour the P-positions and step back. They lie along two straight lines, mirror images of each other. Why?"),
      { rules: "wythoff", value: "outcome", scale: 6, caption: "P-positions of Wythoff’s game. Zoom out: their slopes are the golden ratio and its inverse." },
      p("Take the P-positions in order. The queen must not be able to go from one to another, so no two share a row, a column or a diagonal. And every other cell must see one. Therefore the next one begins with the smallest coordinate that has not been used, ", f("xₘ"), ", and its diagonal is the next free one: ", f("yₘ = xₘ + m"), "."),
      p("So the numbers ", f("x₁, y₁, x₂, y₂, …"), " use up every positive whole number exactly once. If ", f("xₘ"), " grows like ", f("α·m"), ", then ", f("yₘ"), " grows like ", f("(α + 1)·m"), ", and to fill everything without overlap their densities must add up to one: ", f("1/α + 1/(α + 1) = 1"), ". That gives ", f("α² = α + 1"), ", the golden ratio ", f("φ ≈ 1.618"), ". Indeed ", f("xₘ = ⌊mφ⌋"), " and ", f("yₘ = ⌊mφ²⌋"), "."),
      p("A formula does not care about size. Here is the neighbourhood of a P-position whose coordinates have a hundred digits."),
      { rules: "wythoff", value: "outcome", scale: 24, from: "10^100", caption: "Somewhere beyond 10^100. The board is as sharp there as at the corner, because whole numbers of any length are exact." },
      source("Wythoff 1907; the general recursion for WYT(a, b) in Sánchez, Galán and Xu."),
    ],
  },
  {
    key: "pass",
    title: "What a pass does",
    explore: "rules=wythoff.pass&value=outcome&versus=wythoff %2B nim(1)",
    play: "rules=wythoff.pass&start=6,9",
    body: () => [
      p("Now allow one pass in the whole game: once, either player may skip a move, but not at the corner. In most games such a rule makes a mess. Here it does something close to tidy."),
      { rules: "wythoff.pass", value: "outcome", scale: 24, versus: "wythoff + nim(1)", caption: "First board: P-positions while the pass is still available. Second: P-positions of Wythoff’s game with one extra stone beside it, which either player may take as a move. Cells where the two differ are framed." },
      p("A pass resembles an extra stone: whoever takes it hands the same position to the other. With the stone, theory gives the answer at once: a position is lost exactly when the queen stands on a cell of Grundy value 1, because 1 and the stone’s 1 cancel."),
      p("The difference is the corner: one may take the stone there, but may not pass. That upsets the small positions, fourteen cells in all, with coordinates up to 7. From 8 on, the two games have the same P-positions for ever."),
      { rules: "wythoff", value: "grundy", scale: 26, cell: [8n, 8n], caption: "Grundy values of Wythoff’s game. Compare the cells with a 1 to the boards above." },
      source("Miyadera, Manabe and Fukui 2025; the bound 8 and the count of fourteen are checked by “wythoff check”."),
    ],
  },
  {
    key: "terminal",
    title: "What a terminal set does",
    explore: "rules=wythoff.until(x%2By <= 2)&value=outcome&versus=wythoff.misere",
    play: "rules=wythoff.until(x%2By <= 2)&start=7,9",
    body: () => [
      p("Let play end a little earlier: not only in the corner, but as soon as ", f("x + y ≤ 2"), ". Whoever enters this terminal set wins."),
      { rules: "wythoff.until(x+y <= 2)", value: "outcome", scale: 26, caption: "P-positions with the terminal set x + y ≤ 2. They stay next to the old ones, moved by at most one step." },
      p("The new P-positions follow the old two lines, each coordinate moved by at most one: ", f("(⌊nφ⌋ + g(n) − 1, ⌊nφ²⌋ + g(n))"), ". Here ", f("g"), " is a sequence of zeros and ones that refers back to itself, much like Hofstadter’s ", f("G"), ". It looks irregular, and yet it can be computed in as many steps as the number has digits."),
      p("Something else is hidden here. Let whoever enters the terminal set lose instead: misère play. Beyond the first few cells, the P-positions of this game are exactly those of ordinary Wythoff."),
      { rules: "wythoff.until(x+y <= 2).misere", value: "outcome", scale: 26, versus: "wythoff", caption: "Misère play with the terminal set, beside Wythoff’s game. The frames, where they differ, stop before 8." },
      source("Komaki, Miyadera and Murakami 2025."),
    ],
  },
];

/**
 * @param {HTMLElement} host
 * @param {URLSearchParams} parameters
 */
export function learn(host, parameters) {
  /** @type {Board[]} */
  let boards = [];
  const article = h("article", {});
  const contents = h("nav", { class: "contents", "aria-label": "Lessons" });
  host.append(h("div", { class: "learn" }, contents, article));

  /** @param {URLSearchParams} wanted */
  const navigate = (wanted) => {
    const found = LESSONS.findIndex(({ key }) => key === wanted.get("page"));
    const index = Math.max(0, found);
    const lesson = LESSONS[index];
    for (const board of boards) board.destroy();
    boards = [];
    contents.replaceChildren(...LESSONS.map(({ key, title }) => h("a", { href: `#learn?page=${key}`, "aria-current": key === lesson.key && "page" }, title)));
    article.replaceChildren(h("h1", {}, lesson.title));
    for (const piece of lesson.body()) {
      if (typeof piece === "string" || piece instanceof HTMLElement) article.append(piece);
      else article.append(figure(piece, boards));
    }
    const after = LESSONS[index + 1];
    article.append(
      h(
        "div",
        { class: "next" },
        h("a", { class: "button", href: `#explore?${lesson.explore}` }, "Explore this"),
        lesson.play && h("a", { class: "button", href: `#play?${lesson.play}` }, "Play it"),
        after && h("a", { class: "button", href: `#learn?page=${after.key}` }, `Next: ${after.title}`),
      ),
    );
    window.scrollTo(0, 0);
    return true;
  };
  navigate(parameters);
  return {
    navigate,
    repaint: () => boards.forEach((board) => board.repaint()),
    destroy: () => boards.forEach((board) => board.destroy()),
  };
}

/** A live board, or two side by side. @param {Live} live @param {Board[]} boards */
function figure(live, boards) {
  const frame = h("div", { class: "frame boards" });
  const view = new View({ scale: live.scale ?? 28 });
  const rules = [live.rules, ...(live.versus ? [live.versus] : [])];
  const made = rules.map((text) => {
    const surface = h("div", { class: "surface" });
    frame.append(h("div", { class: "pane" }, surface, h("div", { class: "name code" }, text)));
    return surface;
  });
  // A board needs its place in the document to know its size.
  requestAnimationFrame(() => {
    if (!frame.isConnected) return;
    const own = made.map((surface, i) => new Board(surface, { view, label: `Values of ${rules[i]}`, small: true, onSelect: (at, board) => select(board, rules[i], at) }));
    boards.push(...own);
    if (own.length === 2) [own[0].other, own[1].other] = [own[1], own[0]];
    begin(own, rules, live, view).catch(failed);
  });
  return h("figure", { class: "figure" }, frame, h("figcaption", {}, live.caption));
}

/** @param {Board[]} own @param {string[]} rules @param {Live} live @param {View} view */
async function begin(own, rules, live, view) {
  for (const [i, board] of own.entries()) {
    const { convention, coordinates } = await explain(rules[i]);
    let piles = 0;
    const slice = coordinates.map(({ kind, greatest }) => (kind === "passes" ? (greatest ?? "0") : (piles += 1) <= 2 ? "*" : "1"));
    board.show({ source: { rules: rules[i], value: live.value, slice: slice.join(","), columns: 2 }, convention, success: 1, names: ["x", "y"] });
  }
  const cell = live.cell ?? (await firstFrom(rules[0], live.from));
  if (!cell) return;
  if (cell[0] > 1000n) view.centreOn(cell[0], cell[1], own[0].width, own[0].height);
  await select(own[0], rules[0], cell);
}

/** @param {string} rules @param {string} [from] @returns {Promise<[bigint, bigint] | null>} */
async function firstFrom(rules, from) {
  if (!from) return null;
  const list = await positions({ rules, where: "outcome=P", count: "1", from_coordinate: from });
  const [x, y] = list.positions[0];
  return [BigInt(x), BigInt(y)];
}

/** @param {Board} board @param {string} rules @param {[bigint, bigint]} at */
async function select(board, rules, at) {
  board.select(at, []);
  const slice = board.shown?.source.slice?.split(",") ?? ["*", "*"];
  let free = 0;
  const position = slice.map((part) => (part === "*" ? String(at[free++]) : part));
  try {
    const analysis = await analyze(rules, position);
    const rays = (analysis.optimal_moves ?? []).slice(0, 100).map((to) => /** @type {import("./board.js").Ray} */ ({ to: [BigInt(to[0]), BigInt(to[1])], kind: "optimal" }));
    board.select(at, rays);
    say(`${place(position)}: ${analysis.outcome ?? "outcome unknown"}, remoteness ${analysis.remoteness ?? "unknown"}`);
  } catch (error) {
    failed(error);
  }
}

/** @param {unknown} error */
function failed(error) {
  if (!(error instanceof Problem)) throw error;
  report(error.message, error.help);
}
