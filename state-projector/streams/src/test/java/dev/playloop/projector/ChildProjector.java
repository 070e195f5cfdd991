package dev.playloop.projector;

import dev.playloop.fixtures.TestWorld;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.RoleContext;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.model.Worlds;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/// A projector in a JVM of its own with little heap. Says on its standard output what keeps it from
/// its work, each time that this changes; its log goes to a file. Ends with the test, however that
/// ends.
final class ChildProjector implements AutoCloseable {
  private static final String SAYS = "says ";
  private static final Duration LOOK = Duration.ofMillis(5);

  private final Process process;
  private final Queue<String> said = new ConcurrentLinkedQueue<>();

  private ChildProjector(Process process) {
    this.process = process;
    BufferedReader lines = process.inputReader();
    Thread.ofVirtual()
        .start(() ->
            lines
                .lines()
                .filter(line -> line.startsWith(SAYS))
                .map(line -> line.substring(SAYS.length()))
                .forEach(said::add));
  }

  /// `mortal`: ends with exit 1 whenever a record has struck once more.
  static ChildProjector start(Fixture system, Path folder, boolean mortal) throws IOException {
    Topics topics = system.kafka().topics();
    Path quiet = folder.resolve("logback.xml");
    Files.writeString(
        quiet,
        """
        <configuration>
          <appender name="ERR" class="ch.qos.logback.core.ConsoleAppender">
            <target>System.err</target>
            <encoder><pattern>%d{HH:mm:ss.SSS} %-5level %logger{24} %msg%n</pattern></encoder>
          </appender>
          <logger name="org.apache.kafka" level="ERROR"/>
          <root level="WARN"><appender-ref ref="ERR"/></root>
        </configuration>
        """);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xmx128m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Dlogback.configurationFile=" + quiet,
            "-cp",
            System.getProperty("java.class.path"),
            ChildProjector.class.getName(),
            system.kafka().client().get("bootstrap.servers"),
            topics.prefix(),
            String.valueOf(topics.partitions()),
            folder.resolve("state").toString(),
            String.valueOf(mortal)));
    return new ChildProjector(
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(folder.resolve("child.log").toFile()))
            .start());
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /// What kept it from its work so far; empty lines where nothing did.
  List<String> said() {
    return List.copyOf(said);
  }

  /// It writes to its folder for as long as it is there.
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }

  public static void main(String[] args) throws Exception {
    Thread.ofPlatform().daemon().start(ChildProjector::endWithParent);
    Path state = Path.of(args[3]);
    // Under a stable name, so that its successor need not wait until the group has expelled it.
    KafkaSettings kafka =
        new KafkaSettings(
            Map.of("bootstrap.servers", args[0]),
            new Topics(args[1], Integer.parseInt(args[2])),
            "one");
    boolean mortal = Boolean.parseBoolean(args[4]);
    String strikes = strikes(state);
    StateProjector projector =
        ProjectorRole.of(ProjectorSettings.local(state), Worlds.of(new TestWorld()))
            .start(RoleContext.of(kafka));
    String before = "not asked yet";
    while (projector.isAlive()) {
      if (mortal && !strikes(state).equals(strikes)) {
        Runtime.getRuntime().halt(1);
      }
      String problem = projector.problem();
      String now = problem == null ? "" : problem;
      if (!now.equals(before)) {
        System.out.println(SAYS + now);
        before = now;
      }
      LockSupport.parkNanos(LOOK.toNanos());
    }
    Runtime.getRuntime().halt(1);
  }

  /// Who was struck how often, whether it is behind by now or not.
  private static String strikes(Path state) throws IOException {
    StringBuilder all = new StringBuilder();
    for (String application : List.of("loop", "world")) {
      try (var files =
          Files.isDirectory(state) ? Files.list(state) : java.util.stream.Stream.<Path>of()) {
        for (Path file :
            files.filter(f -> f.toString().endsWith(application + ".suspects")).toList()) {
          for (String line : Files.readAllLines(file).stream().sorted().toList()) {
            all.append(application)
                .append(' ')
                .append(line.replaceAll(" \\d+ (open|past)$", ""))
                .append('\n');
          }
        }
      }
    }
    return all.toString();
  }

  private static void endWithParent() {
    try {
      while (System.in.read() >= 0) {}
    } catch (IOException e) {
      // as if it had ended
    }
    Runtime.getRuntime().halt(1);
  }
}
