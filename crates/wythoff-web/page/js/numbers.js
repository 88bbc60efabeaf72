// Whole numbers of any size: read as people write them, shown so that they fit.

/** Digits that a coordinate on the page may have. */
const MOST_DIGITS = 1000;

/**
 * A whole number from 0 written like 1_000_000, 10^100, 3*10^99 + 7, 2^64-1 or 1e30.
 * @param {string} text
 * @returns {bigint}
 */
export function parseNumber(text) {
  const plain = text.replace(/[\s_]/g, "").replace(/−/g, "-").replace(/[·×]/g, "*");
  if (!/^\d/.test(plain)) throw new Error(`“${text.trim()}” is no whole number from 0`);
  let sum = 0n;
  for (const [, sign, term] of plain.matchAll(/(^|[+-])([^+-]*)/g)) {
    const value = term.split("*").map(power).reduce((a, b) => within(a * b), 1n);
    sum = sign === "-" ? sum - value : sum + value;
  }
  if (sum < 0n) throw new Error(`“${text.trim()}” is below 0`);
  return within(sum);
}

/** @param {string} text @returns {bigint} */
function power(text) {
  const match = /^(\d+)(?:\^(\d+)|[eE](\d+))?$/.exec(text);
  if (!match) throw new Error(`“${text}” is no whole number`);
  const [, base, exponent, tens] = match;
  if (base.length > MOST_DIGITS) throw tooLong();
  if (tens !== undefined) return BigInt(base) * raise(10n, tens);
  return exponent === undefined ? BigInt(base) : raise(BigInt(base), exponent);
}

/** @param {bigint} base @param {string} exponent @returns {bigint} */
function raise(base, exponent) {
  if (base < 2n) return exponent === "0" ? 1n : base;
  const digits = base.toString().length - 1 || 0.3;
  if (exponent.length > 5 || Number(exponent) * digits > MOST_DIGITS) throw tooLong();
  return within(base ** BigInt(exponent));
}

/** @param {bigint} n */
function within(n) {
  if (n.toString().replace("-", "").length > MOST_DIGITS) throw tooLong();
  return n;
}

function tooLong() {
  return new Error(`numbers on this page have at most ${MOST_DIGITS} digits`);
}

/**
 * A number, its middle left out when it is long.
 * @param {bigint | string} number
 * @param {number} [most] characters
 */
export function short(number, most = 14) {
  const text = String(number);
  if (text.length <= most) return text;
  const power = /^1(0+)$/.exec(text);
  if (power) return `10^${power[1].length}`;
  const ends = Math.max(2, Math.floor((most - 1) / 2));
  return `${text.slice(0, ends)}…${text.slice(-ends)}`;
}

/**
 * How a coordinate is best written in a link: powers of ten stay short.
 * @param {bigint} number
 */
export function compact(number) {
  const text = String(number);
  const zeros = /^1(0{9,})(\d{0,8})$/.exec(text);
  if (!zeros || zeros[1].length + zeros[2].length < 12) return text;
  const rest = zeros[2].replace(/^0+/, "");
  const exponent = text.length - 1;
  return rest ? `10^${exponent}+${rest}` : `10^${exponent}`;
}

/**
 * A position in brackets.
 * @param {(bigint | string)[]} at
 */
export function place(at) {
  return `(${at.map((x) => short(x, at.length > 3 ? 10 : 18)).join(", ")})`;
}

/**
 * A probability written as a fraction or decimal, as a double for drawing; null when it is none.
 * @param {string} text
 */
export function probability(text) {
  const match = /^\s*(\d+(?:\.\d+)?)(?:\s*\/\s*(\d+))?\s*$/.exec(text);
  if (!match) return null;
  const p = Number(match[1]) / Number(match[2] ?? 1);
  return p > 0 && p <= 1 ? p : null;
}
