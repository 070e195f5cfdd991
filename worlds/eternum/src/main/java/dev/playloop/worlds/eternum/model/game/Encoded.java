package dev.playloop.worlds.eternum.model.game;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// What stands in calldata for a component of an action, or of an element of its lists. The order
/// of components is that of the words.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Encoded {
  /// The contract's name of the parameter.
  String name();

  CairoType type();

  /// Whether contracts count in billionths of what agents do, as they do with amounts and troops.
  boolean scaled() default false;
}
