// The view as a file: PNG as it is seen; SVG, TikZ and CSV from the exact values of the cells seen.

import { Problem, table } from "./api.js";
import { h, report, say } from "./dom.js";
import { short } from "./numbers.js";

/**
 * @typedef {{ boards: import("./board.js").Board[], names: string[], slices: string[], value: string,
 *   title: string, origin: [bigint, bigint], shape: [number, number] }} Seen
 * @typedef {import("./api.js").Table} Table
 */

/** Cells of a drawing at most: more make files that few programs open. */
const MOST_DRAWN = 40_000;

/**
 * A menu of downloads.
 * @param {() => Seen} seen
 */
export function downloads(seen) {
  /** @type {[string, (seen: Seen) => Promise<[string, Blob]>][]} */
  const kinds = [
    ["PNG picture", png],
    ["SVG drawing", (what) => drawing(what, "svg", svg)],
    ["TikZ for LaTeX", (what) => drawing(what, "tikz", tikz)],
    ["CSV table", csv],
  ];
  const menu = h("details", { class: "menu" });
  const list = h("div", {});
  for (const [name, make] of kinds) {
    const button = h("button", { type: "button", class: "quiet" }, name);
    button.addEventListener("click", async () => {
      menu.open = false;
      try {
        save(...(await make(seen())));
        say(`${name} saved`);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        report(error.message, error.help);
      }
    });
    list.append(button);
  }
  menu.append(h("summary", {}, "Download"), list);
  menu.addEventListener("keydown", (event) => {
    if (event.key === "Escape") menu.open = false;
  });
  return menu;
}

/** @param {string} name @param {Blob} blob */
function save(name, blob) {
  const url = URL.createObjectURL(blob);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** @param {Seen} seen @param {string} ending */
function fileName({ names, value }, ending) {
  const plain = `${names.join("-versus-")}-${value}`.replace(/[^a-z0-9]+/gi, "-").replace(/^-|-$/g, "");
  return `${plain}.${ending}`;
}

/** @param {Seen} seen @returns {Promise<[string, Blob]>} */
async function png(seen) {
  const pictures = seen.boards.map(({ canvas }) => canvas);
  const width = pictures.reduce((sum, { width }) => sum + width, 0);
  const canvas = h("canvas", { width, height: Math.max(...pictures.map(({ height }) => height)) });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  let x = 0;
  for (const picture of pictures) {
    context.drawImage(picture, x, 0);
    x += picture.width;
  }
  /** @type {Blob | null} */
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Problem(0, { message: "this browser cannot make the picture" });
  return [fileName(seen, "png"), blob];
}

/** The exact values of the cells seen. @param {Seen} seen @param {number} i which game @param {number} most */
async function values(seen, i, most) {
  const [columns, rows] = seen.shape;
  if (columns * rows > most) {
    throw new Problem(413, { message: `${columns} × ${rows} cells are seen, at most ${most} fit into this file`, help: "zoom in first" });
  }
  const one = seen.slices[i].split("*").length === 2;
  return table({
    rules: seen.names[i],
    value: seen.value,
    slice: seen.slices[i],
    origin: one ? `${seen.origin[0]}` : seen.origin.join(","),
    size: one ? `${columns}x1` : `${columns}x${rows}`,
  });
}

/** @param {Seen} seen @returns {Promise<[string, Blob]>} */
async function csv(seen) {
  const parts = [];
  for (let i = 0; i < seen.names.length; i += 1) {
    const { axes, origin, rows, value } = await values(seen, i, 250_000);
    const label = (/** @type {number} */ k, /** @type {number} */ n) => String(BigInt(origin[k]) + BigInt(n));
    const head = axes.length > 1 ? [`${axes[0]}\\${axes[1]}`, ...rows[0].map((_, n) => label(1, n))] : [axes[0], value];
    const lines = rows.map((row, n) => [label(0, n), ...row].join(","));
    parts.push([head.join(","), ...lines].join("\n"));
  }
  return [fileName(seen, "csv"), new Blob([`${parts.join("\n\n")}\n`], { type: "text/csv" })];
}

/**
 * @param {Seen} seen @param {string} ending @param {(seen: Seen, tables: Table[]) => string} write
 * @returns {Promise<[string, Blob]>}
 */
async function drawing(seen, ending, write) {
  const tables = [];
  for (let i = 0; i < seen.names.length; i += 1) tables.push(await values(seen, i, MOST_DRAWN));
  const type = ending === "svg" ? "image/svg+xml" : "text/plain";
  return [fileName(seen, ending), new Blob([write(seen, tables)], { type })];
}

/** Whether a cell is a P-position, for its colour. @param {Seen} seen @param {number} i @param {Table} table @param {number} x @param {number} y */
function isMarked(seen, i, { rows }, x, y) {
  const scheme = seen.boards[i].scheme;
  if (rows[x][y] === "P") return true;
  if (!scheme || typeof rows[x][y] !== "number") return false;
  return scheme.value !== "outcome" && scheme.isP(Number(rows[x][y]) - Number(scheme.low));
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

/** @param {Seen} seen @param {Table[]} tables */
function svg(seen, tables) {
  const size = 28;
  const [columns, rows] = seen.shape;
  const labelled = columns * rows <= 4000;
  const [left, top] = [64, 56];
  const panel = left + columns * size + 16;
  const height = top + rows * size + 12;
  const out = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${panel * tables.length} ${height}" font-family="sans-serif" text-anchor="middle">`,
    `<title>${escaped(`${seen.title}: ${seen.names.join(" and ")}`)}</title>`,
  ];
  tables.forEach((table, i) => {
    const other = tables[1 - i];
    out.push(`<g transform="translate(${panel * i + left} ${top})">`);
    out.push(`<text x="${(columns * size) / 2}" y="-34" font-size="15">${escaped(`${seen.names[i]}: ${seen.title}`)}</text>`);
    for (let x = 0; x < columns; x += 1) out.push(`<text x="${x * size + size / 2}" y="-8" font-size="10">${short(seen.origin[0] + BigInt(x), 5)}</text>`);
    for (let y = 0; y < rows; y += 1) out.push(`<text x="-8" y="${y * size + size / 2 + 4}" font-size="10" text-anchor="end">${short(seen.origin[1] + BigInt(y), 9)}</text>`);
    for (let x = 0; x < columns; x += 1) {
      for (let y = 0; y < rows; y += 1) {
        const marked = isMarked(seen, i, table, x, y);
        const differs = other && String(other.rows[x][y]) !== String(table.rows[x][y]);
        const fill = marked ? "#f29b55" : "#edf1f7";
        out.push(`<rect x="${x * size}" y="${y * size}" width="${size}" height="${size}" fill="${fill}" stroke="${differs ? "#7a1fd1" : "#c9d1dc"}" stroke-width="${differs ? 3 : 1}"/>`);
        if (labelled) {
          const text = short(String(table.rows[x][y]), 7);
          out.push(`<text x="${x * size + size / 2}" y="${y * size + size / 2 + 4}" font-size="${text.length > 3 ? 8 : 12}">${escaped(text)}</text>`);
        }
      }
    }
    out.push("</g>");
  });
  out.push("</svg>");
  return `${out.join("\n")}\n`;
}

/** @param {Seen} seen @param {Table[]} tables */
function tikz(seen, tables) {
  const [columns, rows] = seen.shape;
  const plain = (/** @type {string} */ text) => text.replace(/[\\{}$&#^_%~]/g, (sign) => (sign === "\\" ? "/" : `\\${sign}${"^~".includes(sign) ? "{}" : ""}`)).replace(/</g, "$<$").replace(/>/g, "$>$");
  const out = [
    "\\documentclass[tikz,border=4pt]{standalone}",
    "\\definecolor{ppos}{HTML}{F29B55}",
    "\\definecolor{differs}{HTML}{7A1FD1}",
    "\\begin{document}",
    "\\begin{tikzpicture}[x=6mm,y=-6mm,font=\\footnotesize]",
  ];
  tables.forEach((table, i) => {
    const other = tables[1 - i];
    out.push(`\\begin{scope}[xshift=${i * (columns + 3) * 6}mm]`);
    out.push(`\\node at (${columns / 2},-1.6) {\\texttt{${plain(seen.names[i])}}: ${plain(seen.title)}};`);
    for (let x = 0; x < columns; x += 1) out.push(`\\node at (${x + 0.5},-0.5) {\\tiny ${short(seen.origin[0] + BigInt(x), 5)}};`);
    for (let y = 0; y < rows; y += 1) out.push(`\\node[left] at (0,${y + 0.5}) {\\tiny ${short(seen.origin[1] + BigInt(y), 9)}};`);
    for (let x = 0; x < columns; x += 1) {
      for (let y = 0; y < rows; y += 1) {
        if (isMarked(seen, i, table, x, y)) out.push(`\\fill[ppos] (${x},${y}) rectangle ++(1,1);`);
        if (columns * rows <= 4000) out.push(`\\node at (${x + 0.5},${y + 0.5}) {${plain(short(String(table.rows[x][y]), 7)).replace("…", "\\dots{}")}};`);
      }
    }
    out.push(`\\draw[black!30] (0,0) grid (${columns},${rows});`);
    for (let x = 0; other && x < columns; x += 1) {
      for (let y = 0; y < rows; y += 1) {
        if (String(other.rows[x][y]) !== String(table.rows[x][y])) out.push(`\\draw[differs,very thick] (${x},${y}) rectangle ++(1,1);`);
      }
    }
    out.push("\\end{scope}");
  });
  out.push("\\end{tikzpicture}", "\\end{document}");
  return `${out.join("\n").replace(/…/g, "\\dots{}")}\n`;
}
