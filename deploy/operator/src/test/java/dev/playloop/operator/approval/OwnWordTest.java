package dev.playloop.operator.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.approval.AnswerKind;
import dev.playloop.schemas.event.ApprovalControl;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.ApprovalEvent.How;
import dev.playloop.schemas.event.ApprovalEvent.Why;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Whoever answers is told of their own word, whatever else the journal tells meanwhile.
class OwnWordTest {
  private static final AgentId ADA = new AgentId("tally/ada");
  private static final ActionId PAY = new ActionId("tally/ada:t-1#1.1");
  private static final Author KIM = Author.of("kim");
  private static final Author LEE = Author.of("lee");
  private static final OwnWord MINE = new OwnWord("kim", PAY, null);

  @Test
  void anothersWordOnTheSameWriteIsNotMine() {
    assertThat(MINE.tells(answered(LEE, AnswerKind.APPROVE, 0))).isFalse();
    assertThat(MINE.tells(new ApprovalEvent.Ignored(PAY, Why.SAME_PERSON, LEE))).isFalse();
    assertThat(MINE.tells(answered(KIM, AnswerKind.APPROVE, 0))).isTrue();
    assertThat(new OwnWord(null, PAY, null).tells(answered(LEE, AnswerKind.APPROVE, 0))).isTrue();
  }

  @Test
  void anEndThatAnotherBroughtIsWaitedBeyond() {
    ApprovalEvent denied = ended(How.DENIED, "lee");
    ApprovalEvent expired = ended(How.EXPIRED);
    ApprovalEvent late = new ApprovalEvent.Ignored(PAY, Why.ALREADY_ENDED, KIM);

    assertThat(MINE.tells(denied)).isTrue();
    assertThat(MINE.isLast(denied)).isFalse();
    assertThat(MINE.isLast(expired)).isFalse();
    assertThat(MINE.isLast(late)).isTrue();
  }

  @Test
  void myWordIsToldWithWhatItLeadsTo() {
    assertThat(MINE.isLast(answered(KIM, AnswerKind.APPROVE, 1))).isTrue();
    assertThat(MINE.isLast(answered(KIM, AnswerKind.APPROVE, 0))).isFalse();
    assertThat(MINE.isLast(answered(KIM, AnswerKind.DENY, 2))).isFalse();
    assertThat(MINE.isLast(ended(How.APPROVED, "lee", "kim"))).isTrue();
  }

  @Test
  void aGrantIsToldByItsId() {
    OwnWord mine = new OwnWord("kim", null, "g1");

    assertThat(mine.tells(new ApprovalEvent.GrantEnded("g1", ApprovalEvent.GrantEnd.REVOKED, KIM)))
        .isTrue();
    assertThat(mine.tells(new ApprovalEvent.GrantEnded("g2", ApprovalEvent.GrantEnd.REVOKED, KIM)))
        .isFalse();
    assertThat(mine.tells(new ApprovalEvent.Ignored(null, Why.INVALID_GRANT, KIM))).isTrue();
    assertThat(mine.tells(new ApprovalEvent.Ignored(PAY, Why.INVALID_GRANT, KIM))).isFalse();
  }

  private static ApprovalEvent answered(Author author, AnswerKind kind, int missing) {
    ApprovalControl.About about = new ApprovalControl.About(PAY, null, "aa");
    ApprovalControl.Answer said =
        kind == AnswerKind.DENY
            ? new ApprovalControl.Deny(ADA, about, author, "no", Instant.EPOCH)
            : new ApprovalControl.Approve(ADA, about, author, null, Instant.EPOCH);
    return ApprovalEvent.Answered.of(said, missing);
  }

  private static ApprovalEvent ended(How how, String... by) {
    return new ApprovalEvent.Ended(PAY, "0123456789abcdef", how, List.of(by));
  }
}
