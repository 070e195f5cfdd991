package dev.playloop.loop.state;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a run owes before it may end: replies, and the steps of its plan.
///
/// @param owed ids of messages that must be answered
/// @param replied ids of messages that were answered
/// @param reminded whether the one reminder was given
/// @param iteration true where the plan goes on in a later run, so that its steps may stay open;
///   null otherwise
public record Goals(
    List<PlanStep> plan,
    List<String> owed,
    List<String> replied,
    boolean reminded,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Boolean iteration) {
  static final Goals NONE = new Goals(List.of(), List.of(), List.of(), false, null);
  private static final int MAX = 40;

  /// Ids that a notice may name; anything else could be a sentence of whoever sent the trigger.
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/#@+=-]*");

  public Goals {
    plan = List.copyOf(plan);
    owed = List.copyOf(owed);
    replied = List.copyOf(replied);
  }

  public record PlanStep(String text, boolean done) {}

  /// This message must be answered, unless it was.
  public Goals owing(@Nullable String message) {
    return message == null
            || owed.contains(message)
            || replied.contains(message)
            || owed.size() >= MAX
        ? this
        : new Goals(plan, with(owed, message), replied, false, iteration);
  }

  /// This message was answered.
  public Goals answered(String message) {
    List<String> rest = owed.stream().filter(id -> !id.equals(message)).toList();
    List<String> all = replied.contains(message) ? replied : with(replied, message);
    return new Goals(
        plan, rest, all.size() > MAX ? all.subList(1, all.size()) : all, reminded, iteration);
  }

  public Goals planned(List<PlanStep> steps) {
    return new Goals(steps, owed, replied, reminded, iteration);
  }

  /// The one reminder was given.
  public Goals reminding() {
    return new Goals(plan, owed, replied, true, iteration);
  }

  /// Those of an iteration of a longer piece of work, with the plan that the last one left.
  public Goals goingOn(List<PlanStep> left) {
    return new Goals(left, owed, replied, false, true);
  }

  public boolean isOpen() {
    return !owed.isEmpty() || (!goesOn() && !openSteps().isEmpty());
  }

  /// Whether a later run goes on with the plan of this one.
  public boolean goesOn() {
    return iteration != null && iteration;
  }

  public List<String> openSteps() {
    return plan.stream().filter(step -> !step.done()).map(PlanStep::text).toList();
  }

  /// What is open, in one sentence; it names the messages and the steps.
  public String describe() {
    List<String> parts = new ArrayList<>();
    if (!owed.isEmpty()) {
      parts.add(
          "a reply is owed to message "
              + String.join(", ", owed.stream().map(Goals::named).toList()));
    }
    if (!goesOn() && !openSteps().isEmpty()) {
      parts.add("steps of the plan are open: " + String.join("; ", openSteps()));
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
