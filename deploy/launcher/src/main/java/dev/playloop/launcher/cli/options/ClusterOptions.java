package dev.playloop.launcher.cli.options;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.KitSettings;
import dev.playloop.launcher.AllSettings;
import dev.playloop.launcher.LoginProbe;
import dev.playloop.launcher.RunningSystem;
import dev.playloop.operator.Operator;
import dev.playloop.settings.Settings;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Which cluster a command talks to: `--bootstrap`, else what `--config` or `PLAYLOOP_BOOTSTRAP`
/// say, else the system that `./playloop up` runs on this machine.
public final class ClusterOptions {
  @Option(
      names = "--bootstrap",
      paramLabel = "HOST:PORT",
      description = "Kafka brokers of a real cluster. Default: the system of './playloop up'.")
  private @Nullable String bootstrap;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Properties file: settings (playloop.*) and plain Kafka client properties.")
  private @Nullable Path config;

  /// The settings of this process, with the cluster they name.
  public Settings settings() {
    return AllSettings.read(environment(), config == null ? operatorFile() : config);
  }

  /// Whether a cluster was named, on the command line or in the environment.
  public boolean isNamed() {
    return bootstrap != null
        || config != null
        || System.getenv(KitSettings.BOOTSTRAP.name()) != null;
  }

  /// Throws a [dev.playloop.launcher.UserProblem] at once where the cluster wants a login and none
  /// is set.
  public KafkaSettings kafka() {
    KafkaSettings kafka = KafkaSettings.from(settings());
    LoginProbe.require(kafka);
    return kafka;
  }

  /// The verbs, in the name of whoever runs this process.
  public Operator operator() {
    return new Operator(kafka(), System.getProperty("user.name"), Clock.systemUTC());
  }

  /// What the system that runs on this machine left for its own commands.
  private @Nullable Path operatorFile() {
    if (isNamed()) {
      return null;
    }
    return RunningSystem.find()
        .map(RunningSystem::access)
        .filter(file -> !file.isEmpty())
        .map(Path::of)
        .orElse(null);
  }

  private Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>(System.getenv());
    if (bootstrap != null) {
      environment.put(KitSettings.BOOTSTRAP.name(), bootstrap);
    } else if (config == null && !environment.containsKey(KitSettings.BOOTSTRAP.name())) {
      RunningSystem.find()
          .ifPresent(running -> {
            environment.put(KitSettings.BOOTSTRAP.name(), running.bootstrap());
            environment.put(KitSettings.PARTITIONS.name(), String.valueOf(running.partitions()));
          });
    }
    return environment;
  }
}
