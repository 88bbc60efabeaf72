// The page in a real browser: `node run.mjs PATH_OF_WYTHOFF`, or with WYTHOFF set.
// Types are checked, then every test of lib/tests-*.mjs is run against a server of its own. Pictures of
// the page are kept in target/browser-screenshots. What it prints last is how many passed and failed.

import { mkdirSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { packages } from "./lib/packages.mjs";
import { startBrowser, startServer } from "./lib/setup.mjs";
import { checkTypes } from "./lib/types.mjs";
import * as explore from "./lib/tests-explore.mjs";
import * as play from "./lib/tests-play.mjs";
import * as whole from "./lib/tests-whole.mjs";

const program = process.argv[2] ?? process.env.WYTHOFF;
if (!program) {
  console.error("usage: node run.mjs PATH_OF_WYTHOFF [WORDS OF A TEST'S NAME]");
  process.exit(2);
}
const only = process.argv[3];
// This folder may be linked to from elsewhere.
const crate = resolve(dirname(realpathSync(fileURLToPath(import.meta.url))), "../..");
const pictures = resolve(crate, "../../target/browser-screenshots");
mkdirSync(pictures, { recursive: true });

const modules = packages(crate);
const server = await startServer(resolve(program));
const browser = await startBrowser(modules.playwright);
const context = { browser, url: server.url, pictures, axe: modules.axe, crate };
const tests = [["types of the page", () => checkTypes(modules.tsc, crate)]];
for (const { tests: list } of [explore, play, whole]) tests.push(...list);

let failed = 0;
let passed = 0;
for (const [name, test] of tests) {
  if (only && !name.includes(only)) continue;
  const begun = performance.now();
  try {
    await test(context);
    passed += 1;
    console.log(`ok      ${name} (${Math.round(performance.now() - begun)} ms)`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n${error.stack ?? error}`);
  }
}
await browser.close();
server.stop();
console.log(`pictures: ${pictures}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
