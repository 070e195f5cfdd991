// The types of what a game sends, as plain source in the clients' languages, by quicktype: file names and texts.
import fs from "node:fs";
import yaml from "js-yaml";
import {InputData, JSONSchemaInput, quicktypeMultiFile} from "quicktype-core";

const OPTIONS = {
  typescript: {"just-types": "true", "prefer-unions": "true"},
  java: {"just-types": "true", "package": "dev.playloop.client.types", "array-type": "list"},
  python: {"just-types": "true", "python-version": "3.7"},
  csharp: {"just-types": "true", "namespace": "Playloop.Types", "array-type": "list"},
};
const FILES = {typescript: "events.d.ts", python: "events.py", csharp: "Events.cs"};

const {schemas} = yaml.load(fs.readFileSync(process.argv[2], "utf8")).components;
const properties = Object.fromEntries(
  process.argv.slice(3).map((name) => [name[0].toLowerCase() + name.slice(1), {$ref: "#/components/schemas/" + name}]));
const whole = {$schema: "http://json-schema.org/draft-06/schema#", type: "object", properties, components: {schemas}};
const sources = {};
for (const [lang, rendererOptions] of Object.entries(OPTIONS)) {
  const schema = new JSONSchemaInput(undefined);
  await schema.addSource({name: "Events", schema: JSON.stringify(whole)});
  const inputData = new InputData();
  inputData.addInput(schema);
  const outputFilename = FILES[lang] ?? "Events.java";
  const files = await quicktypeMultiFile({inputData, lang, rendererOptions, outputFilename});
  for (const [name, {lines}] of files) {
    sources[lang + "/" + name] = lines.join("\n");
  }
}
console.log(JSON.stringify(sources));
