package dev.playloop.schemas.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.playloop.schemas.InvalidValueException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.cfg.MutableCoercionConfig;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.type.LogicalType;

/// JSON in and out. What comes from elsewhere is read through an [Edge]; of the mappers, [#LOG]
/// writes strictly and reads tolerantly (unknown fields are kept out, never an error), for records
/// on topics. [#CONFIG] refuses unknown and duplicate fields, for files and tool arguments.
/// Thread-safe.
public final class Json {
  public static final JsonMapper LOG = base().build();

  public static final JsonMapper CONFIG =
      base()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  /// As [#LOG], and a field twice is refused.
  private static final JsonMapper ONCE =
      base().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  /// As [#LOG], and what stands behind the value is left out.
  private static final JsonMapper REPLY =
      base().disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  public static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private Json() {}

  private static JsonMapper.Builder base() {
    return JsonMapper.builder()
        .addModule(TextTime.module())
        .annotationIntrospector(
            AnnotationIntrospector.pair(new Required(), new JacksonAnnotationIntrospector()))
        .changeDefaultPropertyInclusion(ignored ->
            JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
        .changeDefaultNullHandling(ignored -> JsonSetter.Value.forContentNulls(Nulls.FAIL))
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
        .withCoercionConfigDefaults(blank ->
            blank
                .setAcceptBlankAsEmpty(false)
                .setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail))
        .withCoercionConfig(LogicalType.Textual, Json::refuseScalars);
  }

  /// A number is no text.
  private static void refuseScalars(MutableCoercionConfig config) {
    config
        .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
        .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
        .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
  }

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
      return present(CONFIG.treeToValue(node, type));
    } catch (InvalidValueException e) {
      throw e;
    } catch (JacksonException e) {
      throw JsonFailure.of(e, node, true).toException(e);
    } catch (RuntimeException e) {
      throw unreadable(e);
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

  /// Who reads what came through `edge`.
  static JsonMapper mapper(Edge edge) {
    if (edge == Edge.REPLY) {
      return REPLY;
    }
    return edge.eachFieldOnce ? ONCE : LOG;
  }

  /// The net: a parser may throw what it likes.
  static InvalidValueException refused(RuntimeException e, byte[] bytes, @Nullable Class<?> type) {
    if (!(e instanceof JacksonException failure)) {
      return unreadable(e);
    }
    JsonNode tree = treeOf(bytes);
    InvalidValueException newer = Versions.newer(type, tree);
    return newer != null ? newer : JsonFailure.of(failure, tree, false).toException(failure);
  }

  static <T> T present(@Nullable T value) {
    if (value == null) {
      throw new InvalidValueException("json", "a value", "null");
    }
    return value;
  }

  private static InvalidValueException unreadable(RuntimeException e) {
    InvalidValueException refused = new InvalidValueException("json", "valid JSON", e.toString());
    refused.initCause(e);
    return refused;
  }

  /// The tree of what could not be read, for the error message; null where it is no JSON at all.
  private static @Nullable JsonNode treeOf(byte[] bytes) {
    try {
      return LOG.readTree(bytes);
    } catch (RuntimeException e) {
      return null;
    }
  }
}
