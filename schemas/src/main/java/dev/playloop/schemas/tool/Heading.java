package dev.playloop.schemas.tool;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Under what a tool stands where one tool stands for many and says what each of them needs. On a
/// record, or on the interface that the records of a group implement.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Heading {
  String value();
}
