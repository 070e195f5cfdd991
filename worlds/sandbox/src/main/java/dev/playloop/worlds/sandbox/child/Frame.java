package dev.playloop.worlds.sandbox.child;

import java.io.Serial;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/// One line between parent and child: a flat JSON object of strings. What the guest gives or gets
/// is JSON within such a string, so that nothing it says can look like a frame.
public record Frame(Type type, Map<String, String> fields) {
  /// Every kind of line there is.
  public enum Type {
    /// Child: it has its engine and may be given code.
    READY,
    /// Parent: run this.
    RUN,
    /// Parent: as RUN, but leave the entry function alone.
    CHECK,
    /// Child: the code asks the host for something.
    CALL,
    /// Parent: the answer to the last call.
    ANSWER,
    /// Child: the code returned.
    DONE,
    /// Child: the code failed.
    FAILED
  }

  /// Names of fields.
  public static final String LANGUAGE = "language";

  public static final String CODE = "code";
  public static final String ENTRY = "entry";
  public static final String ARGS = "args";
  public static final String CALLER = "caller";
  public static final String SELF = "self";
  public static final String STATEMENTS = "statements";
  public static final String OUTPUT = "output";
  public static final String NAME = "name";
  public static final String VALUE = "value";
  public static final String KIND = "kind";
  public static final String MESSAGE = "message";
  public static final String CPU_NANOS = "cpuNanos";

  private static final String TYPE = "type";
  private static final int MAX_FIELDS = 16;
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(64 << 20)
                  .maxNestingDepth(2)
                  .maxNameLength(64)
                  .build())
          .build();

  public Frame {
    fields = Map.copyOf(fields);
  }

  /// A frame of these fields, given as name, value, name, value.
  public static Frame of(Type type, String... namesAndValues) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      fields.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return new Frame(type, fields);
  }

  /// The field, which must be there.
  ///
  /// @throws BadFrame where it is not
  public String get(String name) {
    String value = fields.get(name);
    if (value == null) {
      throw new BadFrame("a line of type " + type + " lacks " + name);
    }
    return value;
  }

  /// The field as a number.
  ///
  /// @throws BadFrame where it is none
  public long number(String name) {
    try {
      return Long.parseLong(get(name));
    } catch (NumberFormatException notNumber) {
      throw new BadFrame("a line of type " + type + " has no number as " + name);
    }
  }

  /// The line, with its end.
  public byte[] bytes() {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      json.writeStringProperty(TYPE, type.name());
      fields.forEach(json::writeStringProperty);
      json.writeEndObject();
    }
    return text.append('\n').toString().getBytes(StandardCharsets.UTF_8);
  }

  /// @throws BadFrame for anything that [#bytes] does not write
  public static Frame parse(byte[] line, int length) {
    try (JsonParser json =
        JSON.createParser(
            ObjectReadContext.empty(), new String(line, 0, length, StandardCharsets.UTF_8))) {
      expect(json.nextToken() == JsonToken.START_OBJECT);
      Map<String, String> fields = new LinkedHashMap<>();
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = json.currentName();
        expect(json.nextToken() == JsonToken.VALUE_STRING && fields.size() < MAX_FIELDS);
        expect(fields.put(name, json.getString()) == null);
      }
      expect(json.currentToken() == JsonToken.END_OBJECT && json.nextToken() == null);
      return new Frame(typeOf(fields.remove(TYPE)), fields);
    } catch (JacksonException notJson) {
      throw new BadFrame("a line that is no JSON");
    }
  }

  private static Type typeOf(@Nullable String name) {
    for (Type type : Type.values()) {
      if (type.name().equals(name)) {
        return type;
      }
    }
    throw new BadFrame("a line of an unknown type");
  }

  private static void expect(boolean holds) {
    if (!holds) {
      throw new BadFrame("a line that is no flat object of strings");
    }
  }

  /// The other side does not keep to the protocol. The message holds none of its text.
  public static final class BadFrame extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    public BadFrame(String message) {
      super(message);
    }
  }
}
