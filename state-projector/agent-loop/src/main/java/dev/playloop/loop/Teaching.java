package dev.playloop.loop;

import dev.playloop.loop.prompt.Refusal;
import dev.playloop.loop.state.Draft;
import dev.playloop.loop.state.Pending;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.worlds.model.Dispatch;
import dev.playloop.worlds.model.LoopTool;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Judges the calls of a decision before anything leaves the loop. What is wrong goes back to the
/// model with the field, what was expected, and the nearest valid name.
final class Teaching {
  /// The code of a call beyond the actions of its run.
  static final String ACTION_LIMIT = "action_limit";

  private Teaching() {}

  /// What a call is worth.
  sealed interface Verdict {}

  /// Goes to the world.
  record World(ToolSpec<?> spec, Pending.Kind kind, JsonNode args) implements Verdict {
    boolean isWrite() {
      return kind == Pending.Kind.WRITE;
    }
  }

  /// Is answered by the loop.
  record Loop(LoopTool tool) implements Verdict {}

  /// Is refused, with the answer the model gets. `wrong` calls count as strikes; `write` says that
  /// the model meant to change something, so that later writes must not go on without it.
  record Refused(Refusal why, boolean wrong, boolean write) implements Verdict {}

  static Verdict judge(Draft draft, ToolCall call) {
    ToolSpec<?> own = LoopTool.CATALOGUE.find(call.target());
    ToolSpec<?> spec = own == null ? draft.catalogue().find(call.target()) : own;
    if (spec == null) {
      return call.check() instanceof ToolCall.Invalid invalid && dispatches(draft, call)
          ? misfit(invalid, true)
          : unknown(draft, call);
    }
    Pending.Kind kind = kind(spec, call);
    boolean write = kind == Pending.Kind.WRITE;
    if (own == null && !draft.boundary().allows(call.target())) {
      String message =
          call.target()
              + " is not allowed for "
              + draft.run().origin().kind()
              + nearest(draft, call, "; use one of the tools you were given");
      return new Refused(Refusal.of("not_allowed", "not_allowed", message), true, write);
    }
    ToolCall.Check check =
        call.check() instanceof ToolCall.Valid valid ? spec.check(valid.args()) : call.check();
    return switch (check) {
      case ToolCall.Invalid invalid -> misfit(invalid, write);
      case ToolCall.Valid valid ->
          own == null
              ? new World(spec, kind, valid.args())
              : new Loop((LoopTool) spec.parse(valid.args()));
    };
  }

  private static Refused misfit(ToolCall.Invalid invalid, boolean write) {
    return new Refused(
        new Refusal("invalid", "invalid_arguments", invalid.message(), invalid.field()),
        true,
        write);
  }

  /// Whether the call names no action through the tool that stands for several.
  private static boolean dispatches(Draft draft, ToolCall call) {
    return Dispatch.isOne(call.name()) && draft.catalogue().dispatch() != null;
  }

  /// To simulate what only looks is to look.
  private static Pending.Kind kind(ToolSpec<?> spec, ToolCall call) {
    Pending.Kind kind = Pending.Kind.of(spec.effect());
    return call.simulate() && kind == Pending.Kind.WRITE ? Pending.Kind.SIMULATED : kind;
  }

  private static Refused unknown(Draft draft, ToolCall call) {
    String message = "there is no tool named " + shortened(call.name()) + nearest(draft, call, "");
    return new Refused(Refusal.of("invalid", "unknown_tool", message), true, true);
  }

  private static String nearest(Draft draft, ToolCall call, String otherwise) {
    String nearest = draft.catalogue().nearest(draft.boundary(), call);
    return nearest == null ? otherwise : "; did you mean " + nearest + "?";
  }

  private static String shortened(String name) {
    return Text.brief(name, 64);
  }

  /// Counts an invalid call; true when it has come too often.
  static boolean strike(Draft draft, ToolCall call) {
    String hash = hash(call.name() + "\n" + call.arguments());
    return draft.run().strike(hash, shortened(call.target())) >= draft.policy().strikes();
  }

  /// Counts a valid call that the world refused, whatever else was tried in between; what becomes
  /// of it when it has come too often, [Finishing] says.
  static void strike(Draft draft, Pending refused) {
    draft.run().strike(hash("refused\n" + refused.tool() + "\n" + refused.args()), refused.tool());
  }

  private static String hash(String call) {
    return Sha256.hex(call).substring(0, 16);
  }

  /// A valid call that does not fit the bounds of a decision or a run, or null where it does.
  ///
  /// @param number the call's number among those of the decision
  static @Nullable Refused beyond(
      Draft draft, int number, int accepted, int argumentBytes, World call) {
    boolean write = call.isWrite();
    if (accepted >= draft.policy().callsPerDecision() || number > ActionId.MOST_CALLS) {
      return limit(
          "too_many_calls",
          "at most "
              + draft.policy().callsPerDecision()
              + " tool calls are carried out at once; ask for the rest in your next answer",
          write);
    }
    if (argumentBytes + size(call.args()) > draft.policy().argumentBytes()) {
      return limit(
          "arguments_too_large",
          "the arguments of one answer may have "
              + draft.policy().argumentBytes()
              + " bytes together; send less",
          write);
    }
    int limit = draft.limits().actionsOrDefault();
    if (draft.run().actions() + accepted >= limit) {
      return limit(
          ACTION_LIMIT,
          "the limit of "
              + limit
              + " actions of this run is reached; end the run by a text or the finish tool",
          write);
    }
    return null;
  }

  private static Refused limit(String code, String message, boolean write) {
    return new Refused(Refusal.of("refused", code, message), false, write);
  }

  static int size(JsonNode args) {
    return args.toString().getBytes(StandardCharsets.UTF_8).length;
  }
}
