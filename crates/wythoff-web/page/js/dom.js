// Small helpers for the document: making elements, finding them, saying things to screen readers.

/** @typedef {string | number | Node | null | undefined | false} Child */

/**
 * An element with attributes, properties (`onclick`, `value`, …) and children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  decorate(element, attributes);
  append(element, children);
  return element;
}

/**
 * The same for SVG.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  decorate(element, attributes);
  append(element, children);
  return element;
}

/** @param {Element} element @param {Record<string, unknown>} attributes */
function decorate(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on") && typeof value === "function") {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/** @param {Element} element @param {Child[]} children */
function append(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/** @param {Element} element @param {...Child} children */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

/**
 * An element that the page is known to hold.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element ${id}`);
  return element;
}

/**
 * Says something to those who hear the page.
 * @param {string} text
 */
export function say(text) {
  byId("live").textContent = text;
}

/**
 * Shows a mistake where nobody can miss it. Mistakes of the program are reported, not swallowed.
 * @param {string} message
 * @param {string} [help]
 */
export function report(message, help) {
  const list = byId("problems");
  const shown = `${message}${help ? ` — ${help}` : ""}`;
  if (list.lastElementChild?.firstElementChild?.textContent === shown) return;
  const item = h("div", { class: "problem", role: "alert" });
  item.append(
    h("p", {}, shown),
    h("button", { type: "button", class: "quiet", onclick: () => item.remove() }, "Dismiss"),
  );
  list.append(item);
  while (list.childElementCount > 3) list.firstElementChild?.remove();
}

/** Takes all shown mistakes away. */
export function clearReports() {
  byId("problems").replaceChildren();
}

/**
 * Calls `action` once, `delay` milliseconds after the last of many calls.
 * @template {unknown[]} A
 * @param {number} delay
 * @param {(...args: A) => void} action
 */
export function settled(delay, action) {
  /** @type {number | undefined} */
  let timer;
  return (/** @type {A} */ ...args) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => action(...args), delay);
  };
}
