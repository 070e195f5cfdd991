package dev.playloop.worlds.chain.declare;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Poseidon;
import dev.playloop.worlds.chain.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A class as the Cairo compiler writes it (`*.sierra.json`), and as it is declared. Immutable.
public final class SierraClass {
  private static final String VERSION = "0.1.0";

  private final List<Felt> program;
  private final EntryPoints<Entry> entryPoints;
  private final String abi;
  private final Felt classHash;

  /// A function of the program that can be called.
  record Entry(Felt selector, int function) {}

  private SierraClass(
      List<Felt> program, EntryPoints<Entry> entryPoints, String abi, @Nullable Felt known) {
    this.program = program;
    this.entryPoints = entryPoints;
    this.abi = abi;
    this.classHash = known == null ? hash() : known;
  }

  /// Throws [InvalidValueException] that names the field.
  public static SierraClass read(byte[] json) {
    return read(json, null);
  }

  /// Of a class whose hash was found before, which takes a while: a node that computes another one
  /// does not take the class. Throws [InvalidValueException] that names the field.
  public static SierraClass known(byte[] json, Felt classHash) {
    return read(json, classHash);
  }

  private static SierraClass read(byte[] json, @Nullable Felt known) {
    JsonNode file = ClassFile.read("sierra", json);
    String version = file.path("contract_class_version").asString("");
    if (!version.equals(VERSION)) {
      throw new InvalidValueException("contract_class_version", VERSION, "'" + version + "'");
    }
    JsonNode entries = file.path("entry_points_by_type");
    JsonNode abi = file.path("abi");
    if (!abi.isArray()) {
      throw ClassFile.wrong("abi", "a list", abi);
    }
    return new SierraClass(
        ClassFile.list(file, "sierra_program", felt -> ClassFile.felt("sierra_program", felt)),
        EntryPoints.of(kind -> ClassFile.list(entries, kind, SierraClass::entry)),
        spaced(abi),
        known);
  }

  private static Entry entry(JsonNode entry) {
    return new Entry(
        ClassFile.felt("selector", entry.path("selector")),
        ClassFile.index("function_idx", entry.path("function_idx")));
  }

  /// The hash counts the ABI's text: this is how Python writes JSON, which all tools take over.
  private static String spaced(JsonNode json) {
    if (json.isObject()) {
      List<String> fields = new ArrayList<>();
      json.forEachEntry((name, value) -> fields.add(quoted(name) + ": " + spaced(value)));
      return "{" + String.join(", ", fields) + "}";
    }
    if (json.isArray()) {
      List<String> values = new ArrayList<>();
      json.forEach(value -> values.add(spaced(value)));
      return "[" + String.join(", ", values) + "]";
    }
    return json.toString();
  }

  private static String quoted(String name) {
    return Json.NODES.stringNode(name).toString();
  }

  private Felt hash() {
    List<Felt> words = new ArrayList<>();
    words.add(Felt.shortString("CONTRACT_CLASS_V" + VERSION));
    words.addAll(entryPoints.hashes(SierraClass::hash));
    words.add(Selector.of(abi));
    words.add(Poseidon.hash(program));
    return Poseidon.hash(words);
  }

  private static Felt hash(List<Entry> entries) {
    return Poseidon.hash(
        entries.stream()
            .flatMap(entry -> Stream.of(entry.selector(), Felt.of(entry.function())))
            .toList());
  }

  /// By what the chain knows it.
  public Felt classHash() {
    return classHash;
  }

  /// As a node takes it, which wants the ABI as a text.
  public ObjectNode json() {
    ObjectNode kinds = Json.NODES.objectNode();
    kinds.set("CONSTRUCTOR", json(entryPoints.constructors()));
    kinds.set("EXTERNAL", json(entryPoints.external()));
    kinds.set("L1_HANDLER", json(entryPoints.l1Handlers()));
    ArrayNode words = Json.NODES.arrayNode();
    program.forEach(word -> words.add(word.hex()));
    ObjectNode json = Json.NODES.objectNode();
    json.set("sierra_program", words);
    json.put("contract_class_version", VERSION);
    json.set("entry_points_by_type", kinds);
    return json.put("abi", abi);
  }

  private static ArrayNode json(List<Entry> entries) {
    ArrayNode all = Json.NODES.arrayNode();
    for (Entry entry : entries) {
      all.add(
          Json.NODES
              .objectNode()
              .put("selector", entry.selector().hex())
              .put("function_idx", entry.function()));
    }
    return all;
  }
}
