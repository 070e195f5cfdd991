package dev.playloop.audit.erase;

import dev.playloop.audit.AuditException;
import dev.playloop.audit.AuditProblem;
import dev.playloop.audit.Controls;
import dev.playloop.audit.log.TopicKeys;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.WallClock;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.journal.SubjectKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/// Removes what was said with one data subject: each agent that has a key of it forgets it and
/// drops the key, then what is consumed already is deleted from the topics that carried it. Used by
/// one thread; safe to do again.
public final class Erasing {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration LOOK = Duration.ofMillis(100);

  private final Place place;
  private final Controls controls;
  private final Consumer<Erased> told;
  private Timing timing = Timing.SYSTEM;

  /// The cluster that forgets; the worlds whose actions lie there, and what its daily caps counted.
  public record Place(KafkaSettings kafka, List<String> worlds, Counted counted) {
    public Place {
      worlds = List.copyOf(worlds);
    }
  }

  /// The times of an erasure.
  ///
  /// @param patience how long consumers that are behind are waited for
  /// @param pause how time is let pass that nothing can shorten
  public record Timing(Clock clock, Duration patience, Pause pause) {
    static final Timing SYSTEM =
        new Timing(WallClock.system(), Duration.ofSeconds(30), Thread::sleep);

    /// Lets time pass.
    @FunctionalInterface
    public interface Pause {
      void pause(Duration time) throws InterruptedException;
    }
  }

  /// `controls` tells the agents, `told` what happens, on the thread that erases.
  public Erasing(Place place, Controls controls, Consumer<Erased> told) {
    this.place = place;
    this.controls = controls;
    this.told = told;
  }

  /// With other times than usual.
  public Erasing timed(Timing times) {
    timing = times;
    return this;
  }

  /// Whether nothing is left but what [Erased.Ended] says. Where no key of `subject` is left,
  /// because it was never sealed or an earlier call broke off, the other topics are cleared all the
  /// same; where nobody's payloads are sealed the journal is left, which is not nothing.
  public boolean forget(String subject, String by) throws InterruptedException {
    try (TopicKeys keys = new TopicKeys(place.kafka(), null)) {
      boolean sealing = !keys.all().isEmpty();
      Set<AgentId> agents = new TreeSet<>();
      holders(keys, subject).forEach(key -> agents.add(key.agent()));
      if (agents.isEmpty()) {
        told.accept(new Erased.NothingSealed(subject, sealing));
      } else {
        drop(keys, agents, subject, by);
      }
      return new Remains(place, told, timing).remove(subject, agents) && sealing;
    }
  }

  private void drop(TopicKeys keys, Set<AgentId> agents, String subject, String by)
      throws InterruptedException {
    Instant now = Instant.now();
    controls.send(
        agents.stream()
            .map(agent -> new Control.ForgetSubject(agent, subject, Author.of(by), now))
            .toList());
    awaitDropped(keys, subject);
    told.accept(new Erased.Forgotten(subject, List.copyOf(agents)));
  }

  private static List<SubjectKey> holders(TopicKeys keys, String subject) {
    return keys.all().stream().filter(key -> subject.equals(key.subject())).toList();
  }

  private static void awaitDropped(TopicKeys keys, String subject) throws InterruptedException {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!holders(keys, subject).isEmpty()) {
      if (System.nanoTime() > end) {
        throw new AuditException(new AuditProblem.KeysNotDropped(LIMIT));
      }
      if (Thread.interrupted()) {
        throw new InterruptedException("stopped while keys were being dropped");
      }
      LockSupport.parkNanos(LOOK.toNanos());
    }
  }
}
