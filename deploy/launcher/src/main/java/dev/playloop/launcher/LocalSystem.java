package dev.playloop.launcher;

import dev.playloop.audit.log.TopicKeys;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.Role;
import dev.playloop.schemas.event.Route;
import dev.playloop.schemas.seal.MasterKey;
import dev.playloop.worlds.model.WorldSql;
import java.net.URI;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Everything in one process: broker, databases, the four workers, and the rehearsal model over
/// HTTP. The workers are the ones that run against a cluster, unchanged. Started and closed by one
/// thread; closing goes in reverse.
public final class LocalSystem implements AutoCloseable {
  private final Closing closing;
  private final Log log;
  private final OpenWorlds worlds;
  private final Front front;
  private final Role projector;

  /// @param master what wraps the keys of sealed payloads; null: none is sealed
  /// @param folder where everything lies; it may be temporary
  /// @param pictures where a world keeps pictures by their hashes; null: in no folder
  record Log(LocalKafka kafka, @Nullable MasterKey master, Path folder, @Nullable Path pictures) {}

  /// What listens.
  ///
  /// @param http where trigger-ingest does
  /// @param token what the gateway asks for where events come; null where it is open
  /// @param user the token of who runs the system
  record Front(URI http, @Nullable String token, String user, Asked asked) {}

  /// The model that agents ask.
  ///
  /// @param key what its own rehearsal model asks for
  record Asked(Route.Candidate model, String key, Routes routes) {}

  LocalSystem(Closing closing, Log log, OpenWorlds worlds, Front front, Role projector) {
    this.closing = closing;
    this.log = log;
    this.worlds = worlds;
    this.front = front;
    this.projector = projector;
  }

  /// Returns when all workers are running. Closes what it opened where one does not start.
  public static LocalSystem start(LocalOptions options) throws InterruptedException {
    Closing closing = new Closing();
    boolean started = false;
    try {
      LocalSystem system = new LocalBoot(options, closing).boot();
      started = true;
      return system;
    } finally {
      if (!started) {
        closing.close();
      }
    }
  }

  /// As the operator, whom this machine's commands are.
  public KafkaSettings kafka() {
    return log.kafka().as(AccessRights.OPERATOR);
  }

  /// Where and as whom others join; empty where the broker is not this system's own.
  public Optional<LocalKafka.Door> door() {
    return log.kafka().door();
  }

  /// Where trigger-ingest listens.
  public URI http() {
    return front.http();
  }

  /// What the gateway asks for; null where it is open.
  public @Nullable String httpToken() {
    return front.token();
  }

  /// The token of who runs it, who may say everything through the gateway.
  public String userToken() {
    return front.user();
  }

  public URI model() {
    return URI.create(front.asked().model().baseUrl());
  }

  /// What its own rehearsal model asks for.
  String modelKey() {
    return front.asked().key();
  }

  /// The keys of sealed payloads, opened with this system's master key; the caller closes them.
  public TopicKeys keys() {
    return new TopicKeys(kafka(), log.master());
  }

  /// What wraps those keys; null: none is sealed.
  public @Nullable MasterKey master() {
    return log.master();
  }

  /// A folder beside the log for somebody who keeps something in it.
  public Path folder(String name) {
    return OwnFiles.folder(log.folder().resolve(name));
  }

  /// Where one of its worlds keeps pictures by their hashes; null where none does in a folder.
  public @Nullable Path pictures() {
    return log.pictures();
  }

  /// Gives agents without routes those of the settings' file, or this system's model.
  public Routes routes() {
    return front.asked().routes();
  }

  public List<String> worldNames() {
    return worlds.names();
  }

  /// The database of the first of these worlds that has one.
  public Optional<WorldSql> sql(Collection<String> names) {
    return worlds.sql(names);
  }

  /// The database of the first world that has one.
  public Optional<WorldSql> sql() {
    return worlds.sql();
  }

  /// What its worlds act on, in a line each for people.
  public List<String> places() {
    return worlds.places();
  }

  /// Those of these actors whom that world does not know, so that it refuses what they do.
  public Set<String> unknownActors(String world, Set<String> actors) {
    return worlds.unknown(world, actors);
  }

  /// What keeps the loop from its work; null where nothing does.
  public @Nullable String problem() {
    return projector.problem();
  }

  /// False where the loop has stopped for good.
  public boolean isAlive() {
    return projector.isAlive();
  }

  /// For other commands on this machine.
  public RunningSystem announced() {
    return RunningSystemBuilder.builder()
        .bootstrap(kafka().client().getOrDefault("bootstrap.servers", ""))
        .partitions(kafka().topics().partitions())
        .access(log.kafka().operatorFile().map(Path::toString).orElse(""))
        .http(front.http().toString())
        .model(front.asked().model().baseUrl())
        .rehearsal(front.asked().model().provider().equals(LocalModel.PROVIDER))
        .worlds(worlds.names())
        .pid(ProcessHandle.current().pid())
        .build();
  }

  @Override
  public void close() {
    closing.close();
  }
}
