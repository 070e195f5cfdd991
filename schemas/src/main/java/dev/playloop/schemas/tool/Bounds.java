package dev.playloop.schemas.tool;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The smallest and largest value of a number, length of a text, or size of a list; both included.
/// On the element of a list it is about each element.
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.TYPE_USE})
public @interface Bounds {
  long min();

  long max();
}
