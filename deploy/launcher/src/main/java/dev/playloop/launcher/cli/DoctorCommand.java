package dev.playloop.launcher.cli;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.launcher.AllSettings;
import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.launcher.RunningSystem;
import dev.playloop.launcher.UserProblem;
import dev.playloop.launcher.cli.options.ClusterOptions;
import dev.playloop.launcher.cli.options.Output;
import dev.playloop.launcher.watch.Paint;
import dev.playloop.settings.InvalidSettingException;
import dev.playloop.settings.OnPath;
import dev.playloop.worlds.model.MachineCheck;
import dev.playloop.worlds.model.WorldModule;
import dev.playloop.worlds.model.game.GameModule;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// Says what is missing on this machine, and how to get it.
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description = {
      "Says what is missing on this machine, and how to get it.",
      "With --bootstrap it also looks at that cluster."
    })
final class DoctorCommand implements Callable<Integer> {
  private static final long ENOUGH_BYTES = 1L << 30;

  @Mixin private @Nullable ClusterOptions cluster;
  @Spec private @Nullable CommandSpec spec;

  private boolean healthy = true;

  @Override
  public Integer call() throws InterruptedException {
    fine("JDK " + Runtime.version().feature() + " at " + System.getProperty("java.home"));
    program("mvn", "builds Playloop", "install Maven 3.8 or newer", true);
    program("node", "one test talks to an npm server", "install Node.js 20 or newer", false);
    program("npm", "one test installs an npm server", "install npm", false);
    checkWorlds();
    checkTemporaryFolder();
    checkLoopback();
    checkModel();
    wrongSetting(System.getenv()).ifPresent(problem -> missing(problem, true));
    checkKafka();
    out().println(healthy ? "Everything needed is here." : "Something needed is missing.");
    return healthy ? 0 : UserProblem.ENVIRONMENT;
  }

  /// What every other command would refuse of the environment.
  static Optional<String> wrongSetting(Map<String, String> environment) {
    try {
      AllSettings.read(environment, null);
      return Optional.empty();
    } catch (InvalidSettingException e) {
      return Optional.of(e.getMessage() + "; no other command runs with it");
    }
  }

  private void program(String name, String why, String how, boolean needed) {
    Optional<Path> found = OnPath.find(name);
    if (found.isPresent()) {
      fine(name + " at " + found.get());
    } else {
      missing(name + " is missing (" + why + "); " + how, needed);
    }
  }

  /// What the worlds' own servers need; what two of them need is told once.
  private void checkWorlds() {
    Stream.concat(
            InstalledWorlds.all().stream().map(WorldModule::checks),
            InstalledWorlds.games().stream().map(GameModule::checks))
        .flatMap(List::stream)
        .distinct()
        .forEach(this::say);
  }

  private void say(MachineCheck check) {
    switch (check.state()) {
      case FINE -> fine(check.text());
      case OPTIONAL -> missing(check.text(), false);
      case MISSING -> missing(check.text(), true);
    }
  }

  private void checkTemporaryFolder() {
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    try {
      long free = Files.getFileStore(folder).getUsableSpace();
      if (free >= ENOUGH_BYTES) {
        fine((free >> 20) + " MiB free in " + folder);
      } else {
        missing("only " + (free >> 20) + " MiB free in " + folder + "; 1024 are needed", true);
      }
    } catch (IOException e) {
      missing("can't look at " + folder + ": " + e.getMessage(), true);
    }
  }

  private void checkLoopback() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      fine("loopback port " + socket.getLocalPort() + " can be opened");
    } catch (IOException e) {
      missing("no port can be opened on loopback: " + e.getMessage(), true);
    }
  }

  private void checkModel() {
    boolean key =
        System.getenv("PLAYLOOP_MODEL_KEY") != null || System.getenv("OPENAI_API_KEY") != null;
    if (key) {
      fine("a model key is set; 'run EXAMPLE --model URL' asks a real model");
    } else {
      missing(
          "no model key (PLAYLOOP_MODEL_KEY or OPENAI_API_KEY); only needed with --model URL",
          false);
    }
  }

  private void checkKafka() throws InterruptedException {
    ClusterOptions options = Objects.requireNonNull(cluster);
    if (!options.isNamed()) {
      RunningSystem.find()
          .ifPresent(running -> fine("'playloop up' runs, Kafka at " + running.bootstrap()));
      return;
    }
    KafkaSettings kafka = options.kafka();
    String where = kafka.client().get("bootstrap.servers");
    try (TopicAdmin admin = TopicAdmin.connect(kafka)) {
      admin.verify(kafka.topics().all(InstalledWorlds.groups()), Duration.ofSeconds(10));
      List<String> groups = InstalledWorlds.groups(options.operator().worlds());
      admin.verify(kafka.topics().all(groups), Duration.ofSeconds(10));
      fine("Kafka at " + where + " has all topics");
    } catch (TopicAdmin.MismatchException e) {
      missing("Kafka at " + where + ": " + e.getMessage() + "; './playloop topics create'", true);
    } catch (KafkaException e) {
      missing("Kafka at " + where + " does not answer: " + e.getMessage(), true);
    }
  }

  private void fine(String what) {
    say(Paint.Color.GREEN, "ok      ", what);
  }

  private void missing(String what, boolean needed) {
    healthy &= !needed;
    say(needed ? Paint.Color.RED : Paint.Color.YELLOW, needed ? "missing " : "optional", what);
  }

  private void say(Paint.Color color, String mark, String what) {
    out().println(Output.paint().in(color, mark) + "  " + what);
    out().flush();
  }

  private PrintWriter out() {
    return Objects.requireNonNull(spec).commandLine().getOut();
  }
}
