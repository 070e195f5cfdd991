package dev.playloop.loop.state;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.playloop.schemas.approval.AnswerKind;
import dev.playloop.schemas.approval.ApprovalRule;
import dev.playloop.schemas.approval.Question;
import dev.playloop.schemas.event.ApprovalEvent.How;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.json.Default;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What a run has to do with people's words. Immutable.
///
/// @param ask the write that people are or were asked about, until what they said is carried out
/// @param denied hashes of the calls that were denied, which are denied again without asking
/// @param parkedAt since when the run leaves the agent to others, and its deadline stands still;
///   null where it does not
public record Asking(
    @Nullable Ask ask,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) @Default("[]") List<String> denied,
    @Nullable Instant parkedAt) {
  public static final Asking NOTHING = new Asking(null, List.of(), null);

  private static final int MAX_DENIED = 16;

  public Asking {
    denied = denied == null ? List.of() : List.copyOf(denied);
  }

  /// Another question, or another state of it; null where nobody is asked any more.
  public Asking ask(@Nullable Ask next) {
    return new Asking(next, denied, parkedAt);
  }

  public Asking parked(@Nullable Instant since) {
    return new Asking(ask, denied, since);
  }

  /// The call with this hash is denied from now on, and what the model itself had called.
  public Asking denying(Ask about, String call) {
    Asking own = about.edited() == null ? this : denying(about.edited().own());
    return own.denying(call);
  }

  /// The oldest are forgotten.
  private Asking denying(String call) {
    List<String> next = new ArrayList<>(denied);
    next.remove(call);
    next.add(call);
    if (next.size() > MAX_DENIED) {
      next.removeFirst();
    }
    return new Asking(ask, next, parkedAt);
  }

  /// When the open question ends by itself; null where none is open.
  public @Nullable Instant due() {
    return ask == null || !ask.isOpen() ? null : ask.question().expiresAt();
  }

  Asking later(Duration by) {
    return ask == null ? this : ask(ask.later(by));
  }

  /// A write that waits for people. What was decided when it began to wait stands here, and nothing
  /// of it is worked out again.
  ///
  /// @param terms what its rule says beside the question
  /// @param round how often the world was asked again what this write would do
  /// @param asked false while the world tells what the write would do, before anybody is asked
  /// @param escalated whether others are asked by now
  /// @param words those that count
  /// @param heard hashes of all words that ever counted: each counts once
  /// @param withdrawn who took a word back, and when: none that they said before counts any more
  /// @param edited whose the arguments are; null where they are the model's
  /// @param verdict what was decided; null while the question is open
  @RecordBuilder
  public record Ask(
      ActionId action,
      Question question,
      Terms terms,
      int round,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) @Default("false") boolean asked,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) @Default("false") boolean escalated,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) @Default("[]") List<Word> words,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) @Default("[]") List<String> heard,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) @Default("[]") List<Withdrawn> withdrawn,
      @Nullable Edited edited,
      @Nullable Verdict verdict)
      implements AskingAskBuilder.With {
    /// As many words as one write may hear.
    public static final int MAX_HEARD = 64;

    public Ask {
      words = words == null ? List.of() : List.copyOf(words);
      heard = heard == null ? List.of() : List.copyOf(heard);
      withdrawn = withdrawn == null ? List.of() : List.copyOf(withdrawn);
    }

    /// Nobody was asked yet.
    public static Ask about(ActionId action, Question question, Terms terms) {
      return AskingAskBuilder.builder().action(action).question(question).terms(terms).build();
    }

    /// Whether a person may answer now.
    public boolean isOpen() {
      return asked && verdict == null;
    }

    /// People are asked this from now on.
    public Ask asking(Question now) {
      return with().question(now).asked(true).build();
    }

    /// They are asked something else about the same write, and nobody's word stands any more.
    public Ask again(Question now) {
      return with()
          .question(now)
          .round(round + 1)
          .escalated(false)
          .words(List.of())
          .verdict(null)
          .build();
    }

    /// The world was asked again, and people need not be.
    public Ask seen(Question now) {
      return with().question(now).round(round + 1).build();
    }

    /// Others are asked the same.
    public Ask escalating(Question now) {
      return with().question(now).escalated(true).build();
    }

    /// These words count by now, and one with this hash is not heard again.
    public Ask hearing(List<Word> now, String word) {
      List<String> all = new ArrayList<>(heard);
      all.add(word);
      return with().words(now).heard(all).build();
    }

    /// What somebody said until then counts no more.
    public Ask withdrawing(Withdrawn what) {
      List<Withdrawn> all = new ArrayList<>(withdrawn);
      all.removeIf(one -> one.subject().equals(what.subject()));
      all.add(what);
      return with().withdrawn(all).build();
    }

    /// What is asked about a person's own arguments, by the rule for those.
    public Ask editing(Question now, Terms then, Edited by) {
      return with().question(now).terms(then).edited(by).words(List.of()).build();
    }

    public Ask decided(Verdict now) {
      return with().verdict(now).build();
    }

    private Ask later(Duration by) {
      return with().question(question.later(by)).build();
    }
  }

  /// What a rule says beside the question. `expires` is how long a question stands.
  ///
  /// @param escalateTo whom it asks once nobody has answered; empty: it is refused then
  /// @param preview whether the world is asked first what the write would do
  /// @param hold whether the agent does nothing else meanwhile
  public record Terms(
      Duration expires,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) @Default("[]") List<String> escalateTo,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) @Default("false") boolean preview,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) @Default("false") boolean hold) {
    public Terms {
      escalateTo = escalateTo == null ? List.of() : List.copyOf(escalateTo);
    }

    public static Terms of(ApprovalRule rule) {
      return new Terms(
          rule.expires(),
          rule.escalateTo(),
          rule.preview(),
          rule.onWait() == ApprovalRule.OnWait.HOLD);
    }
  }

  /// One person's word that counts; the journal has it with its proof.
  public record Word(String subject, AnswerKind kind) {}

  /// When somebody took a word back.
  public record Withdrawn(String subject, Instant at) {}

  /// A person gave other arguments.
  ///
  /// @param own by what the model's own call is known, see [Asking#denied]
  public record Edited(String own, String by, @Nullable String why) {}

  /// What was decided, by whom, and the reason that the model is told; null where none was given.
  public record Verdict(How how, @Nullable String by, @Nullable String why) {}

  /// What somebody approved in advance.
  ///
  /// @param rule the name of the rule whose question it answers
  /// @param pattern what the arguments must be
  /// @param left how often it is still good; 0: it is kept so that it is not given twice
  /// @param roles what who gave it may answer
  @RecordBuilder
  public record Grant(
      String id,
      String rule,
      JsonNode pattern,
      int left,
      Instant until,
      String by,
      List<String> roles) {
    public Grant {
      roles = List.copyOf(roles);
    }

    /// It is good for so many more.
    public Grant left(int more) {
      return new Grant(id, rule, pattern, more, until, by, roles);
    }
  }
}
