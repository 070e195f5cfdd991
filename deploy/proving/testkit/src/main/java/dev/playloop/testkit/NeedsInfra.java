package dev.playloop.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/// A test class that takes its broker and its database from [TestInfra]: as a parameter of its
/// lifecycle and test methods, or by [TestInfra#current]. The same class runs on embedded servers
/// and on containers; `-Dinfra=embedded|containers|auto` chooses. Tests that start servers of their
/// own carry [EmbeddedOnly] instead.
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("infra")
@ExtendWith(InfraExtension.class)
public @interface NeedsInfra {}
