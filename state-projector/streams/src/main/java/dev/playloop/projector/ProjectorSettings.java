package dev.playloop.projector;

import dev.playloop.kit.KitSettings;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.projector.world.WorldPolicy;
import dev.playloop.settings.InvalidSettingException;
import dev.playloop.settings.SettingKey;
import dev.playloop.settings.Settings;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// How the projector runs. [#local] suits one machine, [#cluster] several brokers.
///
/// @param stateDir where the stores lie; may be wiped, since the changelogs hold everything
/// @param commitInterval how long inputs are gathered for one transaction at most while many agents
///   are awake; less where the processors have time to spare, and while few are, each input is
///   committed at once
/// @param poll how long a poll waits where nothing comes; what comes ends it at once
/// @param threads stream threads of each of the two applications
/// @param standbys copies of the stores on other instances
/// @param protocol `classic` or `streams`; the latter can't detect a dead instance in under 45 s
/// @param tick how often deadlines are looked at
/// @param heldBytes what is kept in memory of agents in use, over all tasks
/// @param awaitBroker how long a start waits for the broker
/// @param closeWithin how long each of the two applications may take to close; then what it has
///   open is left to the end of the process
/// @param alone whether nobody else can have its name, as with a broker of its own: who is told
///   that it has lost it goes on
/// @param signedControls whether controls that nobody vouches for are refused
@RecordBuilder
public record ProjectorSettings(
    Path stateDir,
    Duration commitInterval,
    Duration poll,
    int threads,
    int standbys,
    String protocol,
    Duration tick,
    long heldBytes,
    Duration awaitBroker,
    Duration closeWithin,
    LoopPolicy loop,
    WorldPolicy world,
    boolean alone,
    boolean signedControls)
    implements ProjectorSettingsBuilder.With {
  public static final SettingKey COMMIT_INTERVAL =
      SettingKey.of(
          "PLAYLOOP_PROJECTOR_COMMIT_INTERVAL",
          "100ms",
          "how long the projector gathers inputs for one commit at most while many agents are awake;"
              + " less where the processors have time to spare, and while few are, each is committed"
              + " at once");
  public static final SettingKey POLL =
      SettingKey.of(
          "PLAYLOOP_PROJECTOR_POLL",
          "10ms",
          "how long the projector's poll waits; five times as long once nothing has come for a"
              + " second");
  public static final SettingKey THREADS =
      SettingKey.of(
          "PLAYLOOP_PROJECTOR_THREADS", "1", "stream threads of each of its two applications");
  public static final SettingKey STANDBYS =
      SettingKey.of("PLAYLOOP_PROJECTOR_STANDBYS", "1", "copies of its stores on other instances");
  public static final SettingKey CONTROLS =
      SettingKey.of(
          "PLAYLOOP_CONTROLS",
          "signed",
          "whose words on agents count: signed, what the gateway or another signer vouches for;"
              + " any, whatever lies on the topic, for tests");

  public ProjectorSettings {
    if (threads < 1) {
      throw new IllegalArgumentException("threads: expected at least 1, got " + threads);
    }
    if (!protocol.equals("classic") && !protocol.equals("streams")) {
      throw new IllegalArgumentException(
          "protocol: expected classic or streams, got '" + protocol + "'");
    }
  }

  public static ProjectorSettings local(Path stateDir) {
    return of(stateDir, 0);
  }

  public static ProjectorSettings cluster(Path stateDir) {
    return of(stateDir, 1);
  }

  public static List<SettingKey> keys() {
    return List.of(COMMIT_INTERVAL, POLL, THREADS, STANDBYS, CONTROLS);
  }

  /// As the settings of a process say; its stores lie in `projector` under the data folder.
  public static ProjectorSettings from(Settings settings) {
    return cluster(settings.path(KitSettings.DATA).resolve("projector"))
        .told(settings)
        .withStandbys(settings.number(STANDBYS, 0, 8));
  }

  /// With what settings say of a projector on any number of machines.
  public ProjectorSettings told(Settings settings) {
    return withCommitInterval(settings.duration(COMMIT_INTERVAL))
        .withPoll(settings.duration(POLL))
        .withThreads(settings.number(THREADS, 1, 64))
        .withSignedControls(isSigned(settings.text(CONTROLS)));
  }

  private static boolean isSigned(String text) {
    return switch (text) {
      case "signed" -> true;
      case "any" -> false;
      default ->
          throw new InvalidSettingException(
              CONTROLS.name() + ": expected signed or any, got '" + text + "'");
    };
  }

  private static ProjectorSettings of(Path stateDir, int standbys) {
    return ProjectorSettingsBuilder.builder()
        .stateDir(stateDir)
        .commitInterval(Duration.ofMillis(100))
        .poll(Duration.ofMillis(10))
        .threads(1)
        .standbys(standbys)
        .protocol("classic")
        .tick(Duration.ofMillis(20))
        .heldBytes(128L * 1024 * 1024)
        .awaitBroker(Duration.ofSeconds(30))
        .closeWithin(Duration.ofSeconds(10))
        .loop(LoopPolicy.DEFAULT)
        .world(WorldPolicy.DEFAULT)
        .alone(false)
        .signedControls(true)
        .build();
  }
}
