package dev.playloop.worlds.kernel.books;

import java.io.Serial;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an action must know that only running code can tell. Code never runs inside a transaction:
/// one that lacks an answer is rolled back by [Needed], the code is run, and the transaction begins
/// anew. A question names the versions of what it is about, so where these have moved meanwhile it
/// is another question, and is asked again. Used by one thread, for one action.
public final class Outside {
  private final Map<Question<?>, Object> answers = new HashMap<>();

  /// Something to find out by running code; a record, so that equal questions have one answer.
  public interface Question<A> {
    A ask() throws InterruptedException;
  }

  /// Thrown out of a transaction that needs an answer first.
  public static final class Needed extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;
    private final transient Question<?> question;

    private Needed(Question<?> question) {
      super("an answer is needed first", null, false, false);
      this.question = question;
    }

    public Question<?> question() {
      return question;
    }
  }

  /// The answer, or [Needed].
  @SuppressWarnings("unchecked") // only `answer` puts, and it puts an A under a Question of A
  public <A> A of(Question<A> question) {
    A known = (A) answers.get(question);
    if (known == null) {
      throw new Needed(question);
    }
    return known;
  }

  /// The answer, if it was asked before.
  @SuppressWarnings("unchecked") // as above
  public <A> @Nullable A known(Question<A> question) {
    return (A) answers.get(question);
  }

  /// Forgets an answer that has been overtaken.
  public void forget(Question<?> question) {
    answers.remove(question);
  }

  /// Asks, outside of any transaction.
  public void answer(Question<?> question) throws InterruptedException {
    answers.put(question, question.ask());
  }
}
