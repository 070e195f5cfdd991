package dev.playloop.schemas.json;

import dev.playloop.schemas.topic.JsonSerde;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/// Writes the AsyncAPI 3 document of the topics, from the catalogue and the records, in one file.
/// What it says beyond those (purpose, key) stands here.
final class AsyncApi {
  private static final String WORLD = "{world}";

  private AsyncApi() {}

  private record Words(String key, String purpose) {}

  private static final Map<String, Words> WORDS =
      Map.ofEntries(
          Map.entry(
              "agents",
              new Words(
                  "agent", "the agents and how they are configured; a tombstone deletes one")),
          Map.entry(
              "triggers",
              new Words(
                  "agent, or none", "what agents should react to; a game server may publish here")),
          Map.entry("controls", new Words("agent", "a person's word on an agent")),
          Map.entry(
              "approvals",
              new Words(
                  "agent",
                  "what waits for people's words on each agent; a tombstone where nothing does")),
          Map.entry(
              "principals",
              new Words(
                  "key id",
                  "who may do what; one that is revoked stays, for what it signed before")),
          Map.entry(
              "halts",
              new Words(
                  "all, a world or an agent",
                  "what must not begin anything for now; a tombstone ends a halt")),
          Map.entry(
              "worlds",
              new Words(
                  "world, or world and the hash of a declaration",
                  "worlds that are data: each declaration for ever, and which one is in force")),
          Map.entry(
              "world-events",
              new Words(
                  "scene, or none", "what changed in a world; a game server may publish here")),
          Map.entry("views", new Words("agent", "the world as each agent sees it")),
          Map.entry(
              "view-needs",
              new Words("agent", "whose views are needed; a tombstone says that a run is over")),
          Map.entry(
              "actor-scenes",
              new Words("world/actor", "where actors are that have left their home scenes")),
          Map.entry("turns", new Words("agent", "LLM calls to make, with their whole prompt")),
          Map.entry("decisions", new Words("agent", "what came of each turn")),
          Map.entry(
              "actions.{world}",
              new Words("lane", "what agents do in a world; who may write here acts for them")),
          Map.entry("results", new Words("agent", "what came of each action")),
          Map.entry(
              "ledger.{world}",
              new Words(
                  "action",
                  "intents and outcomes of a world's actions, in their action's partition")),
          Map.entry(
              "journal",
              new Words(
                  "agent", "every input of an agent in the order it was folded, hash-chained")),
          Map.entry(
              "checkpoints",
              new Words(
                  "the one source that writes them",
                  "signed statements of where all journals ended")),
          Map.entry(
              "subject-keys",
              new Words(
                  "key id",
                  "wrapped keys of journal payloads; a tombstone drops a key and what it encrypts")),
          Map.entry(
              "sources",
              new Words(
                  "source",
                  "its partitions are what ingest processes own; nothing is written to it")),
          Map.entry("source-cursors", new Words("source", "how far each source has been read")),
          Map.entry(
              "dead-letters",
              new Words(
                  "original key",
                  "records that could not be handled: original bytes, cause in playloop.* headers")));

  static ObjectNode document() {
    ObjectNode document = Json.NODES.objectNode().put("asyncapi", "3.1.0");
    document
        .putObject("info")
        .put("title", "Playloop")
        .put("version", "1")
        .put(
            "description",
            "The topics of Playloop. Keys are the raw UTF-8 of the id, never JSON; values are JSON,"
                + " unknown fields are tolerated. Publish triggers and world-events from any client, as"
                + " they stand here or as CloudEvents in Kafka's binary or structured mode;"
                + " trace context travels in the headers traceparent and tracestate. The prefix"
                + " 'playloop.' and the number of partitions are settings.");
    document.put("defaultContentType", "application/json");
    ObjectNode channels = document.putObject("channels");
    ObjectNode operations = document.putObject("operations");
    ObjectNode messages = Json.NODES.objectNode();
    AsyncSchemas schemas = new AsyncSchemas();
    for (Topic<?, ?> topic : topics()) {
      String name = topic.name().substring(Topics.DEFAULT_PREFIX.length());
      channels.set(id(name), channel(topic, name));
      boolean open = name.equals("triggers") || name.equals("world-events");
      ObjectNode operation = operations.putObject((open ? "publish-" : "watch-") + id(name));
      operation.put("action", open ? "send" : "receive");
      operation.putObject("channel").put("$ref", "#/channels/" + id(name));
      messages.set(id(name), message(topic, name, schemas));
    }
    ObjectNode components = document.putObject("components");
    components.set("messages", messages);
    components.set("schemas", schemas.components());
    return document;
  }

  static List<Topic<?, ?>> topics() {
    return new Topics(Topics.DEFAULT_PREFIX, 12).all(List.of(WORLD));
  }

  static String id(String name) {
    return name.replace("." + WORLD, "");
  }

  private static ObjectNode channel(Topic<?, ?> topic, String name) {
    Words words = WORDS.get(name);
    if (words == null) {
      throw new AssertionError("say what topic " + name + " is for");
    }
    ObjectNode channel = Json.NODES.objectNode().put("address", topic.name());
    channel.put("description", words.purpose());
    if (name.contains(WORLD)) {
      channel.putObject("parameters").putObject("world").put("description", "the world's name");
    }
    channel
        .putObject("messages")
        .putObject(id(name))
        .put("$ref", "#/components/messages/" + id(name));
    ObjectNode kafka = channel.putObject("bindings").putObject("kafka");
    kafka.put("partitions", topic.partitions());
    ObjectNode config = kafka.putObject("topicConfiguration");
    List.of(topic.cleanup().policy().split(",")).forEach(config.putArray("cleanup.policy")::add);
    config.put("retention.ms", Long.parseLong(topic.config().get("retention.ms")));
    config.put("max.message.bytes", Integer.parseInt(topic.config().get("max.message.bytes")));
    kafka.put("bindingVersion", "0.5.0");
    channel.put("x-key", words.key());
    channel.put("x-max-record-bytes", topic.maxRecordBytes());
    return channel;
  }

  private static ObjectNode message(Topic<?, ?> topic, String name, AsyncSchemas schemas) {
    ObjectNode message = Json.NODES.objectNode();
    if (topic.value() instanceof JsonSerde<?> serde) {
      String schema = SchemaFiles.name(serde.type());
      message.put("name", schema).put("contentType", "application/json");
      message.putObject("payload").put("$ref", schemas.add(serde.type()));
    } else {
      message.put("name", "bytes").put("contentType", "application/octet-stream");
    }
    ObjectNode headers = AsyncHeaders.of(name);
    if (headers != null) {
      message.set("headers", headers);
    }
    message.putObject("bindings").putObject("kafka").putObject("key").put("type", "string");
    return message;
  }
}
