package dev.playloop.loop.prompt;

import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.loop.state.Run;
import dev.playloop.loop.state.WrittenMessage;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Route;
import dev.playloop.schemas.event.Section;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Cuts a transcript that does not fit its model, oldest steps first, down to half of what fits, so
/// that it then stays as it is for many turns and providers can cache it. An assistant message and
/// the answers to its calls stay or go together; the run's beginning and its last step stay.
///
/// The cut is found by going through the transcript as it grew, so that the same messages are cut
/// at every turn until it overflows again, and nothing of it needs to be kept in the state.
final class Trimming {
  private static final int BYTES_PER_TOKEN = 4;
  private static final long MAX_BYTES = 1_600_000;
  private static final int VIEW_STEP = 4_096;
  private static final WrittenMessage CUT =
      WrittenMessage.of(
          Message.User.text(
              Section.render(
                  Section.NOTICE,
                  new Run.Notice(
                      "trimmed", "Earlier steps of this run were cut here to fit your context."))));

  private final int outputBytes;

  Trimming(LoopPolicy policy) {
    this.outputBytes = policy.outputBytes();
  }

  /// @param fixed the bytes that stand before the transcript in every turn
  /// @param last what stands behind it in this turn
  List<WrittenMessage> trimmed(
      List<WrittenMessage> transcript,
      Route.Candidate candidate,
      long fixed,
      @Nullable WrittenMessage last) {
    int head = head(transcript);
    long around =
        fixed + sizeOf(transcript.subList(0, head)) + (last == null ? 0 : stepped(last.size()));
    long window =
        (long) (candidate.contextTokens() - candidate.maxOutputTokens()) * BYTES_PER_TOKEN;
    long budget = Math.max(Math.min(window, MAX_BYTES) - around, outputBytes / 8);
    List<List<WrittenMessage>> steps = steps(transcript.subList(head, transcript.size()));
    int from = cut(steps, budget);
    List<WrittenMessage> kept = new ArrayList<>(transcript.subList(0, head));
    if (from > 0) {
      kept.add(CUT);
    }
    for (int i = from; i < steps.size(); i++) {
      kept.addAll(i == steps.size() - 1 ? shortened(steps.get(i), budget) : steps.get(i));
    }
    return kept;
  }

  /// The first step that stays.
  private static int cut(List<List<WrittenMessage>> steps, long budget) {
    int from = 0;
    long kept = 0;
    List<Long> sizes = steps.stream().map(Trimming::sizeOf).toList();
    for (int i = 0; i < steps.size(); i++) {
      kept += sizes.get(i);
      if (kept > budget) {
        while (from < i && kept > budget / 2) {
          kept -= sizes.get(from);
          from++;
        }
      }
    }
    return from;
  }

  /// The messages before the first answer: memory, trigger, what joined at once.
  private static int head(List<WrittenMessage> transcript) {
    int head = 0;
    while (head < transcript.size() && transcript.get(head).message() instanceof Message.User) {
      head++;
    }
    return head;
  }

  /// An assistant message with its tool answers, or a single message of another kind.
  private static List<List<WrittenMessage>> steps(List<WrittenMessage> messages) {
    List<List<WrittenMessage>> steps = new ArrayList<>();
    for (WrittenMessage message : messages) {
      if (message.message() instanceof Message.ToolOutput && !steps.isEmpty()) {
        steps.getLast().add(message);
      } else {
        steps.add(new ArrayList<>(List.of(message)));
      }
    }
    return steps;
  }

  /// The last step, whose tool answers are cut where it alone is more than fits.
  private static List<WrittenMessage> shortened(List<WrittenMessage> step, long budget) {
    if (sizeOf(step) <= budget || step.size() < 2) {
      return step;
    }
    long left = Math.max(0, budget - step.getFirst().size());
    int each = (int) Math.max(200, left / (step.size() - 1));
    List<WrittenMessage> shorter = new ArrayList<>();
    for (WrittenMessage message : step) {
      shorter.add(
          message.message() instanceof Message.ToolOutput output && message.size() > each
              ? WrittenMessage.of(
                  new Message.ToolOutput(
                      output.callId(),
                      output.tool(),
                      Outputs.prefix(output.text(), each)
                          + "… (cut to fit your context; ask for less)",
                      output.error()))
              : message);
    }
    return shorter;
  }

  private static long sizeOf(List<WrittenMessage> messages) {
    long bytes = 0;
    for (WrittenMessage message : messages) {
      bytes += message.size();
    }
    return bytes;
  }

  /// Rounded up, so that a view of another size rarely moves the cut.
  private static long stepped(long bytes) {
    return (bytes / VIEW_STEP + 1) * VIEW_STEP;
  }
}
