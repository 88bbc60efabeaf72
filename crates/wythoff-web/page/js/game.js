// A game under way: whose turn it is, what was tried, and how the computer chooses. No drawing here.

/**
 * @typedef {import("./api.js").Move} Move
 * @typedef {import("./api.js").Analysis} Analysis
 * @typedef {0 | 1} Player
 * @typedef {{ to: string[], failed: boolean }} Attempt
 * @typedef {{ rules: string, start: string[], opponent: string, first: Player, success: string,
 *   attempts: Attempt[] }} Setup `first` is who begins: 0 is the player at the page
 */

export const OPPONENTS = /** @type {const} */ ({
  optimal: "Optimal: wins fast, loses slowly",
  delaying: "Patient: wins slowly, loses slowly",
  random: "Random",
  person: "Another person, here",
});

/** The position after all attempts. @param {Setup} setup */
export function position({ start, attempts }) {
  for (let i = attempts.length - 1; i >= 0; i -= 1) if (!attempts[i].failed) return attempts[i].to;
  return start;
}

/** Whose turn it is: every attempt passes the turn, whether it succeeds or not. @param {Setup} setup @returns {Player} */
export function turn({ first, attempts }) {
  return /** @type {Player} */ ((first + attempts.length) % 2);
}

/** Who has won when play is over and `next` would have to move. @param {string} convention @param {Player} next @returns {Player} */
export function winner(convention, next) {
  return convention === "misere" ? next : /** @type {Player} */ (1 - next);
}

/** A number of moves as a number; unknown ones come last. @param {Move} move */
function length({ remoteness }) {
  return remoteness === null ? Number.MAX_SAFE_INTEGER : Number(remoteness);
}

/** @template T @param {T[]} list @param {() => number} random @returns {T} */
function oneOf(list, random) {
  return list[Math.min(list.length - 1, Math.floor(random() * list.length))];
}

/** Those for which a number is least. @template T @param {T[]} list @param {(item: T) => number} of */
function least(list, of) {
  const best = Math.min(...list.map(of));
  return list.filter((item) => of(item) === best);
}

/**
 * The computer's move. Losing, both thinking opponents resist as long as they can; winning, the
 * optimal one takes a shortest way and the patient one a longest.
 * @param {string} opponent @param {Move[]} moves @param {() => number} [random]
 * @returns {Move}
 */
export function choose(opponent, moves, random = Math.random) {
  if (opponent === "random") return oneOf(moves, random);
  const winning = moves.filter(({ outcome }) => outcome === "P");
  if (winning.length === 0) return oneOf(least(moves, (move) => -length(move)), random);
  const sign = opponent === "delaying" ? -1 : 1;
  return oneOf(least(winning, (move) => sign * length(move)), random);
}

/** Whether an attempt succeeds. @param {number} success @param {() => number} [random] */
export function succeeds(success, random = Math.random) {
  return success >= 1 || random() < success;
}

/** Takes back attempts until it is the player's turn again; against a person one attempt. @param {Setup} setup @returns {Setup} */
export function undone(setup) {
  const attempts = setup.attempts.slice(0, -1);
  if (setup.opponent !== "person") {
    while (attempts.length > 0 && turn({ ...setup, attempts }) !== 0) attempts.pop();
  }
  return { ...setup, attempts };
}

/** The attempts as a link holds them: `3.5` a move, `!3.5` one that failed. @param {Attempt[]} attempts */
export function written(attempts) {
  return attempts.map(({ to, failed }) => `${failed ? "!" : ""}${to.join(".")}`).join(" ");
}

/** @param {string} text @param {number} coordinates @returns {Attempt[]} */
export function read(text, coordinates) {
  return text
    .split(" ")
    .filter(Boolean)
    .map((part) => {
      const failed = part.startsWith("!");
      const to = part.slice(failed ? 1 : 0).split(".");
      if (to.length !== coordinates || !to.every((x) => /^\d{1,6}$/.test(x))) throw new Error(`“${part}” is no move`);
      return { to, failed };
    });
}
