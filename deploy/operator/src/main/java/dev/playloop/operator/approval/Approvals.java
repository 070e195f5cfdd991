package dev.playloop.operator.approval;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.operator.Following;
import dev.playloop.operator.Step;
import dev.playloop.operator.gateway.GatewayAnswer;
import dev.playloop.operator.gateway.GatewayClient;
import dev.playloop.schemas.approval.AnswerKind;
import dev.playloop.schemas.approval.Question;
import dev.playloop.schemas.event.ApprovalControl;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.seal.KeyRing;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A person's words, said through a gateway, and what the journal tells of them. Safe for all
/// threads; each word follows the journal with a reader of its own.
///
/// @param gateway stays the caller's to close
/// @param keys what opens sealed payloads; a journal that they don't open tells nothing
/// @param subject who the caller is for the gateway; null where that is not known, and anybody's
///   word on the same write is taken for theirs
public record Approvals(
    KafkaSettings kafka, GatewayClient gateway, KeyRing keys, @Nullable String subject) {
  /// How long the journal is waited for.
  public static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Duration POLL = Duration.ofMillis(50);

  /// Answers a question as it stands in `asked`: where it or its arguments are others by now, the
  /// answer changes nothing.
  public Became answer(Waits.Asked asked, AnswerKind kind, GatewayClient.Words words)
      throws InterruptedException {
    Question question = asked.ask().question();
    return said(
        asked.agent(),
        new OwnWord(subject, asked.ask().action(), null),
        () -> gateway.answer(question.approval(), kind, question.argsHash(), words));
  }

  /// Says whether a write in doubt has happened.
  public Became confirm(ApprovalControl.Confirm confirm) throws InterruptedException {
    return said(
        confirm.agent(),
        new OwnWord(subject, confirm.action(), null),
        () -> gateway.control(confirm));
  }

  /// Approves in advance.
  public Became grant(ApprovalControl.Grant grant) throws InterruptedException {
    return said(
        grant.agent(), new OwnWord(subject, null, grant.grant()), () -> gateway.control(grant));
  }

  /// Ends a grant.
  public Became revoke(ApprovalControl.Revoke revoke) throws InterruptedException {
    return said(
        revoke.agent(), new OwnWord(subject, null, revoke.grant()), () -> gateway.control(revoke));
  }

  /// Says something to a gateway.
  @FunctionalInterface
  private interface Saying {
    GatewayAnswer say() throws InterruptedException;
  }

  /// Follows from before it is said, so that nothing of it is missed.
  private Became said(AgentId agent, OwnWord own, Saying saying) throws InterruptedException {
    try (Following following = Following.of(kafka).only(Set.of(agent)).openedBy(keys).fromNow()) {
      return switch (saying.say()) {
        case GatewayAnswer.Accepted accepted -> {
          ApprovalEvent told = heard(following, own);
          yield told == null
              ? new Became.Awaited(agent, accepted.id())
              : new Became.Journaled(agent, told);
        }
        case GatewayAnswer refused -> new Became.Refused(agent, refused);
      };
    }
  }

  private static @Nullable ApprovalEvent heard(Following following, OwnWord own)
      throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    ApprovalEvent newest = null;
    boolean late;
    do {
      late = System.nanoTime() >= end; // of a machine that stood still: one look more
      for (Step step : following.poll(POLL).steps()) {
        if (step instanceof Step.Noted(_, _, ApprovalEvent event) && own.tells(event)) {
          newest = event;
          if (own.isLast(event)) {
            return event;
          }
        }
      }
      if (Thread.interrupted()) {
        throw new InterruptedException("stopped before the journal told of it");
      }
    } while (!late);
    return newest;
  }
}
