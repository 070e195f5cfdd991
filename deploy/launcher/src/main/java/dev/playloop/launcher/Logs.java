package dev.playloop.launcher;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.filter.ThresholdFilter;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import dev.playloop.schemas.Printable;
import java.nio.charset.StandardCharsets;
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
          "org.apache.hc",
          "kafka",
          "state.change.logger",
          "org.flywaydb",
          "com.zaxxer",
          "io.zonky",
          "io.github.resilience4j");

  /// A message stays on its line, whoever's words it quotes.
  private static final String SAID = "%replace(%msg %kvp){'[\\r\\n]+', ' '}";

  private static final String LINE = "%d{HH:mm:ss.SSS} %-5level %logger{0} - " + SAID + "%n%ex{0}";
  private static final String FILE_LINE = "%d %-5level [%thread] %logger - " + SAID + "%n";

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
    // The broker, the clients and the pool tell much about nothing (one of them would tell keys, as
    // headers); what matters comes as ours.
    for (String loud : LOUD) {
      context.getLogger(loud).setLevel(Level.WARN);
    }
    // It warns of whatever a stranger sends, in the stranger's words.
    context.getLogger("org.eclipse.jetty").setLevel(Level.ERROR);
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
    PrintableLayout layout = new PrintableLayout();
    layout.setContext(context);
    layout.setPattern(pattern);
    layout.start();
    LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
    encoder.setContext(context);
    encoder.setLayout(layout);
    encoder.setCharset(StandardCharsets.UTF_8);
    encoder.start();
    return encoder;
  }

  /// A log may be looked at in a terminal.
  private static final class PrintableLayout extends PatternLayout {
    @Override
    public String doLayout(ILoggingEvent event) {
      return Printable.lines(super.doLayout(event));
    }
  }
}
