package dev.playloop.schemas.json;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// What a field means where it is left out, as JSON; the record's constructor makes it so. A
/// component without it that is not nullable must be there.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Default {
  String value();
}
