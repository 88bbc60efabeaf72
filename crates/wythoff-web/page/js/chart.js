// The winning probability over a game, as a line.

import { s } from "./dom.js";

/**
 * @param {{ chance: number, failed: boolean }[]} points the player's chance after each attempt
 * @returns {SVGElement}
 */
export function chanceChart(points) {
  const [width, height, left, right, top, bottom] = [340, 150, 40, 10, 10, 24];
  const [inner, tall] = [width - left - right, height - top - bottom];
  const steps = Math.max(1, points.length - 1);
  const x = (/** @type {number} */ i) => left + (inner * i) / steps;
  const y = (/** @type {number} */ chance) => top + tall * (1 - chance);
  const line = points.map(({ chance }, i) => `${x(i).toFixed(1)},${y(chance).toFixed(1)}`).join(" ");
  const last = points.at(-1);
  const label = last ? `Your winning probability after ${points.length - 1} attempts: ${percent(last.chance)}` : "No attempt yet";
  const chart = s("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
  chart.append(
    s("line", { class: "half", x1: left, x2: width - right, y1: y(0.5), y2: y(0.5) }),
    s("path", { class: "axis", d: `M${left} ${top} V${top + tall} H${width - right}` }),
  );
  for (const [chance, text] of /** @type {const} */ ([[1, "1"], [0.5, "½"], [0, "0"]])) {
    chart.append(s("text", { x: left - 8, y: y(chance) + 4, "text-anchor": "end" }, text));
  }
  chart.append(
    s("text", { x: left, y: height - 6 }, "0"),
    s("text", { x: width - right, y: height - 6, "text-anchor": "end" }, `${points.length - 1} attempts`),
    s("polyline", { class: "line", points: line }),
  );
  points.forEach(({ chance, failed }, i) => {
    chart.append(s("circle", { class: failed ? "dot failed" : "dot", cx: x(i).toFixed(1), cy: y(chance).toFixed(1), r: 3.5 }));
  });
  return chart;
}

/** A probability for people. @param {number} chance */
export function percent(chance) {
  const shown = (100 * chance).toFixed(1);
  return `${shown === "100.0" && chance < 1 ? "> 99.9" : shown.replace(/\.0$/, "")} %`;
}
