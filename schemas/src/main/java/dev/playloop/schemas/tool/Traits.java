package dev.playloop.schemas.tool;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// What a tool does. A reply names the component that holds the id of the message it answers; with
/// `endsRun`, a successful reply ends the run when nothing else is open.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Traits {
  Effect effect();

  /// The component that holds the id of the answered message; empty where the tool is no reply.
  String replyTo() default "";

  /// The component with what people will read; empty where the tool says nothing to them.
  String says() default "";

  boolean endsRun() default false;

  /// Which calls run one after the other.
  LaneBy laneBy() default LaneBy.EFFECT;

  /// By WORLD the lane's name; by ARGUMENT the parameter's, a required text or whole number.
  String lane() default "";

  /// How long one call may wait for its world and take it, in seconds, at most an hour; 0 where the
  /// agent's config says it, 30 s by default. A shorter limit in the config wins.
  int limitSeconds() default 0;
}
