// A server, a browser, and pages that tell what went wrong in them.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** `wythoff serve` on a free port. @param {string} program */
export async function startServer(program) {
  const child = spawn(program, ["serve", "--port", "0", "--json"], { stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (data) => {
      text += data;
      if (text.includes("\n")) resolve(JSON.parse(text).url);
    });
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { url, stop: () => child.kill() };
}

/** Chromium without anything that would use a network. */
export async function startBrowser({ chromium }) {
  const folder = mkdtempSync(join(tmpdir(), "wythoff-browser-"));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    headless: true,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--disk-cache-dir=${folder}`,
    ],
  });
  browser.on("disconnected", () => rmSync(folder, { recursive: true, force: true }));
  return browser;
}

/**
 * A page that fails the test when its console shows an error or it asks another server; closed at the end.
 * @param {{ browser: any, url: string }} context
 * @param {string} hash
 * @param {(page: any) => Promise<void>} test
 * @param {Record<string, unknown>} [options]
 */
export async function onPage({ browser, url }, hash, test, options = {}) {
  const { before, expectErrors, ...settings } = options;
  const session = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: "light", acceptDownloads: true, ...settings });
  const page = await session.newPage();
  const problems = [];
  page.on("console", (message) => {
    // A refused question is an answer of the API, not a mistake of the page.
    const refused = /status of 4(00|13|29)/.test(message.text());
    // These tests read the canvas back, which the page itself never does.
    const ours = message.text().includes("getImageData");
    if (["error", "warning"].includes(message.type()) && !refused && !ours) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.stack ?? String(error)));
  page.on("request", (request) => {
    const to = request.url();
    if (!to.startsWith(url) && !/^(blob|data):/.test(to)) problems.push(`asked ${to}`);
  });
  try {
    if (before) await page.addInitScript(before);
    await page.goto(`${url}${hash}`);
    await settled(page);
    await test(page);
    if (!expectErrors && problems.length > 0) throw new Error(`the page had problems:\n${problems.join("\n")}`);
  } finally {
    await session.close();
  }
}

/** Waits until nothing is fetched any more and what came is drawn. */
export async function settled(page) {
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** @param {unknown} condition @param {string} message */
export function assert(condition, message) {
  if (!condition) throw new Error(message);
}

export function equal(found, expected, what) {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: found ${a}, expected ${b}`);
}

/** The parameters after # of a page's address. */
export function parameters(page) {
  return new URLSearchParams(new URL(page.url()).hash.split("?")[1] ?? "");
}

/** The colour of a board's canvas at CSS pixels from its upper left corner. */
export function pixel(page, x, y, board = 0) {
  return page.evaluate(([x, y, board]) => {
    const canvas = document.querySelectorAll("canvas.board-canvas")[board];
    const ratio = canvas.width / canvas.getBoundingClientRect().width;
    const [r, g, b] = canvas.getContext("2d").getImageData(x * ratio, y * ratio, 1, 1).data;
    return [r, g, b];
  }, [x, y, board]);
}
