// The square in a browser, drawn by the engine's own client. It comes in as one who watches: there is
// no player of its own, and it sends nothing.

import "@pixi/unsafe-eval"; // the page may not make code of texts, so shaders are set without that
import {BaseTexture, SCALE_MODES} from "@pixi/core";
import {Presets, Spritesheet, entryPoint} from "@rpgjs/client";
import {io} from "socket.io-client";
import {FIGURES, FRAME, THINGS, THING} from "../looks.mjs";
import {Words} from "./words.mjs";

BaseTexture.defaultOptions.scaleMode = SCALE_MODES.NEAREST;

const news = document.getElementById("news");
const words = new Words(document.getElementById("words"), Number(new URLSearchParams(location.search).get("stay")));
let left = false; // whether the game was there and is gone
let square; // the scene, once it is drawn

function sheet(id, options) {
  class Sheet {}
  Spritesheet({id, image: `/${id}.png`, ...options})(Sheet);
  return Sheet;
}

const walking = {...Presets.RMSpritesheet(3, 4), width: 3 * FRAME.width, height: 4 * FRAME.height};
const standing = {width: THING.width, height: THING.height, framesWidth: 1, framesHeight: 1,
  textures: {stand: {animations: () => [[{time: 0, frameX: 0, frameY: 0}]]}}};

/** The whole square, as large as the window lets it be. */
function fit() {
  const {viewport, widthPx, heightPx} = square;
  const room = Math.min(viewport.screenWidth / widthPx, viewport.screenHeight / heightPx);
  viewport.plugins.remove("clamp");
  viewport.setZoom(room < 1 ? room : Math.floor(room * 2) / 2);
  viewport.moveCenter(widthPx / 2, heightPx / 2);
}

/** Whoever was turned away does not come again by himself. */
function again(socket) {
  if (!socket.active) {
    setTimeout(() => socket.connect(), 2_000);
  }
}

const client = entryPoint([{client: {
  spritesheets: [sheet("tiles", {}), ...Object.keys(FIGURES).map((id) => sheet(id, walking)),
    ...Object.keys(THINGS).map((id) => sheet(id, standing))],
  scenes: {map: {
    onAfterLoading: (scene) => {
      square = scene;
      fit();
    },
    onAddSprite: (_, {logic}) => words.came(logic),
    onRemoveSprite: (_, {id}) => words.left(id),
    onDraw: (scene) => square === scene && words.place((id) => scene.getSprite(id), scene.viewport),
  }},
  engine: {
    onStart: ({renderer}) => {
      renderer.transitionMode = 0; // it does not fade in
    },
    onWindowResize: () => square && fit(),
    onConnected: (_, socket) => {
      if (left) {
        location.reload(); // it may be another game by now
        return;
      }
      news.textContent = "";
      socket.on("said", ({by, text}) => words.said(by, text));
      socket.on("felt", ({by, feeling}) => words.felt(by, feeling));
    },
    onDisconnect: (_, reason, socket) => {
      left = true;
      news.textContent = "The village is gone; waiting for it …";
      again(socket);
    },
    onConnectError: (_, {message}, socket) => {
      news.textContent = message === "full" ? "Too many are watching; waiting …" : "Waiting for the village …";
      again(socket);
    },
  },
}}], {
  io: () => io("/watch", {transports: ["websocket"], reconnectionDelayMax: 2_000}),
  canvas: {backgroundColor: 0x22301f, antialias: false},
  maxFps: 30, // it draws all of it anew each time, on many machines without a graphics card
});
client.start();
