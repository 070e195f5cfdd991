package dev.playloop.chaos.approval;

import dev.playloop.chaos.Observed;
import dev.playloop.journal.JournalReader;
import dev.playloop.schemas.approval.AnswerKind;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.topic.HeaderNames;
import dev.playloop.schemas.topic.JournalHeaders;
import dev.playloop.schemas.topic.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Follows the journal, and plays the people who answer what it asks. Fed by the observer's thread;
/// each word is said on a virtual thread of its own.
final class Asks {
  private final Topics topics;
  private final Gateway gateway;
  private final Consumer<Stage> reached;
  private final boolean answers;
  private final Map<ActionId, Asked> asked = new ConcurrentHashMap<>();

  /// Without `answers` nobody says anything until [#answer].
  Asks(Topics topics, Gateway gateway, boolean answers, Consumer<Stage> reached) {
    this.topics = topics;
    this.gateway = gateway;
    this.answers = answers;
    this.reached = reached;
  }

  /// One question. Guarded by itself.
  private static final class Asked {
    private final Answering answering;
    private final String approval;
    private String argsHash;
    private int words;
    private int said;
    private int speaking;
    private volatile boolean ended;

    Asked(Answering answering, LoopEvent.ApprovalAsked event) {
      this.answering = answering;
      this.approval = event.question().approval();
      this.argsHash = event.question().argsHash();
    }

    /// The words of the next turn, where it is time for it.
    synchronized List<Answering.Word> turn() {
      boolean due = !ended && speaking == 0 && said <= words && said < answering.turns().size();
      List<Answering.Word> turn = due ? answering.turns().get(said++) : List.of();
      speaking += turn.size();
      return turn;
    }

    synchronized void spoken() {
      speaking--;
    }

    synchronized void counted(ApprovalEvent.Answered answered) {
      words++;
      if (answered.edited() != null) {
        argsHash = answered.edited().question().argsHash();
      }
    }

    synchronized String argsHash() {
      return argsHash;
    }
  }

  /// How many questions there were.
  int count() {
    return asked.size();
  }

  void see(Observed seen) {
    if (seen.record().topic().equals(topics.journal().name())) {
      JournalEntry.Body body =
          JournalReader.read(JournalHeaders.read(seen.record().headers(), seen.record().value()))
              .body();
      for (LoopEvent event : body == null ? List.<LoopEvent>of() : body.events()) {
        see(event);
      }
    } else if (seen.record().topic().equals(topics.results().name())) {
      tell(actionOf(seen), Stage.DONE);
    } else if (actionOf(seen) != null && seen.record().value() != null) {
      Action action = Json.read(seen.record().value(), Action.class);
      if (action.mode() == Action.Mode.EXECUTE && action.effect() == Effect.WRITE) {
        tell(action.action(), Stage.RELEASED);
      }
    }
  }

  private static @Nullable ActionId actionOf(Observed seen) {
    Header header = seen.record().headers().lastHeader(HeaderNames.ACTION);
    return header == null
        ? null
        : ActionId.parse(new String(header.value(), java.nio.charset.StandardCharsets.UTF_8))
            .orElse(null);
  }

  private void tell(@Nullable ActionId action, Stage stage) {
    if (action != null && asked.containsKey(action)) {
      reached.accept(stage);
    }
  }

  private void see(LoopEvent event) {
    switch (event) {
      case LoopEvent.ApprovalAsked one -> {
        Answering answering =
            Answering.of(one.tool(), one.args().path("amount").asInt(0), one.action().value());
        asked.put(one.action(), new Asked(answering, one));
        reached.accept(Stage.ASKED);
        if (answers) {
          goOn(one.action());
        }
      }
      case ApprovalEvent.Answered answered -> {
        Asked one = asked.get(answered.action());
        if (one != null) {
          one.counted(answered);
          reached.accept(Stage.ANSWERED);
          goOn(answered.action());
        }
      }
      case ApprovalEvent.Ended ended -> {
        Asked one = asked.get(ended.action());
        if (one != null) {
          one.ended = true;
          reached.accept(Stage.DECIDED);
        }
      }
      default -> {}
    }
  }

  /// People begin to answer whatever is open.
  void answer() {
    new ArrayList<>(asked.keySet()).forEach(this::goOn);
  }

  private void goOn(ActionId action) {
    Asked one = asked.get(action);
    if (one != null) {
      for (Answering.Word word : one.turn()) {
        Thread.ofVirtual().start(() -> say(action, one, word));
      }
    }
  }

  private void say(ActionId action, Asked one, Answering.Word word) {
    try {
      reached.accept(Stage.ANSWERING);
      JsonNode edited =
          word.kind() == AnswerKind.EDIT
              ? Json.NODES.objectNode().put("amount", word.amount())
              : null;
      gateway.say(word, new Gateway.About(one.approval, one.argsHash(), edited), () -> !one.ended);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      one.spoken();
      goOn(action);
    }
  }
}
