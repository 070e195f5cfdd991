package dev.playloop.schemas.json;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Text;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;

/// JSON whose bytes went through the check of an [Edge]: the one way in. Reading it throws
/// [InvalidValueException] with the field, and nothing else. Immutable.
public final class CheckedJson {
  private final byte[] bytes;
  private final int replaced;
  private final Edge edge;

  private CheckedJson(byte[] bytes, int replaced, Edge edge) {
    this.bytes = bytes;
    this.replaced = replaced;
    this.edge = edge;
  }

  /// Checks `json`, which is not changed: where something has to be replaced, a copy of it is.
  public static CheckedJson of(byte[] json, Edge edge) {
    if (edge == Edge.KEPT) {
      return new CheckedJson(json, 0, edge);
    }
    byte[] text = json;
    int malformed = 0;
    if (edge == Edge.REPLY && Utf8.firstMalformed(json) >= 0) {
      String lenient = new String(json, StandardCharsets.UTF_8);
      text = lenient.getBytes(StandardCharsets.UTF_8);
      malformed = 1;
    }
    JsonScan scan = new JsonScan(text, edge);
    scan.run();
    return new CheckedJson(scan.json(), malformed + scan.replaced(), edge);
  }

  /// The same for a text that is a Java string already, such as a tool's arguments.
  public static CheckedJson of(String json, Edge edge) {
    return of(Text.utf8(json), edge);
  }

  /// The very bytes that are parsed. Not to be changed.
  public byte[] bytes() {
    return bytes;
  }

  /// How many characters or numbers were replaced.
  public int replaced() {
    return replaced;
  }

  /// As a record; unknown fields are left out.
  public <T> T as(Class<T> type) {
    try {
      return Versions.known(Unread.present(Mappers.of(edge).readValue(bytes, type)));
    } catch (InvalidValueException e) {
      throw e;
    } catch (RuntimeException e) {
      throw Unread.of(e, bytes, type);
    }
  }

  /// As a tree.
  public JsonNode tree() {
    try {
      JsonNode tree = Mappers.of(edge).readTree(bytes);
      if (tree == null || tree.isMissingNode()) {
        throw new InvalidValueException("json", "a value", "nothing");
      }
      return tree;
    } catch (InvalidValueException e) {
      throw e;
    } catch (RuntimeException e) {
      throw Unread.of(e, bytes, null);
    }
  }
}
