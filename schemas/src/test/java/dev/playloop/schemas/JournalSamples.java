package dev.playloop.schemas;

import static dev.playloop.schemas.Samples.ACTION;
import static dev.playloop.schemas.Samples.ADA;
import static dev.playloop.schemas.Samples.ARGS;
import static dev.playloop.schemas.Samples.AT;
import static dev.playloop.schemas.Samples.CENT;
import static dev.playloop.schemas.Samples.HASH;
import static dev.playloop.schemas.Samples.KIM;
import static dev.playloop.schemas.Samples.RUN;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.schemas.journal.Checkpoint;
import dev.playloop.schemas.journal.CheckpointBodyBuilder;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.json.Json;
import java.time.Duration;
import java.util.List;

/// The journal and its checkpoints.
final class JournalSamples {
  private JournalSamples() {}

  static Checkpoint checkpoint() {
    return new Checkpoint(1, Json.text(checkpointBody()), HASH, "c2lnbmF0dXJl");
  }

  static Checkpoint.Body checkpointBody() {
    return CheckpointBodyBuilder.builder()
        .v(1)
        .number(3)
        .at(AT)
        .journal("playloop.journal")
        .offsets(List.of(120L, 0L, 77L, 9L))
        .agents(42)
        .root(HASH)
        .previous(HASH)
        .build();
  }

  static JournalEntry.Envelope envelope() {
    return JournalEntry.Envelope.of(ADA, 7, AT)
        .by(3, HASH)
        .about("action-done", ACTION.value())
        .hashes(HASH, HASH, HASH)
        .behind(HASH)
        .prompt(HASH);
  }

  static JournalEntry.Body body() {
    return new JournalEntry.Body(
        ARGS,
        Samples.view(),
        null,
        List.of(
            new LoopEvent.RunOpened(RUN, "msg-001", "chat.mention"),
            LoopEvent.RunClosed.of(RUN, LoopEvent.RunOutcome.COMPLETED, AT, AT)
                .triggers(List.of("msg-001"))
                .summary("Worked.")
                .turns(2)
                .actions(List.of(new LoopEvent.ActionTaken("do_work", ActionResult.Status.DONE)))
                .costUsd(CENT),
            new LoopEvent.TriggerDropped("msg-002", LoopEvent.DropReason.DUPLICATE),
            new LoopEvent.TriggerQueued("msg-003", 2),
            new LoopEvent.TriggerJoined("msg-004", RUN),
            new LoopEvent.RouteChanged(RUN, "a", "b"),
            new LoopEvent.Overrun(RUN, CENT),
            new LoopEvent.ApprovalAsked(ACTION, "do_work", ARGS, ControlSamples.question()),
            ApprovalEvent.Answered.of(ControlSamples.approve(), 1),
            ApprovalEvent.Answered.of(ControlSamples.edit(), 1)
                .edited(ARGS, ControlSamples.question()),
            new ApprovalEvent.Escalated(ACTION, List.of("mayor"), AT),
            new ApprovalEvent.Ended(ACTION, "a-1", ApprovalEvent.How.APPROVED, List.of("kim")),
            new ApprovalEvent.RunParked(RUN),
            new ApprovalEvent.RunResumed(RUN, Duration.ofHours(3)),
            new ApprovalEvent.Ignored(ACTION, ApprovalEvent.Why.MISSING_ROLE, KIM),
            ApprovalEvent.GrantGiven.of(ControlSamples.grant()),
            new ApprovalEvent.GrantUsed("g-1", ACTION, 2),
            new ApprovalEvent.GrantEnded("g-1", ApprovalEvent.GrantEnd.REVOKED, KIM),
            new ApprovalEvent.Confirmed(ACTION, true, KIM, "I saw it"),
            new LoopEvent.Poisoned("msg-005", "a bug"),
            new LoopEvent.Quarantined(ADA),
            new LoopEvent.WorkHeld(HaltScope.ALL, "kim"),
            new LoopEvent.WorkResumed(HaltScope.ALL, "kim", Duration.ofMinutes(5)),
            new LoopEvent.CounterpartsForgotten(List.of("user-7"))));
  }
}
