package dev.playloop.loop.state;

import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Effect;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One call that has no answer yet.
///
/// @param number the action's number in its turn
/// @param slot the index of its answer in the transcript; -1 for the fallback
/// @param due when it is given up, or for WAIT is over
/// @param expired a worker said that it was too late to begin; issued again at `due`
public record Pending(
    int number,
    int slot,
    String callId,
    String tool,
    Kind kind,
    JsonNode args,
    Progress progress,
    @Nullable Instant due,
    int issues,
    boolean expired) {
  /// How often the same thing goes out before it is given up.
  public static final int MAX_ISSUES = 2;

  /// SIMULATED: a write that is only asked what it would come to; it counts as a read.
  public enum Kind {
    READ,
    WRITE,
    SIMULATED,
    WAIT;

    public static Kind of(Effect effect) {
      return switch (effect) {
        case READ -> READ;
        case WRITE -> WRITE;
      };
    }
  }

  /// HELD: not yet its turn. PREVIEWED: the world is asked what it would do. ASKED: waits for
  /// people's words. OUT: released. WAITING: a wait.
  public enum Progress {
    HELD,
    PREVIEWED,
    ASKED,
    OUT,
    WAITING
  }

  /// A call whose turn has not come.
  public static Pending held(Slot slot, Kind kind, JsonNode args) {
    return of(slot, kind, args, Progress.HELD, null);
  }

  /// A wait until `due`.
  public static Pending waiting(Slot slot, JsonNode args, Instant due) {
    return of(slot, Kind.WAIT, args, Progress.WAITING, due);
  }

  private static Pending of(
      Slot slot, Kind kind, JsonNode args, Progress progress, @Nullable Instant due) {
    return new Pending(
        slot.number(),
        slot.index(),
        slot.callId(),
        slot.tool(),
        kind,
        args,
        progress,
        due,
        0,
        false);
  }

  public Slot place() {
    return new Slot(number, slot, callId, tool);
  }

  public boolean isWrite() {
    return kind == Kind.WRITE;
  }

  /// Whether nothing changes by it, so that it may go out beside others.
  public boolean looks() {
    return kind == Kind.READ || kind == Kind.SIMULATED;
  }

  public boolean isHeld() {
    return progress == Progress.HELD;
  }

  /// A person is asked.
  public Pending asked() {
    return with(Progress.ASKED, null, 0, false);
  }

  /// The world is asked what it would do, until `settleAt`.
  public Pending previewed(Instant settleAt) {
    return with(Progress.PREVIEWED, settleAt, 0, false);
  }

  /// It went out, and is given up at `settleAt`.
  public Pending released(Instant settleAt) {
    return with(Progress.OUT, settleAt, issues + 1, false);
  }

  /// Not begun because of a halt, and released again a moment after that ends. It counts as out
  /// until then, so that what was approved needs no second word.
  public Pending heldBack(Instant until) {
    return with(Progress.OUT, until, Math.min(issues, 1), true);
  }

  /// A worker said that it was too late to begin.
  public Pending notBegun() {
    return with(progress, due, issues, true);
  }

  /// Out, but given up: only the doubt can end it, which holds the arguments from here on.
  public Pending inDoubt() {
    return with(Progress.OUT, null, issues, false).withArgs(Json.NODES.objectNode());
  }

  Pending later(Duration by) {
    return with(progress, due == null ? null : due.plus(by), issues, expired);
  }

  public Pending withArgs(JsonNode other) {
    return new Pending(number, slot, callId, tool, kind, other, progress, due, issues, expired);
  }

  private Pending with(
      Progress nowIn, @Nullable Instant nowDue, int nowIssued, boolean nowExpired) {
    return new Pending(
        number, slot, callId, tool, kind, args, nowIn, nowDue, nowIssued, nowExpired);
  }
}
