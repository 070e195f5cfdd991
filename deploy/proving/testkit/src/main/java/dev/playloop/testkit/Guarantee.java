package dev.playloop.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/// On a class whose tests show that something happens once. `./playloop test` tries again what
/// failed; of these only a wait that ran out may pass then, so that a loss which shows as one is
/// told as FLAKY. What one of them has seen to be wrong once is wrong, and its second try fails.
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(GuaranteeExtension.class)
public @interface Guarantee {}
