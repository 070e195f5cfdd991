package dev.playloop.schemas.event;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Default;
import dev.playloop.schemas.json.Versioned;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What came of one action. `worldVersion` is the version of the agent's view that shows a write;
/// `shown` is what a model is shown beside the output, such as images; null where nothing is.
@RecordBuilder
public record ActionResult(
    int v,
    ActionId action,
    AgentId agent,
    Status status,
    @Nullable JsonNode output,
    @Nullable ActionError error,
    @Nullable Long worldVersion,
    @Default("[]") List<String> receipts,
    @Nullable List<Part> shown)
    implements ActionResultBuilder.With, Versioned {
  public static final int VERSION = 1;
  public static final int MAX_SHOWN = 4;

  /// The error's code where a halt kept a worker from beginning; the status is then EXPIRED.
  public static final String HALTED = "halted";

  public ActionResult {
    receipts = receipts == null ? List.of() : List.copyOf(receipts);
    shown = shown == null || shown.isEmpty() ? null : List.copyOf(shown);
    Require.range("shown.length", shown == null ? 0 : shown.size(), 0, MAX_SHOWN);
  }

  /// One that tells no more than how it ended.
  public static ActionResult of(ActionId action, AgentId agent, Status status) {
    return new ActionResult(VERSION, action, agent, status, null, null, null, List.of(), null);
  }

  public ActionResult output(@Nullable JsonNode output) {
    return with().output(output).build();
  }

  public ActionResult error(@Nullable ActionError error) {
    return with().error(error).build();
  }

  public ActionResult worldVersion(@Nullable Long worldVersion) {
    return with().worldVersion(worldVersion).build();
  }

  public ActionResult receipts(List<String> receipts) {
    return with().receipts(receipts).build();
  }

  /// This result, with what shows it.
  public ActionResult showing(@Nullable List<? extends Part> parts) {
    List<Part> copied = parts == null ? null : List.copyOf(parts);
    return with().shown(copied).build();
  }

  /// This result with another output.
  public ActionResult with(@Nullable JsonNode replaced) {
    return with().output(replaced).build();
  }

  /// Whether it was not begun because of a halt: it may be released again under the same id.
  @JsonIgnore
  public boolean isHalted() {
    return status == Status.EXPIRED && error != null && error.code().equals(HALTED);
  }

  public static ActionResult done(
      ActionId action, AgentId agent, JsonNode output, @Nullable Long worldVersion) {
    return of(action, agent, Status.DONE).output(output).worldVersion(worldVersion);
  }

  public static ActionResult failed(
      ActionId action, AgentId agent, Status status, ActionError error) {
    return of(action, agent, status).error(error);
  }

  /// DONE: it happened. REFUSED: the world's rules forbid it, nothing happened. FAILED: it went
  /// wrong, nothing happened. EXPIRED: not begun before `notAfter`. UNKNOWN: it may or may not have
  /// happened. SKIPPED: an earlier action of the same decision failed. TIMED_OUT: a read got no
  /// answer.
  public enum Status {
    DONE,
    REFUSED,
    FAILED,
    EXPIRED,
    UNKNOWN,
    SKIPPED,
    TIMED_OUT
  }

  /// Why; `field` names the argument where one is to blame.
  public record ActionError(
      String code, String message, @Nullable String field, boolean retriable) {}
}
