// The JSDoc types of the page's modules, checked by the TypeScript compiler.

import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** @param {string} tsc @param {string} crate */
export function checkTypes(tsc, crate) {
  const { status, stdout, error } = spawnSync(process.execPath, [tsc, "-p", join(crate, "jsconfig.json")], { encoding: "utf8" });
  if (error) throw error;
  if (status !== 0) throw new Error(stdout);
}
