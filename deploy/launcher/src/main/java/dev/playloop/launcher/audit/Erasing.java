package dev.playloop.launcher.audit;

import dev.playloop.audit.log.TopicKeys;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.launcher.UserProblem;
import dev.playloop.operator.Publisher;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.event.SubjectKey;
import dev.playloop.schemas.id.AgentId;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;

/// Removes what was said with one data subject: each agent that has a key of it forgets it and
/// drops the key, then what is consumed already is deleted from the topics that carried it. Used by
/// one thread; safe to do again.
public final class Erasing {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration LOOK = Duration.ofMillis(100);

  private final KafkaSettings kafka;
  private final Collection<String> worlds;
  private final PrintWriter out;
  private final Timing timing;

  public Erasing(KafkaSettings kafka, Collection<String> worlds, PrintWriter out) {
    this(kafka, worlds, out, Timing.SYSTEM);
  }

  Erasing(KafkaSettings kafka, Collection<String> worlds, PrintWriter out, Timing timing) {
    this.kafka = kafka;
    this.worlds = List.copyOf(worlds);
    this.out = out;
    this.timing = timing;
  }

  /// Whether nothing is left but what [Remains] says. Where no key of `subject` is left, because it
  /// was never sealed or an earlier call broke off, the other topics are cleared all the same;
  /// where nobody's payloads are sealed the journal is left, which is not nothing.
  public boolean forget(String subject, String by) throws InterruptedException {
    try (TopicKeys keys = new TopicKeys(kafka, null)) {
      boolean sealing = !keys.all().isEmpty();
      Set<AgentId> agents = new TreeSet<>();
      holders(keys, subject).forEach(key -> agents.add(key.agent()));
      if (agents.isEmpty()) {
        tellUnsealed(subject, sealing);
      } else {
        drop(keys, agents, subject, by);
      }
      return new Remains(kafka, worlds, out, timing).remove(subject, agents) && sealing;
    }
  }

  private void drop(TopicKeys keys, Set<AgentId> agents, String subject, String by)
      throws InterruptedException {
    try (Publisher publisher = Publisher.open(kafka)) {
      for (AgentId agent : agents) {
        publisher.control(new Control.ForgetSubject(agent, subject, by, Instant.now()));
      }
    }
    awaitDropped(keys, subject);
    out.println("forgotten by " + agents.size() + " agents: " + shown(agents));
    out.println("  journal      payloads of '" + subject + "' and the agents' snapshots so far");
    out.println("               can't be read any more; the chain verifies without them");
  }

  private void tellUnsealed(String subject, boolean sealing) {
    out.println(
        "nothing is sealed for '" + subject + "': it is erased already, or was never known.");
    out.println("  Subjects are named by their id, without their type.");
    if (!sealing) {
      out.println(
          "  NOT erased   the journal: nobody's payloads are sealed, and what was journaled in");
      out.println("               plain text is part of the chain and stays. Sealing needs");
      out.println("               PLAYLOOP_SUBJECT_MASTER_KEY while the projector runs.");
    }
  }

  private static List<SubjectKey> holders(TopicKeys keys, String subject) {
    return keys.all().stream().filter(key -> subject.equals(key.subject())).toList();
  }

  private static void awaitDropped(TopicKeys keys, String subject) throws InterruptedException {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!holders(keys, subject).isEmpty()) {
      if (System.nanoTime() > end) {
        throw UserProblem.environment(
            "the keys were not dropped within " + LIMIT.toSeconds() + " s",
            "is the projector running? The order to forget lies on 'controls' and will be carried"
                + " out; then give this command again to clear the other topics.",
            null);
      }
      if (Thread.interrupted()) {
        throw new InterruptedException("stopped while keys were being dropped");
      }
      LockSupport.parkNanos(LOOK.toNanos());
    }
  }

  private static String shown(Set<AgentId> agents) {
    List<String> some = agents.stream().limit(10).map(AgentId::value).toList();
    return String.join(", ", some) + (agents.size() > some.size() ? ", …" : "");
  }
}
