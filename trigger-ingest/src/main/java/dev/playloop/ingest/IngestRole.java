package dev.playloop.ingest;

import dev.playloop.http.HttpEdge;
import dev.playloop.kit.RoleContext;
import dev.playloop.kit.RoleSpec;
import dev.playloop.kit.health.Probe;
import dev.playloop.worlds.model.WorldSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an ingest is made of. Every ingest process of a system must be given the same sources;
/// they, and the edge, are the ingest's to close.
///
/// @param edge bound with these settings, by [#bind]; null: it is bound when it starts
/// @param others `readyz` says what this says too: where ingest runs in one process with all else,
///   events that are taken in while the loop stands still are not served
public record IngestRole(
    IngestSettings settings, List<WorldSource> sources, @Nullable HttpEdge edge, Probe others)
    implements RoleSpec {
  public IngestRole {
    sources = List.copyOf(sources);
  }

  public static IngestRole of(IngestSettings settings, List<WorldSource> sources) {
    return new IngestRole(settings, sources, null, () -> null);
  }

  public IngestRole on(HttpEdge bound) {
    return new IngestRole(settings, sources, bound, others);
  }

  public IngestRole readyIf(Probe probe) {
    return new IngestRole(settings, sources, edge, probe);
  }

  /// Takes the gateway's port, so that one that is taken shows before anything else is started.
  /// Throws [dev.playloop.settings.InvalidSettingException] where the gateway would be an open
  /// door, and [dev.playloop.http.CannotListen].
  public static HttpEdge bind(IngestSettings settings) {
    settings.refuseOpenDoor();
    return HttpEdge.bind(settings.edge());
  }

  /// Starts without waiting for Kafka: until it is there, requests get 503 and `readyz` says why.
  /// Throws what [#bind] throws where the edge is not bound yet; one that is, is closed where this
  /// fails.
  @Override
  public TriggerIngest start(RoleContext context) {
    HttpEdge bound = edge;
    return TriggerIngest.start(on(bound == null ? bind(settings) : bound), context);
  }
}
