package dev.playloop.benchmarks.world;

import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.json.RawJson;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.SchemaTool;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolDeclaration;
import dev.playloop.schemas.tool.ToolSpec;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// How long a thread takes to check the arguments of a declared tool, text in and verdict out:
/// `ArgumentsSpeed [checks]`. Each check is measured alone, by the thread's own CPU time.
final class ArgumentsSpeed {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int BYTES = 60_000;

  /// What a person would declare.
  private static final String TOOL =
      """
      {"type":"object","required":["order","item","route"],"$defs":{"place":{"type":"object",
       "properties":{"x":{"type":"integer"},"y":{"type":"integer"}},"required":["x","y"]}},
       "properties":{"order":{"type":"string","maxLength":66,"pattern":"^0x[0-9a-f]{1,64}$"},
       "item":{"type":"string","enum":["food","wood","ore"]},
       "price":{"type":"string","maxLength":50,"pattern":"^[0-9]{1,40}(\\\\.[0-9]{1,9})?$"},
       "route":{"type":"array","maxItems":5000,"items":{"$ref":"#/$defs/place"}}}}\
      """;

  /// A pattern about as large as one may be, held against as long a text as one may be.
  private static final String PATTERNS =
      """
      {"type":"object","properties":{"all":{"type":"array","items":{"type":"string",
       "maxLength":300,"pattern":"(?:a?){160}b"}}}}\
      """;

  private ArgumentsSpeed() {}

  public static void main(String[] args) {
    int checks = args.length > 0 ? Integer.parseInt(args[0]) : 10_000;
    System.out.printf("%-44s %9s %9s %9s %9s%n", "µs of CPU", "bytes", "p50", "p99", "most");
    ToolSpec<SchemaTool> tool = declared(TOOL);
    measure("a call that fits", tool, call(3, "food"), checks);
    measure("a call whose choice is misspelt", tool, call(3, "fodo"), checks);
    measure("a call of 60 KB that fits", tool, call(BYTES / 15, "food"), checks / 10);
    measure("a name looked for among 200", declared(names()), misspelt(), checks);
    measure("60 KB of texts, each by the largest pattern", declared(PATTERNS), texts(), 50);
    measure("one text by the largest pattern", declared(PATTERNS), text(), checks / 10);
  }

  private static void measure(
      String what, ToolSpec<SchemaTool> tool, String arguments, int checks) {
    for (int i = 0; i < checks; i++) {
      check(tool, arguments);
    }
    long[] nanos = new long[checks];
    for (int i = 0; i < checks; i++) {
      long before = THREADS.getCurrentThreadCpuTime();
      check(tool, arguments);
      nanos[i] = THREADS.getCurrentThreadCpuTime() - before;
    }
    Arrays.sort(nanos);
    System.out.printf(
        Locale.ROOT,
        "%-44s %9d %9.1f %9.1f %9.1f%n",
        what,
        arguments.length(),
        nanos[checks / 2] / 1e3,
        nanos[checks * 99 / 100] / 1e3,
        nanos[checks - 1] / 1e3);
  }

  private static void check(ToolSpec<SchemaTool> tool, String arguments) {
    ToolCall.Check check = tool.check(arguments);
    if (check instanceof ToolCall.Invalid invalid && invalid.field().equals("arguments")) {
      throw new IllegalStateException(invalid.message());
    }
  }

  private static ToolSpec<SchemaTool> declared(String schema) {
    return ToolSpec.of(
        new ToolDeclaration("send_goods", "Send goods.", new RawJson(schema)),
        SchemaTool.Declaration.of(Effect.WRITE));
  }

  private static String call(int places, String item) {
    ObjectNode call =
        Json.NODES
            .objectNode()
            .put("order", "0x" + "7f".repeat(32))
            .put("item", item)
            .put("price", "1234.5");
    ArrayNode route = call.putArray("route");
    for (int i = 0; i < places; i++) {
      route.addObject().put("x", i % 10).put("y", -i % 10);
    }
    return call.toString();
  }

  private static String names() {
    ObjectNode schema = Json.NODES.objectNode().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    for (int i = 0; i < 200; i++) {
      properties.putObject("the_name_of_a_field_" + i).put("type", "integer");
    }
    return schema.toString();
  }

  private static String misspelt() {
    return Json.NODES.objectNode().put("teh_nmae_of_a_feild_77", 1).toString();
  }

  private static String texts() {
    ObjectNode call = Json.NODES.objectNode();
    ArrayNode all = call.putArray("all");
    for (int i = 0; i < BYTES / 300; i++) {
      all.add("a".repeat(299) + "b");
    }
    return call.toString();
  }

  private static String text() {
    ObjectNode call = Json.NODES.objectNode();
    call.putArray("all").add("a".repeat(299) + "c");
    return call.toString();
  }
}
