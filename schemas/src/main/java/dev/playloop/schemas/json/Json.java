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
      return present(LOG.readValue(bytes, type));
    } catch (JacksonException e) {
      throw JsonFailure.of(e, treeOf(bytes), false).toException(e);
    }
  }

  /// Reads a record from text, as [#read(byte[], Class)] does.
  public static <T> T read(String text, Class<T> type) {
    return read(text.getBytes(StandardCharsets.UTF_8), type);
  }

  /// Reads config or arguments: unknown fields are refused. Throws [InvalidValueException].
  public static <T> T readStrict(JsonNode node, Class<T> type) {
    try {
      return present(CONFIG.treeToValue(node, type));
    } catch (JacksonException e) {
      throw JsonFailure.of(e, node, true).toException(e);
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

  /// Turns Jackson's failure into ours: field path, what was expected, what came.
  public static InvalidValueException invalid(JacksonException e) {
    return JsonFailure.of(e, null, false).toException(e);
  }

  /// The tree of what could not be read, for the error message; null where it is no JSON at all.
  private static @Nullable JsonNode treeOf(byte[] bytes) {
    try {
      return LOG.readTree(bytes);
    } catch (JacksonException e) {
      return null;
    }
  }

  private static <T> T present(@Nullable T value) {
    if (value == null) {
      throw new InvalidValueException("json", "a value", "null");
    }
    return value;
  }
}
