package dev.playloop.benchmarks.world;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.worlds.kernel.KernelActions;
import dev.playloop.worlds.kernel.model.KernelTool;
import dev.playloop.worlds.kernel.model.KernelWorld;
import dev.playloop.worlds.model.Asked;
import dev.playloop.worlds.model.Call;
import dev.playloop.worlds.model.Calls;
import dev.playloop.worlds.model.Prepared;
import dev.playloop.worlds.model.Worlds;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/// The calls of [KernelSpeed], and the kernel they are made to: principals `p0`, `p1`, …, each with
/// scrip, a text and two programs. Who acts, and on whose things, is drawn evenly; seldom do two
/// meet.
final class KernelCalls {
  private static final Instant LATE = Instant.parse("2100-01-01T00:00:00Z");

  private static final Calls<KernelTool> CALLS =
      new Calls<>(KernelWorld.NAME, Worlds.of(new KernelWorld()), KernelTool.class);

  private KernelCalls() {}

  /// What a principal does.
  enum Kind {
    TRANSFER,
    /// Of a text without a price.
    READ,
    /// Of one's own text, which is there: 200 characters.
    WRITE,
    /// Of another's program, for 1 scrip.
    INVOKE,
    /// The same without a price.
    INVOKE_FREE;

    String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /// `transfer:2,read:1` as weights; a kind that is not named does not occur.
  static Map<Kind, Integer> mix(String words) {
    Map<Kind, Integer> mix = new EnumMap<>(Kind.class);
    for (String part : words.split(",", -1)) {
      String[] pair = part.split(":", 2);
      Kind kind =
          Arrays.stream(Kind.values())
              .filter(k -> k.word().equals(pair[0]))
              .findFirst()
              .orElseThrow(() ->
                  new IllegalArgumentException(
                      "--mix: expected transfer, read, write, invoke or invoke-free, got "
                          + pair[0]));
      int weight = pair.length == 1 ? 1 : Integer.parseInt(pair[1]);
      if (weight < 1) {
        throw new IllegalArgumentException("--mix: expected weights from 1, got " + part);
      }
      mix.put(kind, weight);
    }
    return mix;
  }

  /// A kind by its weight.
  static Kind draw(Map<Kind, Integer> mix, SplittableRandom random) {
    int left = random.nextInt(mix.values().stream().mapToInt(w -> w).sum());
    for (Map.Entry<Kind, Integer> entry : mix.entrySet()) {
      left -= entry.getValue();
      if (left < 0) {
        return entry.getKey();
      }
    }
    throw new IllegalStateException("the weights of " + mix + " don't add up");
  }

  static String seed(int principals) {
    return """
    select kernel_principal('p' || n, 1000000, 1) from generate_series(0, %1$d) n;
    select kernel_artifact('text-' || n, 'text', repeat('x', 200), 'p' || n)
      from generate_series(0, %1$d) n;
    select kernel_artifact('tool-' || n, 'executable', 'echo', 'p' || n, executable => true,
      invoke_price => 1) from generate_series(0, %1$d) n;
    select kernel_artifact('free-' || n, 'executable', 'echo', 'p' || n, executable => true)
      from generate_series(0, %1$d) n;
    analyze;
    """
        .formatted(principals - 1);
  }

  /// A call of a principal under a new id.
  static Action call(Kind kind, String id, int principals, SplittableRandom random) {
    int me = random.nextInt(principals);
    int other = (me + 1 + random.nextInt(principals - 1)) % principals;
    return switch (kind) {
      case TRANSFER ->
          action(me, id, "transfer_scrip", "{\"to\":\"p%d\",\"amount\":1}".formatted(other));
      case READ ->
          action(me, id, "read_artifact", "{\"artifact_id\":\"text-%d\"}".formatted(other));
      case WRITE ->
          action(
              me,
              id,
              "write_artifact",
              "{\"artifact_id\":\"text-%d\",\"content\":\"%s\",\"artifact_type\":\"text\"}"
                  .formatted(me, "y".repeat(200)));
      case INVOKE -> invoke(me, id, "tool-" + other);
      case INVOKE_FREE -> invoke(me, id, "free-" + other);
    };
  }

  /// Performs what [#call] made, as the executor would.
  static ActionResult perform(KernelActions actions, Action action) throws InterruptedException {
    return switch (CALLS.read(action)) {
      case Asked.Nonsense<KernelTool>(ActionResult answer) -> answer;
      case Call<KernelTool> call when call.effect() == Effect.READ -> actions.look(call);
      case Call<KernelTool> call -> actions.perform(call, Prepared.NOTHING, () -> {});
    };
  }

  private static Action invoke(int me, String id, String artifact) {
    return action(
        me,
        id,
        "invoke_artifact",
        "{\"artifact_id\":\"%s\",\"args\":[\"7\"],\"max_scrip\":1}".formatted(artifact));
  }

  private static Action action(int me, String id, String tool, String args) {
    AgentId agent = AgentId.of("kernel", "p" + me);
    return Action.of(
            new ActionId(agent + ":" + id + "#1.1"), agent, "p" + me, tool, Json.tree(args))
        .lane(new Lane(agent.value()))
        .effect(tool.equals("read_artifact") ? Effect.READ : Effect.WRITE)
        .notAfter(LATE);
  }
}
