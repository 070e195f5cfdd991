package dev.playloop.schemas.json;

import dev.playloop.schemas.InvalidValueException;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/// JSON in and out. What comes from elsewhere is read through an [Edge]; of the mappers, [#LOG]
/// writes strictly and reads tolerantly (unknown fields are kept out, never an error), for records
/// on topics. [#CONFIG] refuses unknown and duplicate fields, for files and tool arguments.
/// Thread-safe.
public final class Json {
  public static final JsonMapper LOG = Mappers.LOG;
  public static final JsonMapper CONFIG = Mappers.CONFIG;
  public static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private Json() {}

  /// The value as UTF-8 JSON, ready for a topic. Text that holds half a surrogate pair, which only
  /// a mistake of ours can have put there, is written with U+FFFD.
  public static byte[] bytes(Object value) {
    return mended(LOG.writeValueAsBytes(value));
  }

  /// What a generator of [#LOG] wrote, as [#bytes] gives it.
  public static byte[] mended(byte[] written) {
    return JsonScan.mended(written);
  }

  /// The value as JSON text: what [#bytes] writes.
  public static String text(Object value) {
    return new String(bytes(value), StandardCharsets.UTF_8);
  }

  /// Reads a record that one of our own processes wrote to a topic. Throws [InvalidValueException]
  /// that names the field, and nothing else.
  public static <T> T read(byte[] bytes, Class<T> type) {
    return CheckedJson.of(bytes, Edge.WORKER).as(type);
  }

  /// Reads a record that came through `edge`, as [#read(byte[], Class)] does.
  public static <T> T read(byte[] bytes, Class<T> type, Edge edge) {
    return CheckedJson.of(bytes, edge).as(type);
  }

  /// Reads a record from text, as [#read(byte[], Class)] does.
  public static <T> T read(String text, Class<T> type) {
    return CheckedJson.of(text, Edge.WORKER).as(type);
  }

  /// Reads config or arguments: unknown fields are refused. Throws [InvalidValueException].
  public static <T> T readStrict(JsonNode node, Class<T> type) {
    try {
      return Unread.present(CONFIG.treeToValue(node, type));
    } catch (InvalidValueException e) {
      throw e;
    } catch (RuntimeException e) {
      throw Unread.strictly(e, node);
    }
  }

  /// Any JSON as a tree, each field once. Throws [InvalidValueException] where it is no JSON.
  public static JsonNode tree(String text) {
    return CheckedJson.of(text, Edge.TOPIC).tree();
  }

  /// Turns Jackson's failure into ours: field path, what was expected, what came.
  public static InvalidValueException invalid(JacksonException e) {
    return JsonFailure.of(e, null, false).toException(e);
  }
}
