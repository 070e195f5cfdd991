package dev.playloop.operator.approval;

import dev.playloop.schemas.approval.AnswerKind;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.id.ActionId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Which of what the journal tells is told of one person's one word.
///
/// @param subject whose word; null: anybody's
/// @param action what it was about; null where it was about none
/// @param grant the grant that it was about; null where it was about none
record OwnWord(@Nullable String subject, @Nullable ActionId action, @Nullable String grant) {
  boolean tells(ApprovalEvent event) {
    return switch (event) {
      case ApprovalEvent.Answered e -> e.action().equals(action) && said(e.author());
      case ApprovalEvent.Ended e -> e.action().equals(action);
      case ApprovalEvent.Ignored e -> Objects.equals(e.action(), action) && said(e.author());
      case ApprovalEvent.Confirmed e -> e.action().equals(action) && said(e.author());
      case ApprovalEvent.GrantGiven e -> e.grant().equals(grant) && said(e.author());
      case ApprovalEvent.GrantEnded e -> e.grant().equals(grant) && said(e.author());
      case ApprovalEvent.Escalated _,
          ApprovalEvent.RunParked _,
          ApprovalEvent.RunResumed _,
          ApprovalEvent.GrantUsed _ ->
          false;
    };
  }

  /// Whether nothing more is to be told. An answer for which nobody is missing has an end, which
  /// comes behind it; an end that another's word or the time has brought is none of this word's,
  /// which is ignored then.
  boolean isLast(ApprovalEvent event) {
    return switch (event) {
      case ApprovalEvent.Answered e -> e.answer() != AnswerKind.DENY && e.missing() > 0;
      case ApprovalEvent.Ended e -> subject == null ? !e.by().isEmpty() : e.by().contains(subject);
      case ApprovalEvent.Ignored _,
          ApprovalEvent.Confirmed _,
          ApprovalEvent.GrantGiven _,
          ApprovalEvent.GrantEnded _ ->
          true;
      case ApprovalEvent.Escalated _,
          ApprovalEvent.RunParked _,
          ApprovalEvent.RunResumed _,
          ApprovalEvent.GrantUsed _ ->
          false;
    };
  }

  private boolean said(@Nullable Author author) {
    return subject == null || (author != null && author.subject().equals(subject));
  }
}
