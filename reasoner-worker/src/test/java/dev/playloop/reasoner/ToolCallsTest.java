package dev.playloop.reasoner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.reasoner.route.Turns;
import dev.playloop.reasoner.wire.LlmAnswer.RawCall;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Route.Prices;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.Tool;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.Traits;
import dev.playloop.worlds.model.Catalogue;
import dev.playloop.worlds.model.Perspective;
import dev.playloop.worlds.model.World;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A call is checked as the turn declares its tool, whatever is in force when the answer comes.
class ToolCallsTest {
  sealed interface Before extends Tool {
    @Describe("Dig.")
    @Traits(effect = Effect.WRITE)
    record Dig(@Describe("how deep") long depth) implements Before {}
  }

  sealed interface After extends Tool {
    @Describe("Dig.")
    @Traits(effect = Effect.WRITE)
    record Dig(@Describe("what with") String spade) implements After {}
  }

  /// Of the world that the turns of these tests are for.
  private record Town(ToolCatalogue tools) implements World {
    @Override
    public String name() {
      return "society";
    }

    @Override
    public Perspective perspective() {
      return Perspective.blind();
    }
  }

  private static final Catalogue OLD = Catalogue.of(new Town(ToolCatalogue.ofSealed(Before.class)));
  private static final Catalogue NOW = Catalogue.of(new Town(ToolCatalogue.ofSealed(After.class)));

  private final ToolCalls calls = new ToolCalls(() -> List.of(NOW, OLD));

  private ToolCall.Check dig(@Nullable String catalogue, String arguments) {
    Turn turn =
        Turns.turn(
                new Turn.Body(List.of(), List.of(Message.User.text("x"))),
                BigDecimal.ONE,
                Instant.MAX,
                0,
                Turns.candidate(
                    "a", new Prices(BigDecimal.ONE, BigDecimal.ONE, BigDecimal.ONE), 100))
            .catalogue(catalogue);
    return ToolCalls.check(turn, calls.named(turn), List.of(new RawCall("c", "dig", arguments)))
        .getFirst()
        .check();
  }

  @Test
  void aCallIsCheckedByTheDeclarationThatItsTurnNames() {
    assertThat(dig(OLD.hash(), "{\"depth\":3}")).isInstanceOf(ToolCall.Valid.class);
    assertThat(dig(OLD.hash(), "{\"spade\":\"iron\"}")).isInstanceOf(ToolCall.Invalid.class);
    assertThat(dig(NOW.hash(), "{\"spade\":\"iron\"}")).isInstanceOf(ToolCall.Valid.class);
    assertThat(dig(NOW.hash(), "{\"depth\":3}")).isInstanceOf(ToolCall.Invalid.class);
  }

  @Test
  void oneThatIsNotHeldOrNotNamedIsTheOneInForce() {
    assertThat(dig(null, "{\"spade\":\"iron\"}")).isInstanceOf(ToolCall.Valid.class);
    assertThat(dig("0".repeat(64), "{\"spade\":\"iron\"}")).isInstanceOf(ToolCall.Valid.class);
  }
}
