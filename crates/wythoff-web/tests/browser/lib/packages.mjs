// The packages of package-lock.json: found beside this folder, or installed below target.

import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

/** @param {string} crate */
export function packages(crate) {
  const own = join(crate, "tests/browser");
  let require = createRequire(import.meta.url);
  if (!found(require)) {
    const folder = resolve(crate, "../../target/browser-packages");
    if (!existsSync(join(folder, "node_modules/playwright-core"))) install(own, folder);
    require = createRequire(join(folder, "package.json"));
  }
  return {
    playwright: require("playwright-core"),
    axe: require("axe-core").source,
    tsc: require.resolve("typescript/bin/tsc"),
  };
}

function found(require) {
  return ["playwright-core", "axe-core", "typescript"].every((name) => {
    try {
      require.resolve(name);
      return true;
    } catch {
      return false;
    }
  });
}

function install(from, folder) {
  mkdirSync(folder, { recursive: true });
  for (const file of ["package.json", "package-lock.json"]) copyFileSync(join(from, file), join(folder, file));
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder, stdio: "inherit" });
}
