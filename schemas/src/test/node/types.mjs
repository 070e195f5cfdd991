// The types that quicktype makes of the AsyncAPI document's schemas, as source in each language. It is
// given no name but that of the whole: those of the types it finds in the document.
import fs from "node:fs";
import yaml from "js-yaml";
import {InputData, JSONSchemaInput, quicktype} from "quicktype-core";

const {schemas} = yaml.load(fs.readFileSync(process.argv[2], "utf8")).components;
const properties = Object.fromEntries(
  Object.keys(schemas).map((name) => ["a" + name, {$ref: "#/components/schemas/" + name}]));
const whole = {$schema: "http://json-schema.org/draft-06/schema#", type: "object", properties, components: {schemas}};
const sources = {};
for (const lang of process.argv.slice(3)) {
  const schema = new JSONSchemaInput(undefined);
  await schema.addSource({name: "Whole", schema: JSON.stringify(whole)});
  const inputData = new InputData();
  inputData.addInput(schema);
  const {lines} = await quicktype({inputData, lang});
  sources[lang] = lines.join("\n");
}
console.log(JSON.stringify(sources));
