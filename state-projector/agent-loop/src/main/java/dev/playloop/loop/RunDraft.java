package dev.playloop.loop;

import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.id.TurnId;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The open run while a fold works on it; see [Run] for what its fields mean.
final class RunDraft {
  static final int MAX_NOTICES = 12;

  final RunId id;
  Run.Origin origin;
  final List<String> triggers;
  final Instant openedAt;
  Instant deadline;
  @Nullable AgentConfig config;
  int turns;
  int actions;
  BigDecimal spentUsd;
  int candidate;
  boolean finalTurn;
  Run.TranscriptMark transcript;
  Run.Goals goals;
  List<Run.Strike> strikes;
  Taken taken;
  final List<Run.Notice> notices;
  @Nullable Long needVersion;
  int empty;
  int overActions;
  Run.@Nullable Doubt doubt;
  @Nullable Integer holds;
  Run.Phase phase;

  /// What `finish` said of this run, on its way into its memory row; not kept.
  @Nullable Double importance;

  RunDraft(Run run) {
    id = run.id();
    origin = run.origin();
    triggers = new ArrayList<>(run.triggers());
    openedAt = run.openedAt();
    deadline = run.deadline();
    config = run.config();
    turns = run.turns();
    actions = run.actions();
    spentUsd = run.spentUsd();
    candidate = run.candidate();
    finalTurn = run.finalTurn();
    transcript = run.transcript();
    goals = run.goals();
    strikes = run.strikes();
    taken = run.taken();
    notices = new ArrayList<>(run.notices());
    needVersion = run.needVersion();
    empty = run.empty();
    overActions = run.overActions();
    doubt = run.doubt();
    holds = run.holds();
    phase = run.phase();
  }

  /// A run that has done nothing yet.
  RunDraft(RunId id, Run.Origin origin, Instant openedAt, Instant deadline) {
    this.id = id;
    this.origin = origin;
    this.openedAt = openedAt;
    this.deadline = deadline;
    triggers = new ArrayList<>(List.of(origin.trigger()));
    spentUsd = BigDecimal.ZERO;
    transcript = Run.TranscriptMark.EMPTY;
    goals = Run.Goals.NONE;
    strikes = List.of();
    taken = Taken.NONE;
    notices = new ArrayList<>();
    phase = new Run.Thinking();
  }

  /// The turn that is open, or was last.
  TurnId turn() {
    return id.turn(Math.max(1, turns));
  }

  /// Something for the next turn to say; the oldest go first when there are too many.
  void notice(String code, String text) {
    notices.add(new Run.Notice(code, text));
    if (notices.size() > MAX_NOTICES) {
      notices.removeFirst();
    }
  }

  void take(String tool, ActionResult.Status status) {
    taken = taken.and(tool, status);
  }

  /// Reserves places for messages and returns the first.
  int reserve(int messages) {
    int first = transcript.count();
    transcript = new Run.TranscriptMark(first + messages, transcript.bytes(), transcript.hash());
    return first;
  }

  void wrote(int index, WrittenMessage message) {
    byte[] json = message.json();
    byte[] before = (transcript.hash() + "\n" + index + "\n").getBytes(StandardCharsets.UTF_8);
    transcript =
        new Run.TranscriptMark(
            transcript.count(), transcript.bytes() + json.length, Sha256.hex(before, json));
  }

  Run freeze() {
    return new Run(
        id,
        origin,
        triggers,
        openedAt,
        deadline,
        config,
        turns,
        actions,
        spentUsd,
        candidate,
        finalTurn,
        transcript,
        goals,
        strikes,
        taken,
        notices,
        needVersion,
        empty,
        overActions,
        doubt,
        holds,
        phase);
  }
}
