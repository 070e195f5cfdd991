package dev.playloop.ingest.stream;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.TurnId;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.journal.JournalEntry.Body;
import dev.playloop.schemas.journal.JournalEntry.Envelope;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.seal.KeyRing;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.schemas.topic.JournalHeaders;
import dev.playloop.schemas.view.AgentNews;
import dev.playloop.schemas.view.AgentNewsDidBuilder;
import dev.playloop.schemas.view.AgentNewsFailedBuilder;
import dev.playloop.schemas.view.AgentNewsSaidBuilder;
import dev.playloop.schemas.world.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Makes news of journal entries. The journal alone tells: it has what was folded, in its order,
/// once, and what was erased there is told no more. A result names no tool, so the calls of each
/// agent's newest decision are remembered, of [#AGENTS] agents. What is erased or no entry gives no
/// news, nor does what is sealed with a key that is not there (any more). Used by one thread.
final class NewsReader {
  private static final int AGENTS = 5_000;
  private static final int ARGS_BYTES = 8 << 10;
  private static final int TEXT = 16_000;
  private static final int BRIEF = 1_000;
  private static final String DECIDED = "decision-made";
  private static final String DONE = "action-done";

  private final Function<String, @Nullable ToolCatalogue> catalogues;
  private final KeyRing keys;
  private final Map<AgentId, Called> called =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<AgentId, Called> eldest) {
          return size() > AGENTS;
        }
      };

  /// The calls of a decision, by their number from 1.
  private record Called(
      TurnId turn, long offset, @Nullable String sealedBy, Map<Integer, Call> calls) {}

  /// What an action is, as far as that is known.
  private record Call(@Nullable String tool, @Nullable JsonNode args, boolean simulated) {
    static final Call UNKNOWN = new Call(null, null, false);

    boolean isKnown() {
      return tool != null;
    }
  }

  /// Those that entries of one agent give, numbered.
  private final class Entry {
    private final AgentId agent;
    private final Instant at;
    private final @Nullable String sealedBy;
    private final long offset;
    private final List<News> news = new ArrayList<>();

    Entry(Envelope envelope, @Nullable String sealedBy, long offset) {
      this.sealedBy = sealedBy;
      this.agent = envelope.agent();
      this.at = envelope.at();
      this.offset = offset;
    }

    void add(AgentNews one) {
      news.add(News.of(new NewsId(since(agent, offset), offset, news.size() + 1), one, sealedBy));
    }
  }

  NewsReader(Function<String, @Nullable ToolCatalogue> catalogues, KeyRing keys) {
    this.catalogues = catalogues;
    this.keys = keys;
  }

  /// Where a reader has to begin to know the calls of what comes from `next` on.
  long since(AgentId agent, long next) {
    Called open = called.get(agent);
    return open == null ? next : open.offset();
  }

  List<News> read(ConsumerRecord<byte[], byte[]> record) {
    JournalEntry entry = JournalHeaders.read(record.headers(), record.value());
    byte[] head = entry.envelope();
    if (head == null) {
      return List.of();
    }
    try {
      Envelope envelope = Json.read(head, Envelope.class);
      byte[] json = SealedBody.open(entry, envelope, keys);
      if (json == null) {
        return List.of();
      }
      Entry made = new Entry(envelope, entry.key(), record.offset());
      read(made, envelope.kind(), Json.read(json, Body.class, Edge.KEPT));
      return made.news;
    } catch (InvalidValueException | JacksonException e) {
      // Such as the entry of another release: it tells nobody anything.
      return List.of();
    }
  }

  private void read(Entry entry, String kind, Body body) {
    if (kind.equals(DECIDED)) {
      decided(entry, Json.readStrict(body.input(), Decision.class), body.events());
    } else if (kind.equals(DONE)) {
      acted(entry, Json.readStrict(body.input(), ActionResult.class));
    }
    for (LoopEvent event : body.events()) {
      if (event instanceof LoopEvent.RunClosed closed) {
        entry.add(
            new AgentNews.Closed(
                entry.agent, closed.run(), entry.at, closed.outcome(), closed.triggers()));
        called.remove(entry.agent);
      } else if (event instanceof ApprovalEvent.Answered answered && answered.edited() != null) {
        edited(entry.agent, answered.action(), answered.edited().args());
      }
    }
  }

  /// A text beside calls, or one that ends nothing, is a thought.
  private void decided(Entry entry, Decision decision, List<LoopEvent> events) {
    if (!(decision.outcome() instanceof Decision.Answered answered)) {
      return;
    }
    if (!answered.toolCalls().isEmpty()) {
      Map<Integer, Call> calls = new LinkedHashMap<>();
      for (ToolCall call : answered.toolCalls()) {
        JsonNode args = call.check() instanceof ToolCall.Valid valid ? bounded(valid.args()) : null;
        calls.put(calls.size() + 1, new Call(call.target(), args, call.simulate()));
      }
      called.put(entry.agent, new Called(decision.turn(), entry.offset, entry.sealedBy, calls));
      return;
    }
    boolean ended =
        events.stream()
            .anyMatch(event ->
                event instanceof LoopEvent.RunClosed closed
                    && closed.outcome() == RunOutcome.COMPLETED
                    && closed.run().equals(decision.turn().run()));
    if (ended && speaksByText(entry.agent) && !answered.text().isBlank()) {
      entry.add(
          AgentNewsSaidBuilder.builder()
              .agent(entry.agent)
              .run(decision.turn().run())
              .at(entry.at)
              .text(Text.brief(answered.text(), TEXT))
              .build());
    }
  }

  /// Who has a tool to speak by, speaks by that, past whatever guard its world has.
  private boolean speaksByText(AgentId agent) {
    ToolCatalogue tools = catalogues.apply(agent.world());
    return tools != null && tools.specs().stream().allMatch(tool -> tool.says() == null);
  }

  private void acted(Entry entry, ActionResult result) {
    ActionId action = result.action();
    Call call = call(entry.agent, action);
    // Such as what came late, under another key, of a run about somebody who was forgotten.
    boolean whole = call.isKnown() || entry.sealedBy == null;
    // The loop's own are such as a memory, or a preview of what then does not happen.
    if (action.number() > ActionId.MOST_CALLS || call.simulated() || result.isHalted()) {
      return;
    }
    ToolSpec<?> spec = spec(entry.agent, call);
    if (result.status() != ActionResult.Status.DONE) {
      ActionResult.ActionError error = result.error();
      entry.add(
          AgentNewsFailedBuilder.builder()
              .agent(entry.agent)
              .run(action.run())
              .at(entry.at)
              .action(action)
              .tool(call.tool())
              .args(unspoken(spec, call))
              .status(result.status())
              .reason(error == null || !whole ? null : Text.brief(error.message(), BRIEF))
              .build());
      return;
    }
    said(entry, result, call, spec);
    JsonNode output = result.output();
    entry.add(
        AgentNewsDidBuilder.builder()
            .agent(entry.agent)
            .run(action.run())
            .at(entry.at)
            .action(action)
            .tool(call.tool())
            .args(unspoken(spec, call))
            .result(output == null || !whole ? null : Text.brief(Json.text(output), BRIEF))
            .build());
  }

  private @Nullable ToolSpec<?> spec(AgentId agent, Call call) {
    ToolCatalogue tools = call.tool() == null ? null : catalogues.apply(agent.world());
    return tools == null || call.tool() == null ? null : tools.find(call.tool());
  }

  /// What the call says to people: as it was said, where a guard has put other words in its place.
  private static void said(
      Entry entry, ActionResult result, Call call, @Nullable ToolSpec<?> spec) {
    JsonNode args = call.args();
    if (spec == null || spec.says() == null || args == null) {
      return;
    }
    String spoken = Verdict.spoken(spec.says(), args, result.output());
    if (spoken == null) {
      return;
    }
    entry.add(
        AgentNewsSaidBuilder.builder()
            .agent(entry.agent)
            .run(result.action().run())
            .at(entry.at)
            .text(Text.brief(spoken, TEXT))
            .tool(call.tool())
            .replyTo(spec.replyTo(args))
            .build());
  }

  /// The arguments without what people were to read: what was said is told as that, and what was
  /// not said, because a guard denied it, must not be read here. Null where nobody knows which that
  /// is.
  private static @Nullable JsonNode unspoken(@Nullable ToolSpec<?> spec, Call call) {
    if (spec == null || !(call.args() instanceof ObjectNode args)) {
      return null;
    }
    return spec.says() == null ? args : args.deepCopy().without(List.of(spec.says()));
  }

  /// A call whose key was dropped meanwhile is not known any more.
  private Call call(AgentId agent, ActionId action) {
    Called open = called.get(agent);
    return open == null
            || !open.turn().equals(action.turn())
            || (open.sealedBy() != null && keys.find(open.sealedBy()) == null)
        ? Call.UNKNOWN
        : open.calls().getOrDefault(action.number(), Call.UNKNOWN);
  }

  private void edited(AgentId agent, ActionId action, JsonNode args) {
    Called open = called.get(agent);
    if (open != null && open.turn().equals(action.turn())) {
      open.calls()
          .computeIfPresent(
              action.number(), (_, call) -> new Call(call.tool(), bounded(args), call.simulated()));
    }
  }

  private static @Nullable JsonNode bounded(JsonNode args) {
    return Json.bytes(args).length > ARGS_BYTES ? null : args;
  }
}
