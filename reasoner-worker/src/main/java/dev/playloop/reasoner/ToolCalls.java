package dev.playloop.reasoner;

import dev.playloop.reasoner.wire.LlmAnswer.RawCall;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.ToolDeclaration;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.worlds.model.Dispatch;
import dev.playloop.worlds.model.LoopTool;
import dev.playloop.worlds.model.World;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Checks tool calls by the tools' schemas. Whether a known tool is allowed is the loop's to say.
/// Immutable.
final class ToolCalls {
  private final Map<String, ToolCatalogue> byWorld = new HashMap<>();
  private final Map<String, Dispatch> dispatches = new HashMap<>();

  ToolCalls(List<World> worlds) {
    for (World world : worlds) {
      if (byWorld.put(world.name(), world.tools().and(LoopTool.CATALOGUE)) != null) {
        throw new IllegalArgumentException("two worlds are named " + world.name());
      }
      if (world.dispatches()) {
        byWorld.put(world.name(), LoopTool.CATALOGUE);
        dispatches.put(world.name(), Dispatch.of(world.tools()));
      }
    }
  }

  List<ToolCall> check(Turn turn, List<RawCall> calls) {
    return calls.stream()
        .map(c -> read(turn, new ToolCall(c.id(), c.name(), c.arguments(), check(turn, c))))
        .toList();
  }

  /// As a call of the tool that it means.
  private ToolCall read(Turn turn, ToolCall call) {
    Dispatch one = dispatches.get(turn.agent().world());
    return one == null || !Dispatch.isOne(call.name())
        ? call
        : one.read(call, one.offered(turn.body().tools()));
  }

  private ToolCall.Check check(Turn turn, RawCall call) {
    ToolCatalogue catalogue = byWorld.getOrDefault(turn.agent().world(), LoopTool.CATALOGUE);
    if (dispatches.containsKey(turn.agent().world()) && Dispatch.isOne(call.name())) {
      return ToolSpec.object(call.arguments());
    }
    ToolSpec<?> spec = catalogue.find(call.name());
    return spec == null ? unknown(turn, catalogue, call.name()) : spec.check(call.arguments());
  }

  private static ToolCall.Invalid unknown(Turn turn, ToolCatalogue catalogue, String name) {
    Set<String> offered =
        turn.body().tools().stream().map(ToolDeclaration::name).collect(Collectors.toSet());
    // Only what this turn offers is a good suggestion.
    @Nullable String nearest =
        ToolCatalogue.of(
                catalogue.specs().stream().filter(s -> offered.contains(s.name())).toList())
            .nearest(name);
    String shown = Text.brief(name, 64);
    return new ToolCall.Invalid(
        "tool", "one of the tools you were given", "'" + shown + "'", nearest);
  }
}
