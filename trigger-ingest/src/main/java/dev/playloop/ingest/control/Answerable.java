package dev.playloop.ingest.control;

import dev.playloop.http.RouteScope;
import dev.playloop.kit.access.KnownCaller;
import dev.playloop.schemas.approval.AnswerKind;
import dev.playloop.schemas.approval.ApprovalInbox;
import dev.playloop.schemas.approval.ApprovalInbox.Ask;
import dev.playloop.schemas.approval.Question;
import dev.playloop.schemas.event.ApprovalControl;
import dev.playloop.schemas.event.ApprovalControl.About;
import dev.playloop.schemas.event.ApprovalControl.Answer;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.principal.Scope;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.ToolSpec;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Which questions are open, and whether this person may give that answer to one. What it lets
/// through the loop looks at again, on the log's order: it is there that an answer counts or not.
/// Throws [Problem.Refused]; safe for all threads.
final class Answerable {
  private final OpenApprovals approvals;
  private final Function<String, @Nullable ToolCatalogue> catalogues;
  private final Duration patience;

  Answerable(ControlReads reads) {
    this.approvals = reads.approvals();
    this.catalogues = reads.catalogues();
    this.patience = reads.patience();
  }

  /// An open question, and whose.
  record Open(AgentId agent, Ask ask) {
    About about(String argsHash) {
      return new About(ask.action(), ask.question().approval(), argsHash);
    }
  }

  /// The open question of this id; null where there is none.
  @Nullable Open find(String approval) throws InterruptedException {
    return newest(() -> open(approvals.withApproval(approval)));
  }

  /// The open question that the answer is about.
  Open find(Answer answer) throws InterruptedException {
    Open found =
        newest(() -> {
          Open open = open(approvals.of(answer.agent()));
          return open != null && open.ask().action().equals(answer.about().action()) ? open : null;
        });
    if (found == null) {
      throw ControlProblem.nothingWaits("nobody is asked about " + answer.about().action())
          .refused();
    }
    return found;
  }

  private static @Nullable Open open(@Nullable ApprovalInbox inbox) {
    Ask ask = inbox == null ? null : inbox.ask();
    return inbox == null || ask == null ? null : new Open(inbox.agent(), ask);
  }

  /// What is not there may have been asked a moment ago.
  private @Nullable Open newest(Supplier<@Nullable Open> look) throws InterruptedException {
    Open found = look.get();
    if (found == null) {
      if (!approvals.awaitCurrent(patience)) {
        throw ControlProblem.away("Kafka does not answer, and what waits is not known").refused();
      }
      found = look.get();
    }
    return found;
  }

  void requireMay(KnownCaller caller, Open open, Answer answer) {
    Question question = open.ask().question();
    requireRole(caller, question.roles());
    String approval = answer.about().approval();
    if (approval != null && !approval.equals(question.approval())) {
      throw ControlProblem.other("about.approval", question.approval(), approval).refused();
    }
    if (!answer.about().argsHash().equals(question.argsHash())) {
      throw ControlProblem.other(
              "argsHash",
              question.argsHash() + ", the SHA-256 of the arguments that are asked about",
              answer.about().argsHash())
          .refused();
    }
    if (!question.allowed().contains(answer.kind())) {
      throw ControlProblem.unusable(
              "answer",
              ControlReader.words(question.allowed()),
              ControlReader.words(List.of(answer.kind())))
          .refused();
    }
    if (answer instanceof ApprovalControl.Edit edit) {
      requireFits(open, edit.args());
    }
  }

  private static void requireRole(KnownCaller caller, List<String> roles) {
    boolean may =
        roles.isEmpty()
            ? caller.mayAny(Scope.Verb.APPROVE)
            : roles.stream().anyMatch(role -> caller.may(Scope.approve(role)));
    if (!may) {
      throw RouteScope.lacking(
              caller,
              roles.isEmpty()
                  ? "approve:<role>"
                  : roles.stream().map(r -> "approve:" + r).collect(Collectors.joining(" or ")))
          .refused();
    }
  }

  private void requireFits(Open open, JsonNode args) {
    ToolCatalogue tools = catalogues.apply(open.agent().world());
    ToolSpec<?> tool = tools == null ? null : tools.find(open.ask().tool());
    if (tool != null && tool.check(args) instanceof ToolCall.Invalid invalid) {
      throw ControlProblem.unusable("args." + invalid.field(), invalid.expected(), invalid.got())
          .refused();
    }
  }

  /// The answer of this kind that says what `approve` does; with `args` where they are edited.
  static Answer answer(AnswerKind kind, ApprovalControl.Approve approve, @Nullable JsonNode args) {
    if ((kind == AnswerKind.EDIT) != (args != null)) {
      throw ControlProblem.invalid(
              "args",
              "the new arguments where the answer is edit, and only there",
              args == null ? "nothing" : "arguments")
          .refused();
    }
    return switch (kind) {
      case APPROVE -> approve;
      case DENY ->
          new ApprovalControl.Deny(
              approve.agent(), approve.about(), approve.author(), approve.reason(), approve.at());
      case WITHDRAW ->
          new ApprovalControl.Withdraw(
              approve.agent(), approve.about(), approve.author(), approve.reason(), approve.at());
      case EDIT -> ApprovalControl.Edit.of(approve, Objects.requireNonNull(args));
    };
  }
}
