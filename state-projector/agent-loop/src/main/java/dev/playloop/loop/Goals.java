package dev.playloop.loop;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a run owes before it may end: replies, and the steps of its plan.
final class Goals {
  private static final int MAX = 40;

  /// Ids that a notice may name; anything else could be a sentence of whoever sent the trigger.
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/#@+=-]*");

  private Goals() {}

  /// This message must be answered, unless it was.
  static void owe(RunDraft run, @Nullable String message) {
    Run.Goals goals = run.goals;
    if (message != null
        && !goals.owed().contains(message)
        && !goals.replied().contains(message)
        && goals.owed().size() < MAX) {
      run.goals =
          new Run.Goals(
              goals.plan(), with(goals.owed(), message), goals.replied(), false, goals.iteration());
    }
  }

  /// This message was answered.
  static void replied(RunDraft run, String message) {
    Run.Goals goals = run.goals;
    List<String> owed = goals.owed().stream().filter(id -> !id.equals(message)).toList();
    List<String> replied =
        goals.replied().contains(message) ? goals.replied() : with(goals.replied(), message);
    if (replied.size() > MAX) {
      replied = replied.subList(1, replied.size());
    }
    run.goals = new Run.Goals(goals.plan(), owed, replied, goals.reminded(), goals.iteration());
  }

  static void plan(RunDraft run, List<Run.PlanStep> plan) {
    Run.Goals goals = run.goals;
    run.goals =
        new Run.Goals(plan, goals.owed(), goals.replied(), goals.reminded(), goals.iteration());
  }

  static void reminded(RunDraft run) {
    Run.Goals goals = run.goals;
    run.goals = new Run.Goals(goals.plan(), goals.owed(), goals.replied(), true, goals.iteration());
  }

  /// This run is an iteration of a longer piece of work, with the plan that the last one left.
  static void iterate(RunDraft run, List<Run.PlanStep> plan) {
    run.goals = new Run.Goals(plan, run.goals.owed(), run.goals.replied(), false, true);
  }

  static boolean isOpen(RunDraft run) {
    return !run.goals.owed().isEmpty() || (!goesOn(run) && !openSteps(run).isEmpty());
  }

  /// Whether a later run goes on with the plan of this one.
  static boolean goesOn(RunDraft run) {
    return run.goals.iteration() != null && run.goals.iteration();
  }

  static List<String> openSteps(RunDraft run) {
    return run.goals.plan().stream().filter(step -> !step.done()).map(Run.PlanStep::text).toList();
  }

  /// What is open, in one sentence; it names the messages and the steps.
  static String describe(RunDraft run) {
    List<String> parts = new ArrayList<>();
    if (!run.goals.owed().isEmpty()) {
      parts.add(
          "a reply is owed to message "
              + String.join(", ", run.goals.owed().stream().map(Goals::named).toList()));
    }
    if (!goesOn(run) && !openSteps(run).isEmpty()) {
      parts.add("steps of the plan are open: " + String.join("; ", openSteps(run)));
    }
    return String.join(", and ", parts);
  }

  private static String named(String message) {
    return ID.matcher(message).matches() ? message : "(that of a trigger's replyTo)";
  }

  private static List<String> with(List<String> list, String element) {
    List<String> longer = new ArrayList<>(list);
    longer.add(element);
    return longer;
  }
}
