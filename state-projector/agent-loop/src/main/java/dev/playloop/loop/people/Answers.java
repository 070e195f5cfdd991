package dev.playloop.loop.people;

import dev.playloop.loop.state.ActingDraft;
import dev.playloop.loop.state.Asking.Ask;
import dev.playloop.loop.state.Asking.Edited;
import dev.playloop.loop.state.Asking.Terms;
import dev.playloop.loop.state.Asking.Verdict;
import dev.playloop.loop.state.Asking.Withdrawn;
import dev.playloop.loop.state.Asking.Word;
import dev.playloop.loop.state.Draft;
import dev.playloop.loop.state.Flights;
import dev.playloop.loop.state.Pending;
import dev.playloop.loop.state.Phase;
import dev.playloop.loop.state.RunDraft;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.approval.AnswerKind;
import dev.playloop.schemas.approval.ApprovalRule;
import dev.playloop.schemas.approval.Question;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.ApprovalControl;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.ApprovalEvent.How;
import dev.playloop.schemas.event.ApprovalEvent.Why;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What people answer: a word that counts is journaled as such, any other with why it does not. The
/// first that decides is the last that counts.
public final class Answers {
  private static final int WORD_HASH = 16;
  private static final int MAX_REASON = 500;

  private Answers() {}

  /// Takes an answer. True where it has decided the question.
  public static boolean take(Draft draft, ApprovalControl.Answer said) {
    RunDraft run = draft.runs().asking();
    Why why = refusal(draft, run, said);
    if (why != null) {
      draft.event(new ApprovalEvent.Ignored(said.about().action(), why, said.author()));
    }
    return run != null && why == null && counted(draft, run, said);
  }

  private static boolean counted(Draft draft, RunDraft run, ApprovalControl.Answer said) {
    return switch (said) {
      case ApprovalControl.Approve approve -> agree(draft, run, approve);
      case ApprovalControl.Edit edit -> edit(draft, run, edit);
      case ApprovalControl.Deny deny -> {
        draft.event(ApprovalEvent.Answered.of(deny, 0));
        String by = deny.author().subject();
        Questions.end(draft, run, new Verdict(How.DENIED, by, reason(deny)), List.of(by));
        yield true;
      }
      case ApprovalControl.Withdraw withdraw -> {
        Ask ask = Questions.ask(run);
        Withdrawn back = new Withdrawn(withdraw.author().subject(), withdraw.at());
        run.asking(run.asking().ask(ask.withdrawing(back)));
        hear(run, without(ask, withdraw.author()), withdraw);
        draft.event(ApprovalEvent.Answered.of(withdraw, missing(Questions.ask(run))));
        yield false;
      }
    };
  }

  /// Why an answer changes nothing; null where it counts.
  private static @Nullable Why refusal(
      Draft draft, @Nullable RunDraft run, ApprovalControl.Answer said) {
    ActionId action = said.about().action();
    Ask ask = run == null ? null : run.asking().ask();
    if (run == null || ask == null || !ask.action().equals(action) || !ask.asked()) {
      return isInDoubt(draft, action)
          ? Why.NEEDS_CONFIRM
          : draft.runs().find(action.run()) == null ? Why.UNKNOWN_ACTION : Why.ALREADY_ENDED;
    }
    Verdict verdict = ask.verdict();
    if (verdict != null) {
      return verdict.how() == How.EXPIRED ? Why.EXPIRED : Why.ALREADY_ENDED;
    }
    Question question = ask.question();
    String approval = said.about().approval();
    // who names none answers what was asked first, and has not seen what is asked since
    String seen = approval == null ? Question.id(action, 0) : approval;
    if (!seen.equals(question.approval())) {
      return Why.OUTDATED;
    }
    if (!question.argsHash().equals(said.about().argsHash())) {
      return Why.WRONG_ARGUMENTS;
    }
    if (!question.allowed().contains(said.kind())) {
      return Why.NOT_ALLOWED;
    }
    if (isOwn(draft, run, said.author())) {
      return Why.OWN_REQUEST;
    }
    if (!said.author().mayAnswer(question.roles())) {
      return Why.MISSING_ROLE;
    }
    return again(draft, ask, said);
  }

  /// Why an answer of somebody who may give it changes nothing.
  private static @Nullable Why again(Draft draft, Ask ask, ApprovalControl.Answer said) {
    if (ask.heard().contains(hash(said)) || isTakenBack(ask, said)) {
      return Why.REPLAYED;
    }
    if (ask.heard().size() >= Ask.MAX_HEARD) {
      return Why.TOO_MANY_WORDS;
    }
    boolean spoken = Questions.subjects(ask).contains(said.author().subject());
    return switch (said) {
      case ApprovalControl.Approve _ -> spoken ? Why.SAME_PERSON : null;
      case ApprovalControl.Edit edit ->
          edited(draft, ask, edit) == null ? Why.INVALID_ARGUMENTS : null;
      case ApprovalControl.Withdraw _ -> spoken ? null : Why.NOTHING_TO_WITHDRAW;
      case ApprovalControl.Deny _ -> null;
    };
  }

  /// Whether it was said before its author took such a word back: then it comes a second time, or
  /// once more by another name.
  private static boolean isTakenBack(Ask ask, ApprovalControl.Answer said) {
    return ask.withdrawn().stream()
        .anyMatch(
            one -> one.subject().equals(said.author().subject()) && !said.at().isAfter(one.at()));
  }

  /// Who acts, who is the agent, and who was the reason for the run are none of those who answer.
  static boolean isOwn(Draft draft, @Nullable RunDraft run, Author author) {
    String who = author.subject();
    AgentConfig config = run == null || run.config() == null ? draft.config() : run.config();
    return who.equals(draft.agent().value())
        || (config != null && who.equals(config.actor()))
        || (run != null && who.equals(run.origin().subjectId()));
  }

  /// Why a word on a write that nobody knows the outcome of changes nothing; null where it counts.
  /// Who may answer a question about such a write may say what became of it.
  ///
  /// @param args null where they are not known any more: then who may answer any about such a tool
  public static @Nullable Why refusal(
      Draft draft, ApprovalControl.Confirm said, String tool, @Nullable JsonNode args) {
    RunDraft run = draft.runs().find(said.action().run());
    if (isOwn(draft, run, said.author())) {
      return Why.OWN_REQUEST;
    }
    AgentConfig config = run == null ? draft.config() : draft.config(run);
    List<ApprovalRule> asking =
        config == null
            ? List.of()
            : config.approvals().stream()
                .filter(rule -> args == null ? rule.names(tool) : rule.matched(tool, args) != null)
                .limit(args == null ? Long.MAX_VALUE : 1)
                .toList();
    boolean may =
        asking.isEmpty()
            ? said.author().mayAnswer(List.of())
            : asking.stream().anyMatch(rule -> said.author().mayAnswer(rule.roles()));
    return may ? null : Why.MISSING_ROLE;
  }

  private static boolean isInDoubt(Draft draft, ActionId action) {
    RunDraft open = draft.openRun();
    return (open != null && open.doubt() != null && open.doubt().action().equals(action))
        || draft.flights().late().stream().map(Flights.Flight::action).anyMatch(action::equals);
  }

  private static boolean agree(Draft draft, RunDraft run, ApprovalControl.Approve approve) {
    Ask ask = Questions.ask(run);
    hear(run, and(ask, approve.author(), AnswerKind.APPROVE), approve);
    Ask heard = Questions.ask(run);
    draft.event(ApprovalEvent.Answered.of(approve, missing(heard)));
    return decide(draft, run, heard, approve);
  }

  /// Other arguments: the rule is looked at again for those, and nobody else has agreed to them.
  /// Where no rule asks about them, who would have had to agree before still has to.
  private static boolean edit(Draft draft, RunDraft run, ApprovalControl.Edit edit) {
    Ask before = Questions.ask(run);
    Phase.Acting phase = (Phase.Acting) run.phase();
    Pending pending = pending(phase, before);
    JsonNode args = edited(draft, before, edit);
    if (args == null) {
      throw new IllegalStateException("the arguments were checked before");
    }
    ActingDraft acting = new ActingDraft(phase);
    acting.replace(pending, pending.withArgs(args));
    run.enter(new Phase.Acting(acting));
    AgentConfig config = draft.config(run);
    Questions.Match match = Questions.Match.of(config, pending.tool(), args);
    Question question =
        before.question().with().argsHash(Question.hash(args)).preview(null).build();
    Terms terms = before.terms();
    if (match != null) {
      terms = Terms.of(match.rule());
      question =
          question
              .with()
              .rule(String.valueOf(match.rule().name()))
              .matched(match.matched())
              .roles(roles(before, match.rule()))
              .people(match.rule().people())
              .allowed(match.rule().allow())
              .build();
    }
    String own =
        before.edited() == null
            ? Questions.call(pending.tool(), pending.args())
            : before.edited().own();
    Edited edited = new Edited(own, edit.author().subject(), reason(edit));
    run.asking(run.asking().ask(before.editing(question, terms, edited)));
    boolean counts = edit.author().mayAnswer(question.roles());
    hear(
        run,
        counts ? List.of(new Word(edit.author().subject(), AnswerKind.EDIT)) : List.of(),
        edit);
    Ask heard = Questions.ask(run);
    draft.event(ApprovalEvent.Answered.of(edit, missing(heard)).edited(args, question));
    return decide(draft, run, heard, edit);
  }

  private static boolean decide(Draft draft, RunDraft run, Ask ask, ApprovalControl.Answer said) {
    if (missing(ask) > 0) {
      return false;
    }
    How how = ask.edited() != null ? How.EDITED : How.APPROVED;
    Verdict verdict = new Verdict(how, said.author().subject(), reason(said));
    Questions.end(draft, run, verdict, Questions.subjects(ask));
    return true;
  }

  /// The arguments that an edit gives, as they go out; null where they don't fit the tool, or are
  /// more than a model may give.
  private static @Nullable JsonNode edited(Draft draft, Ask ask, ApprovalControl.Edit edit) {
    RunDraft run = draft.runs().asking();
    if (run == null || !(run.phase() instanceof Phase.Acting phase)) {
      return null;
    }
    ToolSpec<?> spec = draft.runs().askingCatalogue().find(pending(phase, ask).tool());
    return spec != null
            && spec.check(edit.args()) instanceof ToolCall.Valid valid
            && Json.bytes(valid.args()).length <= draft.policy().argumentBytes()
        ? valid.args()
        : null;
  }

  /// Whom a rule asks, at that point of the question.
  private static List<String> roles(Ask ask, ApprovalRule rule) {
    return ask.escalated() && !rule.escalateTo().isEmpty() ? rule.escalateTo() : rule.roles();
  }

  /// What is kept of a reason, and told to the model.
  private static @Nullable String reason(ApprovalControl.Answer said) {
    return said.reason() == null ? null : Text.brief(said.reason(), MAX_REASON);
  }

  private static Pending pending(Phase.Acting phase, Ask ask) {
    Pending pending = phase.find(ask.action());
    if (pending == null) {
      throw new IllegalStateException(ask.action() + " is asked about and not there");
    }
    return pending;
  }

  private static void hear(RunDraft run, List<Word> words, ApprovalControl.Answer said) {
    run.asking(run.asking().ask(Questions.ask(run).hearing(words, hash(said))));
  }

  private static List<Word> and(Ask ask, Author author, AnswerKind kind) {
    List<Word> words = new ArrayList<>(ask.words());
    words.add(new Word(author.subject(), kind));
    return words;
  }

  private static List<Word> without(Ask ask, Author author) {
    return ask.words().stream().filter(word -> !word.subject().equals(author.subject())).toList();
  }

  private static int missing(Ask ask) {
    return Math.max(0, ask.question().people() - ask.words().size());
  }

  private static String hash(ApprovalControl.Answer said) {
    return Sha256.hex(said.statement()).substring(0, WORD_HASH);
  }
}
