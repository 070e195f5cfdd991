package dev.playloop.schemas.json;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.cfg.MutableCoercionConfig;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/// The mappers, and which of them reads what came through an [Edge]. Thread-safe.
final class Mappers {
  /// Writes strictly and leaves unknown fields out.
  static final JsonMapper LOG = base().build();

  /// Refuses unknown fields, fields that come twice, and what stands behind the value.
  static final JsonMapper CONFIG =
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

  private Mappers() {}

  /// Who reads what came through `edge`.
  static JsonMapper of(Edge edge) {
    if (edge == Edge.REPLY) {
      return REPLY;
    }
    return edge.eachFieldOnce ? ONCE : LOG;
  }

  private static JsonMapper.Builder base() {
    return JsonMapper.builder()
        .addModule(TextTime.module())
        .annotationIntrospector(
            AnnotationIntrospector.pair(new Required(), new JacksonAnnotationIntrospector()))
        .changeDefaultPropertyInclusion(_ ->
            JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
        // What a record answers when it is asked, such as isOpen(), is no part of it.
        .changeDefaultVisibility(seen -> seen.withIsGetterVisibility(Visibility.NONE))
        .changeDefaultNullHandling(_ -> JsonSetter.Value.forContentNulls(Nulls.FAIL))
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
        .withCoercionConfig(LogicalType.Textual, Mappers::refuseScalars);
  }

  /// A number is no text.
  private static void refuseScalars(MutableCoercionConfig config) {
    config
        .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
        .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
        .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
  }
}
