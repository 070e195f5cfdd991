package dev.playloop.reasoner;

import dev.playloop.reasoner.wire.LlmAnswer.RawCall;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.worlds.model.Catalogue;
import dev.playloop.worlds.model.Dispatch;
import dev.playloop.worlds.model.Worlds;
import java.util.List;

/// Checks tool calls by the tools' schemas, as the catalogue has them that the turn names. Whether
/// a known tool is allowed is the loop's to say. Immutable but for what `worlds` holds.
final class ToolCalls {
  private final Worlds worlds;

  ToolCalls(Worlds worlds) {
    this.worlds = worlds;
  }

  /// What the turn names. To be asked before anything is paid for it: it may have to wait for a
  /// declaration that was not read here yet.
  Catalogue named(Turn turn) {
    return worlds.meant(turn.agent().world(), turn.catalogue());
  }

  static List<ToolCall> check(Turn turn, Catalogue catalogue, List<RawCall> calls) {
    return calls.stream().map(call -> read(turn, catalogue, call)).toList();
  }

  /// As a call of the tool that it means.
  private static ToolCall read(Turn turn, Catalogue catalogue, RawCall raw) {
    Dispatch one = catalogue.dispatch();
    boolean dispatched = one != null && Dispatch.isOne(raw.name());
    ToolCall.Check check =
        dispatched ? ToolSpec.object(raw.arguments()) : check(turn, catalogue, raw);
    ToolCall call = new ToolCall(raw.id(), raw.name(), raw.arguments(), check);
    return one == null || !dispatched ? call : one.read(call, one.offered(turn.body().tools()));
  }

  private static ToolCall.Check check(Turn turn, Catalogue catalogue, RawCall call) {
    ToolCatalogue named = catalogue.named();
    ToolSpec<?> spec = named.find(call.name());
    return spec == null ? unknown(turn, catalogue, call.name()) : spec.check(call.arguments());
  }

  private static ToolCall.Invalid unknown(Turn turn, Catalogue catalogue, String name) {
    // Only what this turn offers is a good suggestion.
    String nearest = catalogue.nearest(turn.body().tools(), name);
    String shown = Text.brief(name, 64);
    return new ToolCall.Invalid(
        "tool", "one of the tools you were given", "'" + shown + "'", nearest);
  }
}
