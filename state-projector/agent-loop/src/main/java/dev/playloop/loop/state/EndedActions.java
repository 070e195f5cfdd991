package dev.playloop.loop.state;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.LoopEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The actions that ended, in order, kept small: `tools` are their names once each, `steps` a
/// number into it and a letter for the status, such as `0D1R0D`.
public record EndedActions(List<String> tools, String steps) {
  public static final EndedActions NONE = new EndedActions(List.of(), "");
  private static final int MAX_STEPS = 4_000;

  public EndedActions {
    tools = List.copyOf(tools);
  }

  public EndedActions and(String tool, ActionResult.Status status) {
    List<String> names = tools;
    int index = names.indexOf(tool);
    if (index < 0) {
      index = names.size();
      names = Stream.concat(names.stream(), Stream.of(tool)).toList();
    }
    return steps.length() > MAX_STEPS
        ? this
        : new EndedActions(names, steps + index + letter(status));
  }

  public List<LoopEvent.ActionTaken> list() {
    List<LoopEvent.ActionTaken> list = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < steps.length(); i++) {
      if (!Character.isDigit(steps.charAt(i))) {
        ActionResult.Status status = status(steps.charAt(i));
        list.add(
            new LoopEvent.ActionTaken(
                tools.get(Integer.parseInt(steps.substring(from, i))), status));
        from = i + 1;
      }
    }
    return list;
  }

  private static char letter(ActionResult.Status status) {
    return switch (status) {
      case DONE -> 'D';
      case REFUSED -> 'R';
      case FAILED -> 'F';
      case EXPIRED -> 'E';
      case UNKNOWN -> 'U';
      case SKIPPED -> 'S';
      case TIMED_OUT -> 'T';
    };
  }

  private static ActionResult.Status status(char letter) {
    for (ActionResult.Status status : ActionResult.Status.values()) {
      if (letter(status) == letter) {
        return status;
      }
    }
    throw new IllegalArgumentException("no status has the letter " + letter);
  }
}
