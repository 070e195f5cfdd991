// Reads the AsyncAPI document at the first argument as its users do, and prints what is wrong with it.
import fs from "node:fs";
import {Parser} from "@asyncapi/parser";

const {document, diagnostics} = await new Parser().parse(fs.readFileSync(process.argv[2], "utf8"));
console.log(JSON.stringify({
  version: document?.version() ?? null,
  channels: document?.channels().all().map((channel) => channel.address()) ?? [],
  payloads: document?.messages().all().map((message) => message.payload()?.title() ?? null) ?? [],
  wrong: diagnostics.map((each) => ({severity: each.severity, code: each.code, message: each.message, path: each.path.join(".")})),
}));
