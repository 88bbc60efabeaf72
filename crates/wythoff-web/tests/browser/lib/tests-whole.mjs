// The whole page: accessible, light and dark, narrow and wide, numbers, and mistakes shown.

import { assert, equal, onPage, settled } from "./setup.mjs";

const PAGES = [
  ["explore", "#explore?rules=wythoff&value=grundy&cell=7,12"],
  ["explore-compare", "#explore?rules=wythoff.pass&value=outcome&versus=wythoff %2B nim(1)"],
  ["explore-out", "#explore?rules=wythoff&value=outcome&zoom=1"],
  ["play", "#play?rules=wythoff&start=9,11&success=4/5"],
  ["play-piles", "#play?rules=nim(3)&start=3,4,5"],
  ["learn-remoteness", "#learn?page=remoteness"],
  ["learn-lines", "#learn?page=lines"],
  ["learn-pass", "#learn?page=pass"],
  ["learn-terminal", "#learn?page=terminal"],
];

async function accessible(context) {
  for (const colorScheme of ["light", "dark"]) {
    for (const width of [360, 1440]) {
      for (const [name, hash] of PAGES) {
        const look = { colorScheme, viewport: { width, height: width === 360 ? 740 : 900 } };
        await onPage(context, hash, async (page) => {
          await page.evaluate(context.axe);
          const violations = await page.evaluate(async () => {
            const { violations } = await window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] });
            return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ""}`).join(" | ")}`);
          });
          equal(violations, [], `${name}, ${colorScheme}, ${width} pixels`);
          await fits(page, `${name}, ${width} pixels`);
          await page.screenshot({ path: `${context.pictures}/${name}-${colorScheme}-${width}.png` });
        }, look);
      }
    }
  }
}

/** Nothing sticks out at the side. */
async function fits(page, what) {
  const { seen, room } = await page.evaluate(() => ({ seen: document.documentElement.scrollWidth, room: window.innerWidth }));
  assert(seen <= room, `${what}: ${seen} pixels wide in ${room}`);
}

async function longWords(context) {
  for (const width of [360, 1440, 3840]) {
    for (const [name, hash] of PAGES) {
      await onPage(context, hash, async (page) => {
        await page.evaluate(() => {
          for (const element of document.querySelectorAll("button, label, .top nav a, h2, .hint, option, summary, .contents a")) {
            for (const node of element.childNodes) {
              const text = node.nodeType === 3 ? node.textContent.trim() : "";
              if (text.length > 2) node.textContent = `${text}swahrscheinlichkeit `;
            }
          }
        });
        await fits(page, `${name} with long words, ${width} pixels`);
        if (width === 3840) await page.screenshot({ path: `${context.pictures}/${name}-4k.png` });
      }, { viewport: { width, height: width === 3840 ? 2160 : 800 } });
    }
  }
}

async function mistakesAreShown(context) {
  await onPage(context, "", async (page) => {
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error("made on purpose");
      });
      Promise.reject(new Error("refused on purpose"));
    });
    await page.waitForTimeout(200);
    const shown = await page.locator("#problems").textContent();
    assert(shown.includes("made on purpose") && shown.includes("refused on purpose"), `shown: ${shown}`);
    await page.getByRole("button", { name: "Dismiss" }).first().click();
    equal(await page.locator(".problem").count(), 1, "problems left");
  }, { expectErrors: true });
}

async function navigation(context) {
  await onPage(context, "", async (page) => {
    for (const name of ["Play", "Learn", "Explore"]) {
      await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name }).click();
      await settled(page);
      equal(await page.title(), `${name} · Wythoff`, "title");
    }
    await page.getByRole("button", { name: "Switch between light and dark" }).click();
    equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark", "theme");
    await page.reload();
    await settled(page);
    equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark", "theme after another visit");
  });
}

async function numbers(context) {
  await onPage(context, "", async (page) => {
    const results = await page.evaluate(async () => {
      const { compact, parseNumber, probability, short } = await import("/js/numbers.js");
      const read = (text) => {
        try {
          return String(parseNumber(text));
        } catch {
          return "error";
        }
      };
      return {
        read: ["1_000", "10^3+7", "3*10^2", "2^64-1", "1e5", "0", "-1", "", "x", "10^10^9", "10^2000", "1.5"].map(read),
        there: [10n ** 100n + 3n, 10n ** 100n, 12345n, 10n ** 18n - 1n].map((n) => parseNumber(compact(n)) === n),
        compact: compact(10n ** 100n + 3n),
        short: short(10n ** 40n + 7n, 9),
        probability: [probability("4/5"), probability("0.25"), probability("2"), probability("0"), probability("x")],
      };
    });
    equal(results, {
      read: ["1000", "1007", "300", "18446744073709551615", "100000", "0", "error", "error", "error", "error", "error", "error"],
      there: [true, true, true, true],
      compact: "10^100+3",
      short: "1000…0007",
      probability: [0.8, 0.25, null, null, null],
    }, "numbers");
  });
}

export const tests = [
  ["numbers as people write them", numbers],
  ["navigation and theme", navigation],
  ["mistakes of the page are shown", mistakesAreShown],
  ["long words fit, 360 pixels to 4K", longWords],
  ["accessible: no violation, light and dark", accessible],
];
