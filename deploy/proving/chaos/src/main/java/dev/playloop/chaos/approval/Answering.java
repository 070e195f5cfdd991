package dev.playloop.chaos.approval;

import dev.playloop.schemas.approval.AnswerKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What people say to one question, in turns: each turn is said at once, by all in it, when one
/// more word has counted than there were turns before it. Immutable.
record Answering(List<List<Word>> turns) {
  private static final int WAYS = 5;
  private static final int MORE = 20;

  /// What one person says; `amount` where it is an edit of one.
  record Word(Person who, AnswerKind kind, @Nullable Integer amount) {}

  Answering {
    turns = List.copyOf(turns);
  }

  /// Follows from the write alone, so that whoever looks again comes to the same.
  static Answering of(String tool, int amount, String action) {
    int way = Math.floorMod(tool.equals(Rules.POST) ? action.hashCode() : amount, WAYS);
    if (tool.equals(Rules.POST) || amount <= Rules.SOON) {
      return small(way, tool.equals(Rules.POST) ? null : amount + MORE);
    }
    return amount <= Rules.LARGE ? new Answering(List.of()) : large(way, amount - MORE);
  }

  private static Answering small(int way, @Nullable Integer edited) {
    Word yes = say(Person.CYD, AnswerKind.APPROVE);
    return switch (way) {
      case 0 -> turns(List.of(yes));
      case 1 -> turns(List.of(say(Person.CYD, AnswerKind.DENY)));
      case 2 ->
          turns(List.of(edited == null ? yes : new Word(Person.CYD, AnswerKind.EDIT, edited)));
      // The first on the log decides.
      case 3 ->
          turns(List.of(say(Person.ANN, AnswerKind.APPROVE), say(Person.CYD, AnswerKind.DENY)));
      // A client that says it twice.
      default -> turns(List.of(yes, yes));
    };
  }

  private static Answering large(int way, int edited) {
    Word ann = say(Person.ANN, AnswerKind.APPROVE);
    Word ben = say(Person.BEN, AnswerKind.APPROVE);
    return switch (way) {
      case 0 -> turns(List.of(ann), List.of(ben));
      case 1 -> turns(List.of(ann), List.of(say(Person.BEN, AnswerKind.DENY)));
      case 2 ->
          turns(
              List.of(ann),
              List.of(say(Person.ANN, AnswerKind.WITHDRAW)),
              List.of(ben),
              List.of(ann));
      case 3 -> turns(List.of(new Word(Person.ANN, AnswerKind.EDIT, edited)), List.of(ben));
      default -> turns(List.of(ann, ann), List.of(say(Person.EVE, AnswerKind.APPROVE), ben));
    };
  }

  @SafeVarargs
  @SuppressWarnings("varargs") // nothing is put into it
  private static Answering turns(List<Word>... turns) {
    return new Answering(List.of(turns));
  }

  private static Word say(Person who, AnswerKind kind) {
    return new Word(who, kind, null);
  }
}
