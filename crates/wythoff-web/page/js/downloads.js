// The view as a file: PNG as it is seen; SVG, PDF, TikZ and CSV from the exact values of the cells seen.

import { Problem, address, fetched, table } from "./api.js";
import { h, report, say } from "./dom.js";

/**
 * @typedef {{ boards: import("./board.js").Board[], names: string[], slices: string[], value: string,
 *   origin: [bigint, bigint], shape: [number, number] }} Seen
 */

/**
 * A menu of downloads.
 * @param {() => Seen} seen
 */
export function downloads(seen) {
  /** @type {[string, (seen: Seen) => Promise<[string, Blob]>][]} */
  const kinds = [
    ["PNG picture", png],
    ["SVG drawing", (what) => drawing(what, "svg")],
    ["PDF drawing", (what) => drawing(what, "pdf")],
    ["TikZ for LaTeX", (what) => drawing(what, "tikz")],
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
  return table({ rules: seen.names[i], value: seen.value, slice: seen.slices[i], ...place(seen, i) });
}

/** Where the cells seen of a game are. @param {Seen} seen @param {number} i which game */
function place(seen, i) {
  const [columns, rows] = seen.shape;
  const one = seen.slices[i].split("*").length === 2;
  return { origin: one ? `${seen.origin[0]}` : seen.origin.join(","), size: one ? `${columns}x1` : `${columns}x${rows}` };
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
 * The cells seen as the command line draws them.
 * @param {Seen} seen @param {"svg" | "pdf" | "tikz"} format
 * @returns {Promise<[string, Blob]>}
 */
async function drawing(seen, format) {
  const [rules, other] = seen.names;
  const [slice, other_slice] = seen.slices;
  // On light ground, whatever the page looks like: drawings go into papers.
  const url = address("picture", { rules, slice, other, other_slice, value: seen.value, ...place(seen, 0), format });
  return [fileName(seen, format), await (await fetched(url)).blob()];
}
