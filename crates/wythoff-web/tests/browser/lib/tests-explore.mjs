// Explore: loading, moving, far places, unknown cells, comparison, links, downloads, keys.

import { readFile } from "node:fs/promises";
import { assert, equal, onPage, parameters, pixel, settled } from "./setup.mjs";

/** Where the cells of a board begin on its canvas. */
const [LEFT, TOP] = [44, 24];
const ORANGE = [224, 101, 15];
const VIOLET = [122, 31, 209];

/** The place on the canvas, near its upper left corner, of a cell of a board whose first cell is (0, 0). */
const inCell = (x, y, scale) => [LEFT + x * scale + scale * 0.18, TOP + y * scale + scale * 0.18];

async function firstView(context) {
  await onPage(context, "", async (page) => {
    equal(await page.title(), "Explore · Wythoff", "title");
    equal(await pixel(page, ...inCell(1, 2, 34)), ORANGE, "colour of the P-position (1, 2)");
    assert(String(await pixel(page, ...inCell(2, 2, 34))) !== String(ORANGE), "(2, 2) is no P-position");
    const times = await page.evaluate(() => {
      const last = Math.max(...performance.getEntriesByType("resource").map((entry) => entry.responseEnd));
      return { last: Math.round(last), files: performance.getEntriesByType("resource").length };
    });
    console.log(`        first view: everything received after ${times.last} ms, ${times.files} files`);
  });
}

async function panAndZoom(context) {
  await onPage(context, "#explore?rules=wythoff&value=outcome&zoom=1", async (page) => {
    await page.evaluate(() => {
      window.longTasks = [];
      new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map((entry) => Math.round(entry.duration)))).observe({ type: "longtask" });
      window.frames_ = [];
      const tick = (now) => {
        window.frames_.push(now);
        requestAnimationFrame(tick);
      };
      requestAnimationFrame(tick);
    });
    await page.mouse.move(900, 700);
    await page.mouse.down();
    for (let i = 0; i < 60; i += 1) {
      await page.mouse.move(900 - 10 * i, 700 - 7 * i);
      await page.waitForTimeout(8);
    }
    await page.mouse.up();
    await settled(page);
    const { longest, frames } = await page.evaluate(() => {
      const gaps = window.frames_.slice(1).map((now, i) => now - window.frames_[i]).sort((a, b) => a - b);
      return { longest: Math.max(0, ...window.longTasks), frames: { median: gaps[gaps.length >> 1], p95: gaps[Math.floor(gaps.length * 0.95)], number: gaps.length } };
    });
    console.log(`        panning: ${frames.number} frames, median ${frames.median.toFixed(1)} ms, 95 % below ${frames.p95.toFixed(1)} ms, longest task ${longest} ms`);
    assert(longest <= 200, `a task of ${longest} ms while panning`);
    await page.waitForTimeout(400);
    const [x, y] = parameters(page).get("at").split(",").map(Number);
    assert(x > 400 && y > 300, `panned to ${x}, ${y}`);
    // Every cell seen is drawn: the ground of the page shows nowhere.
    const empty = await page.evaluate(() => {
      const canvas = document.querySelector("canvas.board-canvas");
      const data = canvas.getContext("2d").getImageData(60, 40, canvas.width - 80, canvas.height - 60).data;
      let count = 0;
      for (let i = 0; i < data.length; i += 4) if (data[i] === 251 && data[i + 1] === 250 && data[i + 2] === 248) count += 1;
      return count;
    });
    equal(empty, 0, "pixels without a tile");
    await page.mouse.move(600, 500);
    for (let i = 0; i < 20; i += 1) await page.mouse.wheel(0, -100);
    await page.waitForTimeout(400);
    assert(Number(parameters(page).get("zoom")) > 20, `zoomed to ${parameters(page).get("zoom")}`);
    await page.getByRole("button", { name: "Back to the origin" }).click();
    await page.waitForTimeout(400);
    equal(parameters(page).get("at"), "0,0", "after going home");
  });
}

async function jump(context) {
  await onPage(context, "#explore?rules=wythoff&value=remoteness", async (page) => {
    await page.getByLabel("Go to").fill("10^100, 10^100 + 3");
    await page.keyboard.press("Enter");
    await page.waitForTimeout(300);
    await settled(page);
    const facts = page.locator(".facts");
    await facts.waitFor();
    const text = await facts.textContent();
    assert(/Remoteness\s*7/.test(text), `facts at 10^100: ${text}`);
    assert(/not known/.test(text), "the Grundy value there is not known");
    await page.waitForTimeout(400);
    equal(parameters(page).get("cell"), "10^100,10^100+3", "the chosen cell in the address");
    await page.screenshot({ path: `${context.pictures}/explore-far.png` });
  });
}

async function unknownCells(context) {
  await onPage(context, "#explore?rules=wythoff&value=grundy&at=10^100,10^100", async (page) => {
    const note = page.locator(".note");
    await note.waitFor({ state: "visible" });
    assert((await note.textContent()).startsWith("Not known here: "), await note.textContent());
    const colours = new Set();
    for (let i = 0; i < 12; i += 1) colours.add(String(await pixel(page, 200 + i, 300)));
    assert(colours.size > 1, "unknown cells are hatched");
    await page.screenshot({ path: `${context.pictures}/explore-unknown.png` });
  });
}

async function hoverAndSelect(context) {
  await onPage(context, "#explore?rules=wythoff&value=remoteness&zoom=30", async (page) => {
    const [x, y] = inCell(7, 12, 30);
    const box = await page.locator("canvas.board-canvas").boundingBox();
    await page.mouse.move(box.x + x, box.y + y);
    await page.waitForTimeout(300);
    await settled(page);
    const text = await page.locator(".facts").textContent();
    assert(text.includes("(7, 12)") && /Remoteness\s*7/.test(text), `facts when pointed at: ${text}`);
    assert(text.includes("(7, 4)"), "the optimal move");
    assert(text.includes("Theorem 3.4"), "the evidence");
    await page.mouse.click(box.x + x, box.y + y);
    await settled(page);
    await page.waitForTimeout(400);
    equal(parameters(page).get("cell"), "7,12", "the chosen cell in the address");
    // The ray to (7, 4) passes through the middle of (7, 8).
    const ray = await pixel(page, LEFT + 7.5 * 30, TOP + 8.9 * 30);
    equal(ray, [11, 122, 75], "the colour of the ray");
  });
}

async function wrongRules(context) {
  await onPage(context, "#explore?rules=wythoff", async (page) => {
    const rules = page.getByLabel("Rules");
    await rules.fill("wyt(2,3) + nimm(1)");
    await rules.press("Enter");
    const error = page.locator(".bar .error");
    await page.waitForFunction(() => document.querySelector(".bar .error").textContent !== "");
    assert((await error.textContent()).includes("nimm"), await error.textContent());
    equal(await rules.getAttribute("aria-invalid"), "true", "the field is marked");
    await rules.fill("euclid");
    await rules.press("Enter");
    await settled(page);
    equal(await error.textContent(), "", "the error goes away");
  });
}

async function comparison(context) {
  const hash = "#explore?rules=wythoff.pass&value=outcome&zoom=24&versus=wythoff %2B nim(1)";
  await onPage(context, hash, async (page) => {
    equal(await page.locator("canvas.board-canvas").count(), 2, "boards");
    await page.waitForTimeout(200);
    const frame = (x, y, board) => pixel(page, LEFT + x * 24 + 1, TOP + y * 24 + 12, board);
    // (0, 0) is P with the pass, and N with the stone; both agree on (8, 8).
    equal(await frame(0, 0, 0), VIOLET, "the frame of (0, 0), left");
    equal(await frame(0, 0, 1), VIOLET, "the frame of (0, 0), right");
    assert(String(await frame(8, 8, 0)) !== String(VIOLET), "(8, 8) does not differ");
    await page.screenshot({ path: `${context.pictures}/explore-compare.png` });
    await page.getByRole("button", { name: "Compare" }).click();
    await settled(page);
    equal(await page.locator("canvas.board-canvas").count(), 1, "boards after the comparison");
  });
}

async function links(context) {
  const hash = "#explore?rules=wyt(2,3)&value=win&success=2/3&at=100,120&zoom=28&cell=112,131";
  await onPage(context, hash, async (page) => {
    await page.waitForTimeout(500);
    const found = Object.fromEntries(parameters(page));
    equal(found, { rules: "wyt(2,3)", value: "win", success: "2/3", at: "100,120", zoom: "28", cell: "112,131" }, "the address");
    assert((await page.locator(".facts").textContent()).includes("Next player wins"), "the winning probability is told");
    const picture = await page.locator("canvas.board-canvas").screenshot();
    const address = page.url();
    await onPage({ ...context, url: address }, "", async (again) => {
      await again.waitForTimeout(500);
      const copy = await again.locator("canvas.board-canvas").screenshot();
      assert(picture.equals(copy), "the link shows the same picture");
    }, { expectErrors: true });
  });
}

async function downloading(context) {
  await onPage(context, "#explore?rules=wythoff&value=grundy&zoom=34", async (page) => {
    const fetchFile = async (name) => {
      await page.getByText("Download", { exact: true }).click();
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
      return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
    };
    const csv = await fetchFile("CSV table");
    equal(csv.name, "wythoff-grundy.csv", "name");
    const rows = csv.bytes.toString().split("\n");
    assert(rows[0].startsWith("x\\y,0,1,2,"), rows[0]);
    assert(rows[2].startsWith("1,1,2,0,4,5,3"), rows[2]);
    const svg = await fetchFile("SVG drawing");
    assert(/^<svg[\s\S]*<\/svg>\n$/.test(svg.bytes.toString()), "an SVG");
    const parsed = await page.evaluate((text) => new DOMParser().parseFromString(text, "image/svg+xml").querySelector("parsererror") === null, svg.bytes.toString());
    assert(parsed, "the SVG is well formed");
    const tikz = await fetchFile("TikZ for LaTeX");
    assert(tikz.bytes.toString().includes("\\begin{tikzpicture}"), "a TikZ picture");
    const pdf = await fetchFile("PDF drawing");
    assert(pdf.bytes.subarray(0, 5).toString() === "%PDF-", "a PDF");
    const png = await fetchFile("PNG picture");
    equal([...png.bytes.subarray(1, 4)], [0x50, 0x4e, 0x47], "a PNG");
  });
}

async function keys(context) {
  await onPage(context, "#explore?rules=wythoff&value=grundy&zoom=34", async (page) => {
    await page.locator("canvas.board-canvas").focus();
    await page.keyboard.press("Home");
    for (const key of ["ArrowRight", "ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
    equal(await page.locator("#live").textContent(), "1, 2: 0", "what is said of the cell");
    await page.keyboard.press("Enter");
    await page.waitForTimeout(500);
    await settled(page);
    equal(parameters(page).get("cell"), "1,2", "chosen by Enter");
    await page.keyboard.press("+");
    await page.keyboard.press("-");
    for (let i = 0; i < 60; i += 1) await page.keyboard.press("ArrowRight");
    await page.waitForTimeout(400);
    assert(Number(parameters(page).get("at").split(",")[0]) > 10, "the board follows the cursor");
  });
}

async function touch(context) {
  await onPage(context, "#explore?rules=wythoff&value=outcome&zoom=30", async (page) => {
    const box = await page.locator("canvas.board-canvas").boundingBox();
    await page.touchscreen.tap(box.x + LEFT + 45, box.y + TOP + 75);
    await page.waitForTimeout(500);
    equal(parameters(page).get("cell"), "1,2", "chosen by a tap");
  }, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
}

export const tests = [
  ["explore: first view", firstView],
  ["explore: pan and zoom", panAndZoom],
  ["explore: jump to 10^100", jump],
  ["explore: unknown cells are hatched", unknownCells],
  ["explore: point and choose", hoverAndSelect],
  ["explore: a mistake in the rules", wrongRules],
  ["explore: two games side by side", comparison],
  ["explore: a link restores the view", links],
  ["explore: downloads", downloading],
  ["explore: keyboard", keys],
  ["explore: touch", touch],
];
