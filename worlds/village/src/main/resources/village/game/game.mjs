// The village: a game of RPGJS whose NPCs are played by agents. It fetches what they do, and tells
// what happens. GAME_URL, GAME_TOKEN and GAME_STORE say where and as whom; GAME_PORT, GAME_IDLE_MS
// and GAME_PAGE may be left out. Ends with its standard input.

import {createServer} from "node:http";
import {Attention} from "./lib/attention.mjs";
import {Door} from "./lib/door.mjs";
import {Lanes} from "./lib/lanes.mjs";
import {Orders} from "./lib/orders.mjs";
import {Page} from "./lib/page.mjs";
import {People} from "./lib/people.mjs";
import {Pull} from "./lib/pull.mjs";
import {Seen} from "./lib/seen.mjs";
import {endWithStarter, gameSettings} from "./lib/settings.mjs";
import {Skills} from "./lib/skills.mjs";
import {Square} from "./lib/square.mjs";
import {Store} from "./lib/store.mjs";
import {Talk} from "./lib/talk.mjs";
import {Teller} from "./lib/teller.mjs";
import {Watch} from "./lib/watch.mjs";
import {Watchers} from "./lib/watchers.mjs";

console.log = console.error; // the engine speaks there; what stands on standard output is ours

try {
  await main();
} catch (problem) {
  const why = `the village: ${problem.message}`;
  console.error(why);
  process.stdout.write(`${why}\n`); // another one may write to the same log
  process.exit(1);
}

async function main() {
  const settings = gameSettings(process.env);
  const page = settings.page === undefined ? undefined : new Page(settings.page);
  endWithStarter();
  // The engine rejects where nobody listens, as when a player leaves in the midst of coming in. Its
  // own server goes on then, too.
  process.on("unhandledRejection", (problem) => console.error("the engine:", problem));

  const store = new Store(settings.folder);
  const teller = new Teller({...settings, onProblem: (problem) =>
    console.error("events:", JSON.stringify(problem))});
  const people = new People(store);
  const lanes = new Lanes();
  const attention = new Attention();
  const watchers = page === undefined ? undefined : new Watchers();

  const door = new Door(people, (person, said) => talk.hear(person, said));
  const server = createServer((request, response) => {
    if (!page?.serve(request, response)) {
      seen.serve(request, response);
    }
  });
  server.requestTimeout = 10_000;
  server.headersTimeout = 5_000;
  server.maxConnections = 512;
  const io = door.open(server);
  watchers?.open(io);
  const square = await Square.open({
    io,
    personOf: (socket) => door.personOf(socket),
    placeOf: (npc) => store.place(npc),
    hooks: {
      came: (player) => came(player),
      left: (id) => left(id),
      acted: (npc, player) => talk.touched(npc, player),
      announced: (name, message) => watchers?.tell(name, message),
    },
  });
  const seen = new Seen({square, store});
  const watch = new Watch({square, store, teller, lanes, attention, idleMs: settings.idleMs});
  const talk = new Talk({square, store, teller, attention, watch});
  const skills = new Skills({square, store, teller, attention, watch});
  const orders = new Orders({skills, store, lanes, attention});

  function came({id}) {
    store.came(id);
    teller.there(square.player(id));
  }

  function left(id) {
    store.left(id);
    watch.forget(id);
    teller.gone(id);
  }

  // whoever was here when the game ended is not any more, and nobody has said so
  store.present().forEach(left);
  [square.place, ...square.entities()].forEach((entity) => teller.there(entity));
  watch.start();
  watchers?.start(square);

  await new Promise((resolve, reject) => {
    server.once("error", reject).listen(settings.port, "127.0.0.1", resolve);
  });
  process.stdout.write(`village at http://127.0.0.1:${server.address().port}\n`);
  await new Pull({...settings, url: settings.actionsUrl, orders}).run();
}
