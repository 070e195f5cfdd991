package dev.playloop.journal;

import dev.playloop.loop.state.Input;
import dev.playloop.loop.talk.Talk;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.schemas.journal.JournalEntry.Envelope;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.view.Progress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;

/// An input and its JSON as it is journaled: of one that came with a record, that record's bytes as
/// they were parsed; of the others, what this writes. The envelope's `kind`, `input` and `at` say
/// the rest, so that both together are the input again. Immutable.
///
/// @param json not to be changed
@SuppressWarnings("ArrayRecordComponent") // bytes on their way, never compared
public record Given(Input input, byte[] json) {
  private static final Map<String, ObjectReader> BODIES = bodies();
  private static final byte[] NOTHING = "{}".getBytes(StandardCharsets.UTF_8);

  /// An input that came with no record of its own, written by us.
  public static Given of(Input input) {
    return new Given(input, written(input));
  }

  private static byte[] written(Input input) {
    return switch (input) {
      case Input.TriggerArrived arrived -> Json.bytes(arrived.trigger());
      case Input.DecisionMade made -> Json.bytes(made.decision());
      case Input.ActionDone done -> Json.bytes(done.result());
      case Input.ActionProgressed progressed -> Json.bytes(progressed.progress());
      case Input.ViewReached reached -> Json.bytes(new Reached(reached.version()));
      case Input.ConfigChanged changed ->
          changed.config() == null ? NOTHING : Json.bytes(changed.config());
      case Input.Controlled controlled -> Json.bytes(controlled.control());
      case Input.Halted halted -> Json.bytes(new Halt(halted.scope(), halted.by()));
      case Input.WorldRetired retired -> Json.bytes(new Retired(retired.by()));
      case Input.DeadlinePassed _, Input.Resumed _, Input.CatalogueLost _ -> NOTHING;
    };
  }

  /// The version that a view has reached.
  private record Reached(long version) {}

  private record Halt(HaltScope scope, String by) {}

  private record Retired(String by) {}

  private record Nothing() {}

  /// What an envelope calls an input, and what its JSON is.
  public enum Kind {
    TRIGGER_ARRIVED("trigger-arrived", Trigger.class),
    /// A trigger whose id had come before.
    TRIGGER_REPEATED("trigger-repeated", Trigger.class),
    DECISION_MADE("decision-made", Decision.class),
    ACTION_DONE("action-done", ActionResult.class),
    ACTION_PROGRESSED("action-progressed", Progress.class),
    VIEW_REACHED("view-reached", Reached.class),
    DEADLINE_PASSED("deadline-passed", Nothing.class),
    CONFIG_CHANGED("config-changed", AgentConfig.class),
    /// The agent's tombstone.
    CONFIG_REMOVED("config-removed", Nothing.class),
    CONTROLLED("controlled", Control.class),
    HALTED("halted", Halt.class),
    RESUMED("resumed", Nothing.class),
    CATALOGUE_LOST("catalogue-lost", Nothing.class),
    WORLD_RETIRED("world-retired", Retired.class);

    private final String text;
    private final Class<?> type;

    Kind(String text, Class<?> type) {
      this.text = text;
      this.type = type;
    }

    /// As envelopes have it.
    public String text() {
      return text;
    }

    /// The kind of an input.
    public static Kind of(Input input) {
      return switch (input) {
        case Input.TriggerArrived arrived ->
            arrived.duplicate() ? TRIGGER_REPEATED : TRIGGER_ARRIVED;
        case Input.DecisionMade _ -> DECISION_MADE;
        case Input.ActionDone _ -> ACTION_DONE;
        case Input.ActionProgressed _ -> ACTION_PROGRESSED;
        case Input.ViewReached _ -> VIEW_REACHED;
        case Input.DeadlinePassed _ -> DEADLINE_PASSED;
        case Input.ConfigChanged changed ->
            changed.config() == null ? CONFIG_REMOVED : CONFIG_CHANGED;
        case Input.Controlled _ -> CONTROLLED;
        case Input.Halted _ -> HALTED;
        case Input.Resumed _ -> RESUMED;
        case Input.CatalogueLost _ -> CATALOGUE_LOST;
        case Input.WorldRetired _ -> WORLD_RETIRED;
      };
    }

    /// Throws [IllegalArgumentException] where no input has this name.
    public static Kind of(String text) {
      for (Kind kind : values()) {
        if (kind.text.equals(text)) {
          return kind;
        }
      }
      throw new IllegalArgumentException("no kind of input is called '" + text + "'");
    }
  }

  /// A [dev.playloop.schemas.journal.JournalEntry.Body] whose input is of a known kind.
  record Body<T>(
      T input, @Nullable View view, @Nullable List<Talk> memory, @Nullable List<LoopEvent> events) {
    /// What was read of who said what.
    List<Talk> remembered() {
      return memory == null ? List.of() : memory;
    }

    List<LoopEvent> all() {
      return events == null ? List.of() : events;
    }
  }

  /// Who reads the bodies of each kind of input.
  private static Map<String, ObjectReader> bodies() {
    Map<String, ObjectReader> readers = new HashMap<>();
    for (Kind kind : Kind.values()) {
      JavaType type = Json.LOG.getTypeFactory().constructParametricType(Body.class, kind.type);
      readers.put(kind.text, Json.LOG.readerFor(type));
    }
    return Map.copyOf(readers);
  }

  /// An entry's body. Throws [IllegalArgumentException] or what the parser throws where it holds no
  /// input of its kind.
  static Body<?> body(Envelope envelope, byte[] json) {
    ObjectReader reader = BODIES.get(envelope.kind());
    if (reader == null) {
      throw new IllegalArgumentException("no kind of input is called '" + envelope.kind() + "'");
    }
    return reader.readValue(json);
  }

  /// The input again, from an envelope and its value's `input`. Throws [IllegalArgumentException]
  /// or what the parser throws where that is none of its kind.
  public static Input read(Envelope envelope, JsonNode json) {
    return again(envelope, Json.LOG.treeToValue(json, Kind.of(envelope.kind()).type));
  }

  /// The same from the value as it was read for the envelope's kind.
  static Input again(Envelope envelope, Object value) {
    String id = envelope.input();
    Instant at = envelope.at();
    return switch (value) {
      case Trigger trigger ->
          new Input.TriggerArrived(
              id,
              at,
              trigger.withId(
                  trigger.id() == null ? id : trigger.id(),
                  trigger.at() == null ? at : trigger.at()),
              envelope.kind().equals(Kind.TRIGGER_REPEATED.text));
      case Decision decision -> new Input.DecisionMade(id, at, decision);
      case ActionResult result -> new Input.ActionDone(id, at, result);
      case Progress progress -> new Input.ActionProgressed(id, at, progress);
      case Reached reached -> new Input.ViewReached(id, at, reached.version);
      case AgentConfig config -> new Input.ConfigChanged(id, at, config);
      case Control control -> new Input.Controlled(id, at, control);
      case Halt halt -> new Input.Halted(id, at, halt.scope, halt.by);
      case Retired retired -> new Input.WorldRetired(id, at, retired.by);
      case Nothing _ -> empty(Kind.of(envelope.kind()), id, at);
      default -> throw new IllegalArgumentException("no input is " + value.getClass());
    };
  }

  private static Input empty(Kind kind, String id, Instant at) {
    return switch (kind) {
      case DEADLINE_PASSED -> new Input.DeadlinePassed(id, at);
      case CONFIG_REMOVED -> new Input.ConfigChanged(id, at, null);
      case RESUMED -> new Input.Resumed(id, at);
      case CATALOGUE_LOST -> new Input.CatalogueLost(id, at);
      case TRIGGER_ARRIVED,
          TRIGGER_REPEATED,
          DECISION_MADE,
          ACTION_DONE,
          ACTION_PROGRESSED,
          VIEW_REACHED,
          CONFIG_CHANGED,
          CONTROLLED,
          HALTED,
          WORLD_RETIRED ->
          throw new IllegalArgumentException(kind + " has a value");
    };
  }

  /// What the envelope's `input` must be, as far as the value says so; else what it is.
  static String id(Input input) {
    return switch (input) {
      case Input.TriggerArrived arrived ->
          arrived.trigger().id() == null ? arrived.id() : arrived.trigger().id();
      case Input.DecisionMade made -> made.decision().turn().value();
      case Input.ActionDone done -> done.result().action().value();
      case Input.ActionProgressed progressed -> progressed.progress().action().value();
      case Input.ViewReached reached -> "view-" + reached.version();
      case Input.DeadlinePassed _,
          Input.ConfigChanged _,
          Input.Controlled _,
          Input.Halted _,
          Input.Resumed _,
          Input.CatalogueLost _,
          Input.WorldRetired _ ->
          input.id();
    };
  }
}
