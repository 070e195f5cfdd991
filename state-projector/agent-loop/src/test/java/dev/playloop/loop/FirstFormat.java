package dev.playloop.loop;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.playloop.loop.state.Input;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.schemas.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads the inputs out of an export of format 1. Knows that format by itself, whatever the product
/// writes and reads by now. Stateless.
final class FirstFormat {
  private FirstFormat() {}

  /// An input as it was journaled.
  ///
  /// @param view what the agent saw, where a turn was opened
  /// @param error what the fold threw at it; null where it threw nothing
  /// @param promptHash that of the turn which was opened; null where none was
  record Journaled(
      Input input, @Nullable View view, @Nullable String error, @Nullable String promptHash) {}

  private record Envelope(AgentId agent, long seq, String kind, @Nullable String promptHash) {}

  private record Body(Happened input, @Nullable View view, List<Event> events) {}

  private record Event(String type, @Nullable String error) {}

  /// The fields of all kinds of inputs.
  private record Happened(
      String type,
      String id,
      Instant at,
      @Nullable Trigger trigger,
      @Nullable Boolean duplicate,
      @Nullable Decision decision,
      @Nullable ActionResult result,
      @Nullable Long version,
      @Nullable AgentConfig config,
      @Nullable Control control,
      @Nullable HaltScope scope,
      @Nullable String by) {

    Input input() {
      return switch (type) {
        case "trigger-arrived" ->
            new Input.TriggerArrived(id, at, held(trigger), Boolean.TRUE.equals(duplicate));
        case "decision-made" -> new Input.DecisionMade(id, at, held(decision));
        case "action-done" -> new Input.ActionDone(id, at, held(result));
        case "view-reached" -> new Input.ViewReached(id, at, held(version));
        case "deadline-passed" -> new Input.DeadlinePassed(id, at);
        case "config-changed" -> new Input.ConfigChanged(id, at, config);
        case "controlled" -> new Input.Controlled(id, at, held(control));
        case "halted" -> new Input.Halted(id, at, held(scope), held(by));
        case "resumed" -> new Input.Resumed(id, at);
        default -> throw new IllegalArgumentException("no input is a " + type);
      };
    }

    private <T> T held(@Nullable T value) {
      return Objects.requireNonNull(value, type);
    }
  }

  /// The inputs of each agent, from its first on, agents by their ids.
  static Map<String, List<Journaled>> read(InputStream export) {
    Map<String, Long> entries = new TreeMap<>();
    Map<String, List<Journaled>> inputs = new TreeMap<>();
    try (BufferedReader lines = new BufferedReader(new InputStreamReader(export, UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonNode tree = Json.LOG.readTree(line);
        if (tree.get("type").stringValue().equals("entry")) {
          JsonNode entry = tree.get("record");
          Envelope envelope = read(entry.get("envelope"), Envelope.class);
          String agent = envelope.agent().value();
          if (envelope.seq() != entries.merge(agent, 1L, Long::sum) - 1) {
            throw new IllegalStateException(agent + " lacks entries before " + envelope.seq());
          }
          if (!envelope.kind().equals("snapshot")) {
            Body body = read(entry.get("payload").get("body"), Body.class);
            inputs.computeIfAbsent(agent, _ -> new ArrayList<>()).add(journaled(envelope, body));
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return inputs;
  }

  private static Journaled journaled(Envelope envelope, Body body) {
    String error =
        body.events().stream()
            .filter(event -> event.type().equals("poisoned"))
            .map(Event::error)
            .findFirst()
            .orElse(null);
    return new Journaled(body.input().input(), body.view(), error, envelope.promptHash());
  }

  /// JSON within JSON, as a text.
  private static <T> T read(JsonNode text, Class<T> type) {
    return Json.LOG.readValue(text.stringValue(), type);
  }
}
