// What is known about a position, in words: outcome, values, moves, and how each is known.

import { h } from "./dom.js";
import { place, short } from "./numbers.js";

/** @typedef {import("./api.js").Analysis} Analysis */

/** Moves shown at most; the number of the others is given. */
const MOST_MOVES = 24;

/**
 * @param {Analysis} analysis
 * @returns {HTMLElement}
 */
export function facts(analysis) {
  const { outcome, terminal, evidence } = analysis;
  return h(
    "section",
    { class: "facts", "aria-label": "Facts about the position" },
    h("header", {}, h("h2", {}, place(analysis.position)), outcome && h("span", { class: `badge ${outcome}` }, outcome)),
    h("p", {}, inWords(outcome, terminal)),
    h(
      "dl",
      {},
      ...row("Remoteness", analysis.remoteness && short(analysis.remoteness, 40), evidence.remoteness),
      ...row("Grundy value", analysis.grundy && short(analysis.grundy, 40), evidence.grundy),
      ...winRow(analysis),
    ),
    !terminal && moveList("Optimal moves", "", analysis.optimal_moves, evidence.optimal_moves),
    !terminal && outcome !== "P" && moveList("Winning moves", "winning", analysis.winning_moves, evidence.winning_moves),
    !analysis.moves_complete && analysis.winning_moves && h("p", { class: "hint" }, "Not all moves are listed."),
    h(
      "details",
      {},
      h("summary", {}, "How this is known"),
      ...Object.entries({ Outcome: evidence.outcome, Remoteness: evidence.remoteness, Grundy: evidence.grundy, Moves: evidence.optimal_moves })
        .map(([name, { kind, text }]) => h("p", {}, h("strong", {}, `${name} (${kind}): `), text)),
    ),
  );
}

/** @param {string | null} outcome @param {boolean | null} terminal */
function inWords(outcome, terminal) {
  if (outcome === null) return "Who wins here is not known within the limits.";
  const who = outcome === "P" ? "the previous player wins" : "the next player wins";
  return terminal ? `Play is over here: ${who}.` : `With best play ${who}.`;
}

/** @param {string} name @param {string | null} value @param {{ text: string }} evidence */
function row(name, value, evidence) {
  return [h("dt", {}, name), h("dd", {}, value ?? h("span", { class: "hint" }, `not known: ${evidence.text}`))];
}

/** @param {Analysis} analysis */
function winRow({ win_probability: win }) {
  if (!win) return [];
  const exact = win.exact && win.exact.length <= 24 ? `${win.exact} ≈ ` : "";
  const shown = win.decimal ? `${exact}${win.decimal.slice(0, 14)}` : "not known, for want of the remoteness";
  const row = [h("dt", {}, "Next player wins"), h("dd", {}, shown)];
  if (win.mean_duration) row.push(h("dt", {}, "Mean attempts"), h("dd", {}, short(win.mean_duration, 24)));
  return row;
}

/** @param {string} title @param {string} kind @param {string[][] | null} moves @param {{ text: string }} evidence */
function moveList(title, kind, moves, evidence) {
  const list = h("div", { class: `moves ${kind}` });
  if (!moves) list.append(h("p", { class: "hint" }, `not known: ${evidence.text}`));
  else if (moves.length === 0) list.append(h("p", { class: "hint" }, "none"));
  for (const to of moves?.slice(0, MOST_MOVES) ?? []) list.append(h("span", {}, place(to)));
  if (moves && moves.length > MOST_MOVES) list.append(h("p", { class: "hint" }, `and ${moves.length - MOST_MOVES} more`));
  return h("div", {}, h("h3", {}, title), list);
}
