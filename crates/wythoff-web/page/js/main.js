// Which page is shown: the part of the address after # says it. Mistakes anywhere are reported.

import { byId, clearReports, report } from "./dom.js";
import { isDark } from "./colours.js";
import { explore } from "./explore.js";
import { play } from "./play.js";
import { learn } from "./learn.js";

/**
 * @typedef {{ destroy(): void, repaint(): void, navigate?(parameters: URLSearchParams): boolean }} Page
 * @type {Record<string, (host: HTMLElement, parameters: URLSearchParams) => Page>}
 */
const PAGES = { explore, play, learn };

/** @type {Page | null} */
let page = null;
let shown = "";

window.addEventListener("error", (event) => report(`A mistake in this page: ${event.message}`));
window.addEventListener("unhandledrejection", (event) => {
  const reason = event.reason;
  if (reason?.name === "AbortError") return;
  report(`A mistake in this page: ${reason?.message ?? reason}`, reason?.help);
});

/** Reads the address and shows its page. */
function navigate() {
  const [name, query = ""] = location.hash.slice(1).split("?");
  if (name === "main") {
    byId("main").focus();
    return;
  }
  const chosen = name in PAGES ? name : "explore";
  const parameters = new URLSearchParams(query);
  if (chosen === shown && page?.navigate?.(parameters)) return;
  clearReports();
  page?.destroy();
  const host = byId("main");
  host.replaceChildren();
  window.scrollTo(0, 0);
  shown = chosen;
  document.title = `${{ explore: "Explore", play: "Play", learn: "Learn" }[chosen]} · Wythoff`;
  for (const link of document.querySelectorAll("[data-page]")) {
    if (link.getAttribute("data-page") === chosen) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  page = PAGES[chosen](host, parameters);
}

/** @param {boolean} dark */
function setTheme(dark) {
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  page?.repaint();
}

/** A choice kept for the next visit, where the browser lets a page keep anything. @param {string} [chosen] */
function keptTheme(chosen) {
  try {
    if (chosen) localStorage.setItem("theme", chosen);
    return localStorage.getItem("theme");
  } catch {
    return null;
  }
}

const kept = keptTheme();
setTheme(kept ? kept === "dark" : isDark());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (event) => {
  if (!keptTheme()) setTheme(event.matches);
});
byId("theme").addEventListener("click", () => {
  const dark = !isDark();
  keptTheme(dark ? "dark" : "light");
  setTheme(dark);
});
window.addEventListener("hashchange", navigate);
navigate();
