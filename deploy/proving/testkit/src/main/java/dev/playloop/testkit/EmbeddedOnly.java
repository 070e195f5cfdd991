package dev.playloop.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/// A test class that needs embedded servers in every mode, such as one that stops and restarts its
/// broker at the same address. It runs, and counts, in `-Dinfra=containers` too.
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("infra")
@ExtendWith(InfraExtension.class)
public @interface EmbeddedOnly {
  /// Why containers will not do.
  String value();
}
