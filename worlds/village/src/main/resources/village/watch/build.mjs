// Makes the page: plain files in `built/`, which is there when it is whole.

import {copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync} from "node:fs";
import {fileURLToPath} from "node:url";
import {build} from "esbuild";
import {FIGURES, THINGS, figureSheet} from "./looks.mjs";
import {encoded} from "./png.mjs";

process.chdir(fileURLToPath(new URL(".", import.meta.url)));
const MAKING = "making";
// what the engine's client names and this page has no use for: windows by React, reading maps from disk
const LEFT_OUT = /^(fs|path)$|^\.\/React\.js$/;
for (const old of [MAKING, "built"]) {
  rmSync(old, {recursive: true, force: true});
}
mkdirSync(MAKING);
await build({
  entryPoints: {main: "page/main.mjs"},
  outdir: MAKING,
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "eof",
  logLevel: "warning",
  define: {global: "globalThis", "process.env.NODE_ENV": "\"production\"",
    __VUE_OPTIONS_API__: "true", __VUE_PROD_DEVTOOLS__: "false", __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false"},
  plugins: [{name: "nothing", setup: leaveOut}],
});
copyFileSync("page/index.html", `${MAKING}/index.html`);
copyFileSync("page/style.css", `${MAKING}/style.css`);
copyFileSync("../game/map/tiles.png", `${MAKING}/tiles.png`);
for (const [name, looks] of Object.entries(FIGURES)) {
  writeFileSync(`${MAKING}/${name}.png`, encoded(figureSheet(looks)));
}
for (const [name, draw] of Object.entries(THINGS)) {
  writeFileSync(`${MAKING}/${name}.png`, encoded(draw()));
}
renameSync(MAKING, "built");

function leaveOut(building) {
  building.onResolve({filter: LEFT_OUT}, ({path}) => ({path, namespace: "nothing"}));
  building.onLoad({filter: /^/, namespace: "nothing"}, () => ({contents: "export default {}"}));
}
