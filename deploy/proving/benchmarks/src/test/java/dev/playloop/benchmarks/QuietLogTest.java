package dev.playloop.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.core.ConsoleAppender;
import java.net.URL;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// The driver as its README starts it: no log may cost what is measured, or stand in the results.
final class QuietLogTest {
  @Test
  void aMainThatSaysNothingOfLoggingWarnsOnStandardError() throws Exception {
    URL file = Objects.requireNonNull(LoadDriver.class.getResource("/logback.xml"));
    LoggerContext context = new LoggerContext();
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(file);

    assertThat(context.getLogger("org.apache.kafka").getEffectiveLevel()).isEqualTo(Level.WARN);
    assertThat(context.getLogger("dev.playloop.kit").getEffectiveLevel()).isEqualTo(Level.WARN);
    assertThat(context.getLogger("ROOT").getAppender("ERR"))
        .isInstanceOfSatisfying(
            ConsoleAppender.class,
            console -> assertThat(console.getTarget()).isEqualTo("System.err"));
    context.stop();
  }
}
