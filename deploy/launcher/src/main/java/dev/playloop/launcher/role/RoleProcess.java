package dev.playloop.launcher.role;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.KitSettings;
import dev.playloop.kit.Role;
import dev.playloop.kit.RoleContext;
import dev.playloop.kit.Telemetry;
import dev.playloop.kit.health.BrokerClock;
import dev.playloop.kit.health.HealthServer;
import dev.playloop.kit.health.Probe;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.launcher.Closing;
import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.launcher.OpenWorlds;
import dev.playloop.launcher.UserProblem;
import dev.playloop.launcher.declared.WorldsTable;
import dev.playloop.settings.Settings;
import dev.playloop.worlds.model.Opening.Purpose;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A role alone in this process, against a cluster. Used once, by the thread that then waits by it.
///
/// @param worlds those that it opens, where it needs any, or groups of declared ones
/// @param purpose what it opens them for
public record RoleProcess(
    ClusterRole role,
    Settings settings,
    KafkaSettings kafka,
    List<String> worlds,
    Purpose purpose) {
  private static final Logger LOG = LoggerFactory.getLogger(RoleProcess.class);
  private static final Duration TRY = Duration.ofSeconds(10);

  public RoleProcess {
    worlds = List.copyOf(worlds);
  }

  /// Waits for the topics, starts the role, and returns when that has ended by itself; until then
  /// it is ended by an interrupt alone. What it opens is closed by then.
  public void untilItEnds() throws InterruptedException {
    try (Telemetry telemetry =
            Telemetry.fromEnvironment(System.getenv(), "playloop-" + role.word());
        HealthServer health =
            HealthServer.start(
                settings.text(KitSettings.HEALTH_HOST),
                settings.number(KitSettings.HEALTH_PORT, 0, 65_535));
        Closing closing = new Closing()) {
      LOG.atInfo().addKeyValue("role", role.word()).log("health at {}", health.address());
      AtomicBoolean started = new AtomicBoolean();
      health.ready("start", Probe.of("not started yet", started::get));
      health.readyKafka(kafka);
      TopicAdmin.await(kafka, kafka.topics().all(InstalledWorlds.groups()), TRY);
      WorldsTable known =
          closing
              .add(WorldsTable.start(kafka, InstalledWorlds.worlds()), WorldsTable::close)
              .loaded();
      requireThere(known.ownGroups());
      Role running =
          closing.add(
              role.spec(
                      settings,
                      new ClusterRole.Given(kafka.topics(), known, () -> open(closing, health)))
                  .start(new RoleContext(kafka, telemetry)),
              Role::close);
      health.live("role", Probe.of("it has stopped, the log says why", running::isAlive));
      health.ready("role", running::problem);
      health.ready("clock", BrokerClock::problem);
      started.set(true);
      LOG.atInfo().addKeyValue("role", role.word()).log("running");
      Probe problem = running::problem;
      new Vigil(running::isAlive, problem.or(BrokerClock::problem), line -> LOG.atWarn().log(line))
          .keep();
      // Half a process helps nobody, and nobody starts another beside it.
      LOG.atError()
          .addKeyValue("role", role.word())
          .log("ended by itself, so its process ends too");
    } catch (InterruptedException e) {
      LOG.atInfo().addKeyValue("role", role.word()).log("stopped");
      throw e;
    }
  }

  /// The groups that are declared have topics, and there is each that it is to serve.
  private void requireThere(Set<String> own) throws InterruptedException {
    for (String world : worlds) {
      if (!InstalledWorlds.groups().contains(world) && !own.contains(world)) {
        List<String> all = new ArrayList<>(InstalledWorlds.groups());
        all.addAll(own);
        throw UserProblem.usage(
            "there is no world '" + world + "', and no declared one names such a group",
            "worlds and groups: " + all + "; './playloop worlds apply' declares others.");
      }
    }
    for (String group : own) {
      TopicAdmin.await(kafka, kafka.topics().ofGroup(group), TRY);
    }
  }

  private OpenWorlds open(Closing closing, HealthServer health) {
    OpenWorlds open =
        closing.add(OpenWorlds.onServers(settings, worlds, purpose), OpenWorlds::close);
    open.watch(health);
    return open;
  }
}
