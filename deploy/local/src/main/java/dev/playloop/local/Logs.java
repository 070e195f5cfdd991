package dev.playloop.local;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.filter.ThresholdFilter;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.List;
import org.slf4j.LoggerFactory;

/// Where log lines go; Logback finds it as a service, which starts faster than an XML file. By
/// default warnings of our own go to standard error as plain lines. `playloop.log.file` names a
/// file that gets everything; with `playloop.log.json` standard error gets JSON lines from INFO up,
/// for workers whose output is collected.
public final class Logs extends ContextAwareBase implements Configurator {
  public static final String FILE = "playloop.log.file";
  public static final String JSON = "playloop.log.json";
  private static final String CONSOLE = "stderr";
  private static final List<String> LOUD =
      List.of(
          "org.apache.kafka",
          "kafka",
          "state.change.logger",
          "org.flywaydb",
          "com.zaxxer",
          "io.zonky",
          "org.eclipse.jetty",
          "io.javalin");
  private static final String LINE = "%d{HH:mm:ss.SSS} %-5level %logger{0} - %msg %kvp%n%ex{0}";
  private static final String FILE_LINE = "%d %-5level [%thread] %logger - %msg %kvp%n";

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    boolean json = Boolean.getBoolean(JSON);
    ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
    console.setContext(context);
    console.setName(CONSOLE);
    console.setTarget("System.err");
    console.setEncoder(json ? json(context) : lines(context, LINE));
    ThresholdFilter threshold = new ThresholdFilter();
    threshold.setLevel(json ? "INFO" : "WARN");
    threshold.start();
    console.addFilter(threshold);
    console.start();

    context.getLogger("ROOT").setLevel(Level.INFO);
    context.getLogger("dev.playloop").addAppender(console);
    context.getLogger("dev.playloop").setLevel(Level.INFO);
    String file = System.getProperty(FILE);
    if (file != null) {
      FileAppender<ILoggingEvent> all = new FileAppender<>();
      all.setContext(context);
      all.setName("file");
      all.setFile(file);
      all.setAppend(false);
      all.setEncoder(lines(context, FILE_LINE));
      all.start();
      context.getLogger("ROOT").addAppender(all);
    }
    if (json) {
      context.getLogger("ROOT").addAppender(console);
      context.getLogger("dev.playloop").setAdditive(true);
      context.getLogger("dev.playloop").detachAppender(console);
    }
    // The broker, the clients and the pool tell much about nothing; what matters comes as ours.
    for (String loud : LOUD) {
      context.getLogger(loud).setLevel(Level.WARN);
    }
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  /// Once the process is told to stop, warnings about what stops before what go to the file only.
  public static void hush() {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      context.getLogger("dev.playloop").detachAppender(CONSOLE);
    }
  }

  private static Encoder<ILoggingEvent> json(LoggerContext context) {
    JsonEncoder encoder = new JsonEncoder();
    encoder.setContext(context);
    encoder.start();
    return encoder;
  }

  private static Encoder<ILoggingEvent> lines(LoggerContext context, String pattern) {
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern(pattern);
    encoder.start();
    return encoder;
  }
}
