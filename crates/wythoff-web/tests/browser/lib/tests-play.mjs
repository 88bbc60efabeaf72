// Play: whole games won and lost, failing moves, passes, piles, undo, links.

import { assert, equal, onPage, parameters, settled } from "./setup.mjs";

const status = (page) => page.locator(".status").textContent();
const over = async (page) => (await page.locator(".status.over").count()) > 0;

/** Waits for the player's turn or the end. */
async function myTurn(page) {
  await page.waitForFunction(() => /Your turn|wins?!/.test(document.querySelector(".status").textContent));
}

/** Plays to the end, each move chosen by `pick` among the squares. */
async function playOut(page, pick) {
  for (let i = 0; i < 40 && !(await over(page)); i += 1) {
    const before = parameters(page).get("moves");
    await page.locator(pick).first().click();
    await page.waitForFunction((before) => new URLSearchParams(location.hash.split("?")[1]).get("moves") !== before, before);
    await myTurn(page);
  }
  return status(page);
}

async function winning(context) {
  await onPage(context, "#play?rules=wythoff&start=7,12", async (page) => {
    await page.getByRole("button", { name: "Hints" }).click();
    assert((await status(page)).includes("You can win in 7"), await status(page));
    const end = await playOut(page, ".square.best");
    assert(end.includes("You win!"), end);
    equal(parameters(page).get("moves").split(" ").length, 7, "moves of the game");
    await page.screenshot({ path: `${context.pictures}/play-won.png` });
  });
}

async function losing(context) {
  await onPage(context, "#play?rules=wythoff&start=3,5", async (page) => {
    const end = await playOut(page, ".square.legal");
    assert(end.includes("The computer wins!"), end);
  });
}

async function misere(context) {
  await onPage(context, "#play?rules=wythoff.misere&start=2,3&opponent=person", async (page) => {
    await page.locator('[data-at="0,1"]').or(page.locator('[data-at="2,0"]')).first().waitFor();
    const at = async (place) => {
      await page.locator(`.square.legal[data-at="${place}"]`).click();
      await settled(page);
    };
    await at("2,2");
    await at("0,0");
    // Who cannot move wins.
    assert((await status(page)).includes("Player 1 wins!"), await status(page));
  });
}

async function failingMoves(context) {
  await onPage(context, "#play?rules=wythoff&start=4,6&success=1/2&opponent=person", async (page) => {
    await page.locator(".square.legal").first().click();
    await settled(page);
    assert((await status(page)).includes("failed"), await status(page));
    assert((await page.locator(".log .failed").count()) === 1, "the failure is listed");
    const odds = await page.locator(".log li span").nth(1).textContent();
    assert(/\d+(\.\d+)? % → \d+(\.\d+)? %/.test(odds), odds);
    assert(parameters(page).get("moves").startsWith("!"), "the failure is in the link");
    assert((await page.locator(".chart .dot.failed").count()) === 1, "the failure is in the graph");
  }, { before: "Math.random = () => 0.99" });
}

async function passes(context) {
  await onPage(context, "#play?rules=wythoff.pass&start=1,2&opponent=person", async (page) => {
    await page.getByRole("button", { name: "Pass", exact: true }).click();
    await settled(page);
    equal(parameters(page).get("moves"), "1.2.0", "the pass");
    assert(await page.getByRole("button", { name: "Pass", exact: true }).isDisabled(), "one pass only");
  });
}

async function piles(context) {
  await onPage(context, "#play?rules=nim(3)&start=3,4,5&opponent=person", async (page) => {
    await page.getByLabel("Stones left in pile x").fill("1");
    await page.getByRole("button", { name: "Move to (1, 4, 5)" }).click();
    await settled(page);
    equal(parameters(page).get("moves"), "1.4.5", "the move");
    await page.getByLabel("Stones left in pile x").fill("0");
    await page.getByLabel("Stones left in pile y").fill("0");
    assert(await page.getByRole("button", { name: "is no move" }).isDisabled(), "two piles at once are no move of Nim");
    await page.screenshot({ path: `${context.pictures}/play-piles.png` });
  });
}

async function undoAndLink(context) {
  await onPage(context, "#play?rules=wythoff&start=9,11&opponent=random", async (page) => {
    await page.locator('.square.legal[data-at="9,9"]').click();
    await myTurn(page);
    const log = await page.locator(".log").textContent();
    const address = page.url();
    await onPage({ ...context, url: address }, "", async (copy) => {
      await myTurn(copy);
      equal(await copy.locator(".log").textContent(), log, "the moves after opening the link");
    }, { expectErrors: true });
    await page.getByRole("button", { name: "Undo" }).click();
    await settled(page);
    equal(parameters(page).get("moves"), null, "moves after undo");
    equal(await page.locator(".log li").count(), 0, "lines after undo");
  });
}

async function opponents(context) {
  await onPage(context, "#play", async (page) => {
    const chosen = await page.evaluate(async () => {
      const { choose } = await import("/js/game.js");
      const move = (name, outcome, remoteness) => ({ to: [name], outcome, remoteness });
      const winning = [move("a", "P", "4"), move("b", "P", "2"), move("c", "N", "9"), move("d", "P", "6")];
      const losing = [move("a", "N", "3"), move("b", "N", "7"), move("c", "N", "5")];
      const of = (opponent, moves) => choose(opponent, moves, () => 0.999).to[0];
      return [of("optimal", winning), of("delaying", winning), of("optimal", losing), of("delaying", losing), of("random", winning)];
    });
    equal(chosen, ["b", "d", "b", "b", "d"], "the moves chosen");
  });
}

export const tests = [
  ["play: win from an N-position", winning],
  ["play: lose from a P-position", losing],
  ["play: misère against a person", misere],
  ["play: moves that fail", failingMoves],
  ["play: pass", passes],
  ["play: piles", piles],
  ["play: undo, and a link restores the game", undoAndLink],
  ["play: how opponents choose", opponents],
];
