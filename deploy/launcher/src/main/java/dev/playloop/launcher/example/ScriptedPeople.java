package dev.playloop.launcher.example;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.launcher.LocalSystem;
import dev.playloop.operator.gateway.GatewayAddress;
import dev.playloop.operator.gateway.GatewayAnswer;
import dev.playloop.operator.gateway.GatewayClient;
import dev.playloop.operator.principal.NewPrincipal;
import dev.playloop.operator.principal.PrincipalAnswer;
import dev.playloop.operator.principal.PrincipalRegister;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.approval.ApprovalInbox;
import dev.playloop.schemas.approval.Question;
import dev.playloop.schemas.config.ScriptedAnswer;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.principal.Scope;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/// The people of an example: each is a principal with a token of their own, and says through the
/// real gateway what `people.yaml` has for the questions that come. A thread of its own answers;
/// closing ends it, and what the people may.
final class ScriptedPeople implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(20);

  /// So long somebody who was added a moment ago may be nobody for the gateway.
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private final List<ScriptedAnswer> script;
  private final PrincipalRegister register;
  private final KafkaSettings kafka;
  private final Map<String, Person> people = new LinkedHashMap<>();
  private final Map<AgentId, ApprovalInbox.Ask> open = new HashMap<>();
  private final Map<String, Instant> seen = new HashMap<>();
  private final Set<String> done = new HashSet<>();
  private final List<String> unsaid = new CopyOnWriteArrayList<>();
  private @Nullable Thread thread;

  /// Somebody, and their own way in.
  private record Person(Principal principal, GatewayClient client) {}

  private ScriptedPeople(List<ScriptedAnswer> script, KafkaSettings kafka) {
    this.script = List.copyOf(script);
    this.kafka = kafka;
    this.register = new PrincipalRegister(kafka, Clock.systemUTC());
  }

  /// They answer from now on.
  static ScriptedPeople of(List<ScriptedAnswer> script, LocalSystem system)
      throws InterruptedException {
    ScriptedPeople people = new ScriptedPeople(script, system.kafka());
    if (!script.isEmpty()) {
      for (String name : script.stream().map(ScriptedAnswer::approver).distinct().toList()) {
        people.add(name, system);
      }
      people.thread = Thread.ofVirtual().name("playloop-people").start(people::answer);
    }
    return people;
  }

  private void add(String name, LocalSystem system) throws InterruptedException {
    Set<String> roles = new TreeSet<>();
    script.stream()
        .filter(line -> line.approver().equals(name))
        .forEach(line -> roles.addAll(line.roles()));
    PrincipalAnswer added =
        register.add(NewPrincipal.person(name, roles.stream().map(Scope::approve).toList()));
    if (added instanceof PrincipalAnswer.Token(Principal principal, String token)) {
      people.put(
          name, new Person(principal, GatewayClient.of(new GatewayAddress(system.http(), token))));
    } else {
      unsaid.add(Example.PEOPLE + ": '" + name + "' is somebody else here, and no person");
    }
  }

  /// What could not be said, in sentences.
  List<String> unsaid() {
    return List.copyOf(unsaid);
  }

  private void answer() {
    try (TopicReader reader =
        TopicReading.of(kafka, kafka.topics().approvals()).prompt().fromBeginning()) {
      while (!Thread.currentThread().isInterrupted()) {
        reader.poll(POLL).forEach(this::take);
        for (Map.Entry<AgentId, ApprovalInbox.Ask> one : open.entrySet()) {
          answer(one.getKey(), one.getValue());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (InterruptException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    try {
      AgentId agent = new AgentId(new String(record.key(), StandardCharsets.UTF_8));
      ApprovalInbox.Ask ask =
          record.value() == null ? null : Json.read(record.value(), ApprovalInbox.class).ask();
      if (ask == null) {
        open.remove(agent);
      } else {
        open.put(agent, ask);
        seen.putIfAbsent(ask.question().approval(), Instant.now());
      }
    } catch (InvalidValueException e) {
      unsaid.add(Example.PEOPLE + ": what waits can't be read: " + e.getMessage());
    }
  }

  private void answer(AgentId agent, ApprovalInbox.Ask ask) throws InterruptedException {
    Question question = ask.question();
    Instant since = seen.getOrDefault(question.approval(), Instant.EPOCH);
    for (Map.Entry<String, Person> one : people.entrySet()) {
      String once = question.approval() + " " + one.getKey();
      ScriptedAnswer line = done.contains(once) ? null : line(one.getKey(), agent, ask);
      if (line != null && !Instant.now().isBefore(since.plus(line.thinking()))) {
        GatewayAnswer said =
            one.getValue()
                .client()
                .answer(
                    question.approval(),
                    line.answer(),
                    question.argsHash(),
                    new GatewayClient.Words(line.args(), line.reason()));
        if (isSaid(said, since.plus(line.thinking()), line)) {
          done.add(once);
        }
      }
    }
  }

  private @Nullable ScriptedAnswer line(String name, AgentId agent, ApprovalInbox.Ask ask) {
    return script.stream()
        .filter(line -> line.approver().equals(name) && line.fits(agent, ask))
        .findFirst()
        .orElse(null);
  }

  /// Whether nothing is left to say: it is on the log, or it can't be.
  private boolean isSaid(GatewayAnswer answer, Instant since, ScriptedAnswer line) {
    return switch (answer) {
      case GatewayAnswer.Accepted _ -> true;
      // Another's word came first, and what this thread knows of it is older.
      case GatewayAnswer.Unknown _, GatewayAnswer.Conflict _ -> false;
      case GatewayAnswer.NoLogin _, GatewayAnswer.Busy _, GatewayAnswer.Unreachable _ ->
          Instant.now().isAfter(since.plus(PATIENCE)) && refused(answer, line);
      case GatewayAnswer.Forbidden _, GatewayAnswer.Invalid _ -> refused(answer, line);
    };
  }

  private boolean refused(GatewayAnswer answer, ScriptedAnswer line) {
    unsaid.add(
        Example.PEOPLE
            + ": "
            + line.approver()
            + " could not "
            + line.answer().name().toLowerCase(Locale.ROOT)
            + ": "
            + answer);
    return true;
  }

  @Override
  public void close() {
    Thread running = thread;
    if (running != null) {
      running.interrupt();
      try {
        running.join(Duration.ofSeconds(5));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    for (Person person : people.values()) {
      person.client().close();
      try {
        register.revoke(person.principal().id());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
