package dev.playloop.operator;

import dev.playloop.audit.FoldBuild;
import dev.playloop.audit.JournalSource;
import dev.playloop.audit.Moments;
import dev.playloop.audit.evidence.Evidence;
import dev.playloop.audit.evidence.Verifying;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.seal.KeyRing;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Tells what agents are doing, by folding their journal again up to its end. Holds one state for
/// each agent and the messages of its open run, as the projector does.
public final class AgentWatch {
  private final FoldBuild build;
  private final Clock clock;

  public AgentWatch(FoldBuild build, Clock clock) {
    this.build = build;
    this.clock = clock;
  }

  /// Of one agent. Throws [AuditException] where its journal has no entry.
  public AgentStatus of(AgentId agent, Evidence evidence) {
    return of(agent, evidence.journal(), evidence.keys());
  }

  /// The same of a journal, or of a part of it that begins with a snapshot.
  public AgentStatus of(AgentId agent, JournalSource journal, KeyRing keys) {
    Instant asked = clock.instant();
    Watched watched = new Watched(build.policy());
    long entries =
        Moments.of(
            build.verifier(keys),
            journal,
            agent,
            moment -> {
              watched.take(moment);
              return true;
            });
    if (entries == 0) {
      throw Verifying.nothing(journal, agent);
    }
    return AgentStatus.of(agent, asked, watched);
  }

  /// Of all agents that the journal tells of, by name, but for those that are gone.
  public List<AgentStatus> ofAll(Evidence evidence) {
    Instant asked = clock.instant();
    Map<AgentId, Watched> all = new TreeMap<>();
    Moments.ofAll(
        build.verifier(evidence.keys()),
        evidence.journal(),
        moment -> {
          all.computeIfAbsent(new AgentId(moment.record().key()), _ -> new Watched(build.policy()))
              .take(moment);
          return true;
        });
    List<AgentStatus> statuses = new ArrayList<>();
    all.forEach((agent, watched) -> statuses.add(AgentStatus.of(agent, asked, watched)));
    statuses.removeIf(AgentStatus::gone);
    return List.copyOf(statuses);
  }
}
