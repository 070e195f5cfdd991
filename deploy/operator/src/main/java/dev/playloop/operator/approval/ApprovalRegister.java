package dev.playloop.operator.approval;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Nearest;
import dev.playloop.schemas.approval.ApprovalInbox;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What waits for people, as the topic `approvals` has it now: each call reads it to its end, and
/// holds the newest value of each agent. Safe for all threads.
public final class ApprovalRegister {
  private static final Logger LOG = LoggerFactory.getLogger(ApprovalRegister.class);

  private static final Duration ASK = Duration.ofSeconds(15);

  /// What ends first comes first; what does not end, last.
  private static final Comparator<Waits> ORDER =
      Comparator.comparing(ApprovalRegister::end)
          .thenComparing(one -> one.agent().value())
          .thenComparing(Waits::id);

  private final KafkaSettings kafka;

  public ApprovalRegister(KafkaSettings kafka) {
    this.kafka = kafka;
  }

  /// Those that somebody seeks: questions first, the next that expires before all others, then
  /// writes in doubt, then grants.
  public List<Waits> list(Sought sought) {
    return of(inboxes().values(), sought);
  }

  /// The same of what somebody has read of the topic.
  public static List<Waits> of(Collection<ApprovalInbox> inboxes, Sought sought) {
    List<Waits> all = new ArrayList<>();
    for (ApprovalInbox inbox : inboxes) {
      of(inbox).stream().filter(sought::takes).forEach(all::add);
    }
    all.sort(ORDER);
    return List.copyOf(all);
  }

  /// The one that this names: by its whole id, or by a beginning that no other has.
  public Found find(String id) {
    List<Waits> all = list(Sought.ALL);
    List<Waits> exact = all.stream().filter(one -> Sought.is(one, id)).toList();
    List<Waits> fit =
        exact.isEmpty() && !id.isEmpty()
            ? all.stream().filter(Sought.id(id)::takes).toList()
            : exact;
    return switch (fit.size()) {
      case 0 -> new Found.Nothing(id, Nearest.of(id, all.stream().map(Waits::id).toList()));
      case 1 -> new Found.One(fit.getFirst());
      default -> new Found.Several(id, fit);
    };
  }

  private Map<String, ApprovalInbox> inboxes() {
    Map<String, ApprovalInbox> newest = new HashMap<>();
    Map<String, byte[]> values = new HashMap<>();
    try (TopicReader reader =
        TopicReading.of(kafka, kafka.topics().approvals()).prompt().asking(ASK).fromBeginning()) {
      reader.readToEnd((ConsumerRecord<byte[], byte[]> record) -> {
        String agent = new String(record.key(), StandardCharsets.UTF_8);
        if (record.value() == null) {
          values.remove(agent);
        } else {
          values.put(agent, record.value());
        }
      });
    }
    values.forEach((agent, value) -> {
      try {
        newest.put(agent, Json.read(value, ApprovalInbox.class));
      } catch (InvalidValueException e) {
        LOG.warn("what waits on an agent can't be read, and is left out: {}", e.getMessage());
      }
    });
    return newest;
  }

  private static List<Waits> of(ApprovalInbox inbox) {
    AgentId agent = inbox.agent();
    List<Waits> all = new ArrayList<>();
    if (inbox.ask() != null) {
      all.add(new Waits.Asked(agent, inbox.ask()));
    }
    inbox.unknown().forEach(write -> all.add(new Waits.InDoubt(agent, write)));
    inbox.grants().forEach(grant -> all.add(new Waits.Granted(agent, grant)));
    return all;
  }

  private static Instant end(Waits one) {
    return switch (one) {
      case Waits.Asked asked -> asked.ask().question().expiresAt();
      case Waits.InDoubt _ -> Instant.MAX.minusSeconds(1);
      case Waits.Granted _ -> Instant.MAX;
    };
  }
}
