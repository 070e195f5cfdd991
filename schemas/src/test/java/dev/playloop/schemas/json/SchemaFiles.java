package dev.playloop.schemas.json;

import dev.playloop.schemas.config.Expectations;
import dev.playloop.schemas.config.ScriptedAnswer;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.topic.JsonSerde;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.schemas.world.WorldDeclaration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/// The JSON Schemas that lie in `schemas/`: one for each type of record on a topic, and one for
/// each file that people write.
final class SchemaFiles {
  private SchemaFiles() {}

  static Map<String, ObjectNode> all() {
    Map<String, ObjectNode> all = new TreeMap<>();
    for (Topic<?, ?> topic : new Topics("", 4).all(List.of("society"))) {
      if (topic.value() instanceof JsonSerde<?> serde) {
        all.put(name(serde.type()), ofRecord(serde.type()));
      }
    }
    for (Class<?> inner :
        List.of(
            dev.playloop.schemas.view.AgentNews.class,
            dev.playloop.schemas.view.Panel.class,
            dev.playloop.schemas.view.Progress.class,
            dev.playloop.schemas.journal.JournalEntry.Envelope.class,
            dev.playloop.schemas.journal.Checkpoint.Body.class)) {
      all.put(name(inner), ofRecord(inner));
    }
    all.put("agents.yaml", agents());
    all.put(
        "world.yaml", RecordSchemas.document("world.yaml", WorldDeclaration.class, true, Map.of()));
    all.put(
        "people.yaml", RecordSchemas.listDocument("people.yaml", ScriptedAnswer.class, Map.of()));
    all.put("triggers.jsonl", triggerLine());
    all.put(
        "expect.yaml",
        RecordSchemas.document(
            "expect.yaml",
            Expectations.class,
            true,
            Map.of(Expectations.ToolStep.class, toolStep())));
    return all;
  }

  static ObjectNode of(String name) {
    return Objects.requireNonNull(all().get(name), name);
  }

  /// The schema of a record as topics carry it.
  static ObjectNode ofRecord(Class<?> type) {
    return RecordSchemas.document(name(type), type, false, Map.of());
  }

  static String name(Class<?> type) {
    String outer =
        type.getEnclosingClass() == null ? "" : type.getEnclosingClass().getSimpleName() + "-";
    return (outer + type.getSimpleName())
        .replaceAll("(?<=[a-z])(?=[A-Z])", "-")
        .toLowerCase(Locale.ROOT);
  }

  /// [AgentConfig]s, the name of a file in place of a strategy, and templates, which may lack what
  /// an agent must have, as may those who are like one.
  private static ObjectNode agents() {
    ObjectNode document = RecordSchemas.listDocument("agents.yaml", AgentConfig.class, Map.of());
    ObjectNode types = (ObjectNode) document.get("$defs");
    ObjectNode instructions = (ObjectNode) types.get("AgentConfig.Instructions");
    ((ObjectNode) instructions.get("properties"))
        .putObject("strategyFile")
        .put("type", "string")
        .put("maxLength", 200)
        .put("description", "instead of strategy: a text file in the same folder, such as soul.md");
    ObjectNode parts = instructions.deepCopy();
    parts.remove("required");
    types.set("Template.Instructions", parts);
    ObjectNode template = (ObjectNode) types.get("AgentConfig").deepCopy();
    template.remove("required");
    ObjectNode fields = (ObjectNode) template.get("properties");
    for (String field : List.of("template", "like")) {
      fields.putObject(field).put("type", "string").put("minLength", 1).put("maxLength", 64);
      template.withArray("anyOf").addObject().putArray("required").add(field);
    }
    ((ObjectNode) fields.get("template")).put("description", "of this name, and no agent");
    ((ObjectNode) fields.get("like")).put("description", "the template that has what is left out");
    ((ObjectNode) fields.get("instructions")).put("$ref", "#/$defs/Template.Instructions");
    types.set("Template", template);
    ObjectNode items = document.putObject("items");
    items.putArray("anyOf").addObject().put("$ref", "#/$defs/AgentConfig");
    items.withArray("anyOf").addObject().put("$ref", "#/$defs/Template");
    return document;
  }

  /// One line of the file: a trigger, and [After] as text.
  private static ObjectNode triggerLine() {
    ObjectNode document = RecordSchemas.document("triggers.jsonl", Trigger.class, true, Map.of());
    ObjectNode properties = (ObjectNode) document.get("$defs").get("Trigger").get("properties");
    properties
        .putObject("after")
        .put("type", "string")
        .put(
            "description",
            "publish once this trigger has closed, or this long after the line before (PT5S)");
    return document;
  }

  private static ObjectNode toolStep() {
    String statuses =
        Arrays.stream(Status.values())
            .map(s -> s.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining("|"));
    ObjectNode call =
        Json.NODES
            .objectNode()
            .put("type", "string")
            .put("pattern", "^\\s*\\S+\\s+(" + statuses + ")\\s*$");
    ObjectNode step = Json.NODES.objectNode();
    ObjectNode anyOrder = Json.NODES.objectNode().put("type", "object");
    anyOrder
        .putObject("properties")
        .putObject("anyOrder")
        .put("type", "array")
        .put("minItems", 1)
        .set("items", call);
    anyOrder.putArray("required").add("anyOrder");
    anyOrder.put("additionalProperties", false);
    step.putArray("oneOf").add(call).add(anyOrder);
    return step;
  }
}
