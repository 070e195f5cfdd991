package dev.playloop.loop.people;

import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Asking;
import dev.playloop.loop.state.Flights;
import dev.playloop.loop.state.Pending;
import dev.playloop.loop.state.Phase;
import dev.playloop.loop.state.Run;
import dev.playloop.schemas.approval.ApprovalInbox;
import dev.playloop.schemas.approval.ApprovalInbox.StandingGrant;
import dev.playloop.schemas.approval.ApprovalInbox.Unknown;
import dev.playloop.schemas.approval.ApprovalInbox.Word;
import dev.playloop.schemas.approval.ApprovalInboxAskBuilder;
import dev.playloop.schemas.approval.ApprovalInboxBuilder;
import dev.playloop.schemas.approval.ApprovalInboxStandingGrantBuilder;
import dev.playloop.schemas.event.AgentConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What waits for people's words, drawn from an agent's state. Pure.
public final class Inbox {
  private Inbox() {}

  /// Whether a step has changed what waits. Compares parts by reference first, since most steps
  /// change none of them.
  public static boolean changed(AgentState before, AgentState after) {
    return !Objects.equals(ask(before), ask(after))
        || !Objects.equals(doubt(before.run()), doubt(after.run()))
        || !before.late().equals(after.late())
        || !before.grants().equals(after.grants());
  }

  private static Asking.@Nullable Ask ask(AgentState state) {
    Run run = asking(state);
    return run == null ? null : run.asked().ask();
  }

  private static @Nullable Run asking(AgentState state) {
    return state.parked() == null ? state.run() : state.parked();
  }

  private static Run.@Nullable Doubt doubt(@Nullable Run run) {
    return run == null ? null : run.doubt();
  }

  /// What waits now.
  public static ApprovalInbox of(AgentState state) {
    List<Unknown> unknown = new ArrayList<>();
    Run.Doubt doubt = doubt(state.run());
    if (doubt != null) {
      unknown.add(new Unknown(doubt.action(), doubt.tool(), doubt.args()));
    }
    for (Flights.Flight flight : state.late()) {
      if (doubt == null || !flight.action().equals(doubt.action())) {
        unknown.add(new Unknown(flight.action(), flight.tool(), null));
      }
    }
    return ApprovalInboxBuilder.builder()
        .v(ApprovalInbox.VERSION)
        .agent(state.agent())
        .at(state.at())
        .ask(open(state))
        .unknown(unknown)
        .grants(state.grants().stream().filter(one -> one.left() > 0).map(Inbox::standing).toList())
        .build();
  }

  private static ApprovalInbox.@Nullable Ask open(AgentState state) {
    Run run = asking(state);
    Asking.Ask ask = run == null ? null : run.asked().ask();
    if (run == null
        || ask == null
        || !ask.isOpen()
        || !(run.phase() instanceof Phase.Acting acting)) {
      return null;
    }
    Pending pending = acting.find(ask.action());
    AgentConfig config = run.config() == null ? state.config() : run.config();
    return pending == null || config == null
        ? null
        : ApprovalInboxAskBuilder.builder()
            .action(ask.action())
            .tool(pending.tool())
            .args(pending.args())
            .actor(config.actor())
            .kind(run.origin().kind())
            .subject(run.origin().subjectId())
            .question(ask.question())
            .words(ask.words().stream().map(one -> new Word(one.subject(), one.kind())).toList())
            .build();
  }

  private static StandingGrant standing(Asking.Grant grant) {
    return ApprovalInboxStandingGrantBuilder.builder()
        .grant(grant.id())
        .rule(grant.rule())
        .pattern(grant.pattern())
        .left(grant.left())
        .until(grant.until())
        .by(grant.by())
        .build();
  }
}
