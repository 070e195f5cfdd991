package dev.playloop.schemas.json;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The regular expression that a text matches as a whole; for JSON Schemas. The record's
/// constructor checks it.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Matches {
  String value();
}
