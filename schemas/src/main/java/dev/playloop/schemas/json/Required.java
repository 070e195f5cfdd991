package dev.playloop.schemas.json;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.lang.reflect.RecordComponent;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;

/// Tells Jackson which components of our records must be there: those that are neither nullable nor
/// have a [Default]. So a record without one of them is refused where it is read, and not by a null
/// pointer later.
final class Required extends NopAnnotationIntrospector {
  private static final long serialVersionUID = 1L;
  private static final String OURS = "dev.playloop.";

  /// Whether JSON without this component is refused.
  static boolean isRequired(RecordComponent component) {
    return !component.getAnnotatedType().isAnnotationPresent(Nullable.class)
        && !component.isAnnotationPresent(Default.class);
  }

  @Override
  public @Nullable Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
    return isRequired(member) ? Boolean.TRUE : null;
  }

  @Override
  public JsonSetter.Value findSetterInfo(MapperConfig<?> config, Annotated annotated) {
    return isRequired(annotated) && annotated.getRawType() != JsonNode.class
        ? JsonSetter.Value.forValueNulls(Nulls.FAIL)
        : JsonSetter.Value.empty();
  }

  private static boolean isRequired(Annotated annotated) {
    if (!(annotated instanceof AnnotatedParameter parameter)) {
      return false;
    }
    Class<?> type = parameter.getDeclaringClass();
    RecordComponent[] components = type.isRecord() ? type.getRecordComponents() : null;
    return components != null
        && type.getName().startsWith(OURS)
        && parameter.getOwner().getParameterCount() == components.length
        && isRequired(components[parameter.getIndex()]);
  }
}
