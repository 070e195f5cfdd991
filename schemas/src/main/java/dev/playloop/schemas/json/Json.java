package dev.playloop.schemas.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.playloop.schemas.InvalidValueException;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/// The two mappers. [#LOG] writes strictly and reads tolerantly (unknown fields are kept out, never
/// an error), for records on topics. [#CONFIG] refuses unknown and duplicate fields, for files and
/// tool arguments. Thread-safe.
public final class Json {
  public static final JsonMapper LOG = base().build();

  public static final JsonMapper CONFIG =
      base()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  public static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private Json() {}

  private static JsonMapper.Builder base() {
    return JsonMapper.builder()
        .changeDefaultPropertyInclusion(ignored ->
            JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
        .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN);
  }

  /// The value as UTF-8 JSON, ready for a topic.
  public static byte[] bytes(Object value) {
    return LOG.writeValueAsBytes(value);
  }

  /// The value as JSON text.
  public static String text(Object value) {
    return LOG.writeValueAsString(value);
  }

  /// Reads a record from a topic. Throws [InvalidValueException] that names the field.
  public static <T> T read(byte[] bytes, Class<T> type) {
    try {
      return LOG.readValue(bytes, type);
    } catch (JacksonException e) {
      throw invalid(e);
    }
  }

  /// Reads a record from text, as [#read(byte[], Class)] does.
  public static <T> T read(String text, Class<T> type) {
    return read(text.getBytes(StandardCharsets.UTF_8), type);
  }

  /// Reads config or arguments: unknown fields are refused. Throws [InvalidValueException].
  public static <T> T readStrict(JsonNode node, Class<T> type) {
    try {
      return CONFIG.treeToValue(node, type);
    } catch (JacksonException e) {
      throw invalid(e);
    }
  }

  /// Any JSON as a tree. Throws [InvalidValueException] where it is no JSON.
  public static JsonNode tree(String text) {
    try {
      return CONFIG.readTree(text);
    } catch (JacksonException e) {
      throw invalid(e);
    }
  }

  /// Turns Jackson's failure into ours: field path, what was wrong, where.
  public static InvalidValueException invalid(JacksonException e) {
    for (Throwable t = e.getCause(); t != null; t = t.getCause()) {
      if (t instanceof InvalidValueException ours) {
        return withPath(path(e), ours);
      }
    }
    String line =
        e.getLocation() == null || e.getLocation().getLineNr() < 0
            ? ""
            : " (line " + e.getLocation().getLineNr() + ")";
    InvalidValueException result =
        new InvalidValueException(
            path(e), "valid JSON of this type", e.getOriginalMessage() + line);
    result.initCause(e);
    return result;
  }

  private static InvalidValueException withPath(String path, InvalidValueException inner) {
    if (path.equals("json") || path.endsWith(inner.field())) {
      return inner;
    }
    InvalidValueException result =
        new InvalidValueException(
            path + "." + inner.field(), inner.expected(), String.valueOf(inner.getMessage()));
    result.initCause(inner);
    return result;
  }

  private static String path(JacksonException e) {
    if (!(e instanceof DatabindException mapping) || mapping.getPath().isEmpty()) {
      return "json";
    }
    StringBuilder path = new StringBuilder();
    for (JacksonException.Reference reference : mapping.getPath()) {
      if (reference.getPropertyName() == null) {
        path.append('[').append(reference.getIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(reference.getPropertyName());
      }
    }
    return path.toString();
  }
}
