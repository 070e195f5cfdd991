// What the CloudEvents SDK for JavaScript writes to Kafka of the events at the first argument.
import fs from "node:fs";
import {CloudEvent, Kafka} from "cloudevents";

const messages = JSON.parse(fs.readFileSync(process.argv[2], "utf8")).flatMap((each) => {
  const event = new CloudEvent(each);
  return [Kafka.binary(event), Kafka.structured(event)];
});
console.log(JSON.stringify(messages.map(({key, headers, value}) => ({
  key, headers, value: Buffer.isBuffer(value) ? value.toString() : typeof value === "string" ? value : JSON.stringify(value),
}))));
