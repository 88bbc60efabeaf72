// Questions to the server. Every failure becomes a Problem with the server's own words.

/**
 * @typedef {{ kind: string, text: string }} Evidence
 * @typedef {{ success: string, exact: string | null, decimal: string | null,
 *   near_half: string | null, mean_duration: string | null, variance_duration: string | null,
 *   optimal_attempts: string }} WinProbability
 * @typedef {{ rules: string, convention: string, position: string[], terminal: boolean | null,
 *   outcome: string | null, remoteness: string | null, grundy: string | null,
 *   optimal_moves: string[][] | null, winning_moves: string[][] | null, moves_complete: boolean,
 *   win_probability?: WinProbability,
 *   evidence: { outcome: Evidence, remoteness: Evidence, grundy: Evidence,
 *     optimal_moves: Evidence, winning_moves: Evidence } }} Analysis
 * @typedef {{ name: string, kind: string, greatest: string | null, counts: string }} Coordinate
 * @typedef {{ rules: string, convention: string, coordinates: Coordinate[], symmetric: boolean,
 *   lines: string[] | null, position: string[] }} Explanation
 * @typedef {{ to: string[], outcome: string | null, remoteness: string | null }} Move
 * @typedef {{ rules: string, convention: string, position: string[], moves: Move[] }} MoveList
 * @typedef {{ rules: string, value: string, axes: string[], origin: string[],
 *   shape: [number, number], rows: (number | string)[][], evidence: Evidence }} Table
 * @typedef {{ order: string, positions: string[][], evidence: Evidence }} PositionList
 */

/** An answer that is none: what went wrong and what to do. */
export class Problem extends Error {
  /**
   * @param {number} status 0 when the server was not reached
   * @param {{ kind?: string, message?: string, at?: [number, number] | null, help?: string | null }} body
   */
  constructor(status, body) {
    super(body.message ?? "the server gave no reason");
    this.status = status;
    this.kind = body.kind ?? "internal";
    this.at = body.at ?? null;
    this.help = body.help ?? undefined;
  }
}

/**
 * The address of a question; empty parameters are left out.
 * @param {string} path
 * @param {Record<string, string | undefined>} parameters
 */
export function address(path, parameters) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== "") query.set(name, value);
  }
  return `/api/${path}?${query}`;
}

/**
 * @param {string} url
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
export async function fetched(url, signal) {
  let response;
  try {
    response = await fetch(url, { signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Problem(0, { kind: "connection", message: "the server cannot be reached", help: "is “wythoff serve” still running?" });
  }
  if (response.ok) return response;
  const body = await response.json().catch(() => ({ error: { message: `the server answered ${response.status}` } }));
  throw new Problem(response.status, body.error ?? {});
}

/**
 * @param {string} path
 * @param {Record<string, string | undefined>} parameters
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
async function ask(path, parameters, signal) {
  return (await fetched(address(path, parameters), signal)).json();
}

/**
 * @param {string} rules @param {string[]} position @param {string} [success] @param {AbortSignal} [signal]
 * @returns {Promise<Analysis>}
 */
export function analyze(rules, position, success, signal) {
  return ask("analyze", { rules, position: position.join(","), success }, signal);
}

/** @param {string} rules @param {AbortSignal} [signal] @returns {Promise<Explanation>} */
export function explain(rules, signal) {
  return ask("explain", { rules }, signal);
}

/** @param {string} rules @param {string[]} position @param {AbortSignal} [signal] @returns {Promise<MoveList>} */
export function moves(rules, position, signal) {
  return ask("moves", { rules, position: position.join(",") }, signal);
}

/**
 * @param {Record<string, string | undefined>} parameters
 * @returns {Promise<Table>}
 */
export function table(parameters) {
  return ask("table", parameters);
}

/**
 * @param {Record<string, string | undefined>} parameters
 * @returns {Promise<PositionList>}
 */
export function positions(parameters) {
  return ask("positions", parameters);
}
