package dev.playloop.schemas.json;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The regular expression that a text matches as a whole; for JSON Schemas. On a tool's parameter,
/// or on the element of a list, it is checked with the arguments; elsewhere the record's
/// constructor checks it.
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.TYPE_USE})
public @interface Matches {
  String value();
}
