package dev.playloop.loop.people;

import dev.playloop.loop.state.Asking;
import dev.playloop.loop.state.Asking.Ask;
import dev.playloop.loop.state.Asking.Terms;
import dev.playloop.loop.state.Asking.Verdict;
import dev.playloop.loop.state.Asking.Word;
import dev.playloop.loop.state.Draft;
import dev.playloop.loop.state.Pending;
import dev.playloop.loop.state.RunDraft;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.approval.ApprovalRule;
import dev.playloop.schemas.approval.Question;
import dev.playloop.schemas.approval.QuestionBuilder;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.ApprovalEvent.How;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.json.Json;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What people are asked about a write, and how a question ends. A rule is looked at once, when the
/// write's turn comes, and once more for the arguments that a person gives.
public final class Questions {
  private static final int CALL_HASH = 16;

  private Questions() {}

  /// The rule that asks about a call, and the values for which it does.
  public record Match(ApprovalRule rule, JsonNode matched) {
    /// Of these rules the first that fits; null where none does.
    public static @Nullable Match of(AgentConfig config, String tool, JsonNode args) {
      for (ApprovalRule rule : config.approvals()) {
        JsonNode matched = rule.matched(tool, args);
        if (matched != null) {
          return new Match(rule, matched);
        }
      }
      return null;
    }
  }

  /// What the write will wait for. Nobody is asked yet.
  public static Ask about(Draft draft, ActionId action, JsonNode args, Match match) {
    ApprovalRule rule = match.rule();
    Instant until = draft.at().plus(rule.expires());
    Question question =
        QuestionBuilder.builder()
            .approval(Question.id(action, 0))
            .argsHash(Question.hash(args))
            .rule(String.valueOf(rule.name()))
            .matched(match.matched())
            .roles(rule.roles())
            .people(rule.people())
            .askedAt(draft.at())
            .expiresAt(until)
            .allowed(rule.allow())
            .build();
    return Ask.about(action, question, Terms.of(rule));
  }

  /// People are asked from now on: about the write as the world is now.
  ///
  /// @param preview what the world says that it would do; null where that was not asked
  public static void ask(Draft draft, Ask ask, Pending write, @Nullable JsonNode preview) {
    put(draft, ask.asking(now(draft, ask, 0, preview).build()), write);
  }

  /// People are asked anew, since what the write would do is not what they saw.
  public static void again(Draft draft, Ask ask, Pending write, Previews.Change change) {
    Question question =
        now(draft, ask, ask.round() + 1, change.preview()).difference(change.difference()).build();
    put(draft, ask.again(question), write);
  }

  /// What the write would do is what they saw, in the world as it is now: nobody is asked anew.
  public static void same(Draft draft, Ask ask) {
    View view = draft.see();
    Question seen =
        ask.question()
            .with()
            .worldVersion(view == null ? null : view.version())
            .viewHash(hash(view))
            .build();
    draft.run().asking(draft.run().asking().ask(ask.seen(seen)));
  }

  private static QuestionBuilder now(Draft draft, Ask ask, int round, @Nullable JsonNode preview) {
    View view = draft.see();
    return QuestionBuilder.builder(ask.question())
        .approval(Question.id(ask.action(), round))
        .askedAt(draft.at())
        .expiresAt(draft.at().plus(ask.terms().expires()))
        .worldVersion(view == null ? null : view.version())
        .viewHash(hash(view))
        .preview(preview);
  }

  private static void put(Draft draft, Ask ask, Pending write) {
    draft.run().asking(draft.run().asking().ask(ask));
    draft.event(
        new LoopEvent.ApprovalAsked(ask.action(), write.tool(), write.args(), ask.question()));
  }

  /// What a view says, whatever its version; null where there is none.
  public static @Nullable String hash(@Nullable View view) {
    return view == null
        ? null
        : Sha256.hex(Json.bytes(view.state()), Json.bytes(view.summary())).substring(0, 32);
  }

  /// By what a denied call is known again.
  public static String call(String tool, JsonNode args) {
    return Sha256.hex(tool + "\n" + Question.hash(args)).substring(0, CALL_HASH);
  }

  /// The question ends: no word counts any more.
  ///
  /// @param by whose word decided it; null where nobody's did
  static void end(Draft draft, RunDraft run, Verdict verdict, List<String> by) {
    Ask ask = ask(run);
    run.asking(run.asking().ask(ask.decided(verdict)));
    draft.event(
        new ApprovalEvent.Ended(ask.action(), ask.question().approval(), verdict.how(), by));
  }

  /// A question whose time is over goes to others, or ends. True where it ended.
  public static boolean overdue(Draft draft) {
    RunDraft run = draft.runs().asking();
    if (run == null || !draft.isDue(run.asking().due())) {
      return false;
    }
    Ask ask = ask(run);
    if (!ask.escalated() && !ask.terms().escalateTo().isEmpty()) {
      List<String> others = ask.terms().escalateTo();
      Instant until = draft.at().plus(ask.terms().expires());
      Question now = ask.question().with().roles(others).expiresAt(until).build();
      run.asking(run.asking().ask(ask.escalating(now)));
      draft.event(new ApprovalEvent.Escalated(ask.action(), others, until));
      return false;
    }
    end(draft, run, new Verdict(How.EXPIRED, null, null), List.of());
    return true;
  }

  /// The run ends while it waits for people.
  public static void abandon(Draft draft, RunDraft run) {
    Ask ask = run.asking().ask();
    if (ask != null && ask.isOpen()) {
      end(draft, run, new Verdict(How.CANCELLED, null, null), List.of());
    }
    run.asking(run.asking().ask(null));
  }

  static Ask ask(RunDraft run) {
    Ask ask = run.asking().ask();
    if (ask == null) {
      throw new IllegalStateException("nobody is asked about " + run.id());
    }
    return ask;
  }

  static List<String> subjects(Ask ask) {
    return ask.words().stream().map(Word::subject).toList();
  }

  /// Nothing waits for people any more.
  public static void done(RunDraft run) {
    Asking asking = run.asking();
    run.asking(asking.ask(null));
  }
}
