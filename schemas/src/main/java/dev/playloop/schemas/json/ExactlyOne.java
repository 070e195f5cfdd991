package dev.playloop.schemas.json;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Fields of which exactly one is given; for JSON Schemas. The record's constructor checks it.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface ExactlyOne {
  String[] value();
}
