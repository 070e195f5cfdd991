package dev.playloop.loop;

import dev.playloop.schemas.event.TriggerClass;
import dev.playloop.schemas.tool.Bounds;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.LaneBy;
import dev.playloop.schemas.tool.Tool;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.Traits;
import dev.playloop.worlds.model.LlmAccount;
import dev.playloop.worlds.model.Perspective;
import dev.playloop.worlds.model.World;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A small world named `test`: two reads, four writes, one of them a reply that ends the run.
final class TestWorld implements World {
  private static final ToolCatalogue TOOLS = ToolCatalogue.ofSealed(TestTool.class);

  /// Two more, with time limits of their own.
  static final ToolCatalogue SLOW_TOOLS = ToolCatalogue.ofSealed(SlowTool.class);

  static final TestWorld PLAIN = new TestWorld(null, null, null, TOOLS);
  static final TestWorld WITH_MEMORIES = new TestWorld("remember_run", null, null, TOOLS);
  static final TestWorld WITH_ACCOUNT = new TestWorld(null, new TestAccount(), null, TOOLS);

  /// Its views come late, and some of its tools have time limits of their own.
  static final TestWorld SLOW =
      new TestWorld(null, null, Duration.ofSeconds(8), TOOLS.and(SLOW_TOOLS));

  /// Its writes are called through one.
  static final TestWorld DISPATCHING = new TestWorld(null, null, null, TOOLS);

  /// It says what kinds of trigger are to its agents.
  static final TestWorld WITH_KINDS = new TestWorld(null, null, null, TOOLS);

  private final @Nullable String memoryTool;

  private final @Nullable LlmAccount account;

  private final @Nullable Duration viewWait;

  private final ToolCatalogue tools;

  private TestWorld(
      @Nullable String memoryTool,
      @Nullable LlmAccount account,
      @Nullable Duration viewWait,
      ToolCatalogue tools) {
    this.memoryTool = memoryTool;
    this.account = account;
    this.viewWait = viewWait;
    this.tools = tools;
  }

  /// The same world, which declares other tools and another wait.
  TestWorld declaring(ToolCatalogue others, @Nullable Duration wait) {
    return new TestWorld(memoryTool, account, wait, others);
  }

  sealed interface TestTool extends Tool {
    @Describe("Your gold and energy.")
    @Traits(effect = Effect.READ)
    record GetStats() implements TestTool {}

    @Describe("What the market sells.")
    @Traits(effect = Effect.READ)
    record GetMarket(@Describe("item to look for") @Nullable String item) implements TestTool {}

    @Describe("Buy an item.")
    @Traits(effect = Effect.WRITE)
    record BuyItem(
        @Describe("the item") String item,
        @Describe("how many") @Bounds(min = 1, max = 99) int quantity)
        implements TestTool {}

    @Describe("Work for gold.")
    @Traits(effect = Effect.WRITE)
    record DoWork(@Describe("the job") String job) implements TestTool {}

    @Describe("Press a button of the shared console.")
    @Traits(effect = Effect.WRITE, laneBy = LaneBy.WORLD, lane = "console")
    record PressButton(@Describe("the button") String button) implements TestTool {}

    @Describe("Answer a message you received.")
    @Traits(effect = Effect.WRITE, replyTo = "messageId", endsRun = true, says = "content")
    record ReplyToMessage(
        @Describe("the message") String messageId, @Describe("your answer") String content)
        implements TestTool {}
  }

  sealed interface SlowTool extends Tool {
    @Describe("Dig a mine.")
    @Traits(effect = Effect.WRITE, limitSeconds = 120)
    record DigMine() implements SlowTool {}

    @Describe("Glance around.")
    @Traits(effect = Effect.READ, limitSeconds = 5)
    record GlanceAround() implements SlowTool {}
  }

  @Override
  public String name() {
    return "test";
  }

  @Override
  public ToolCatalogue dispatched() {
    return this == DISPATCHING
        ? ToolCatalogue.of(
            tools.specs().stream().filter(spec -> spec.effect() == Effect.WRITE).toList())
        : ToolCatalogue.EMPTY;
  }

  @Override
  public ToolCatalogue tools() {
    return tools;
  }

  @Override
  public Map<String, TriggerClass> kinds() {
    return this == WITH_KINDS
        ? Map.of(
            "player.*", TriggerClass.CONVERSATION,
            "player.waves", TriggerClass.IDLE,
            "chat.message", TriggerClass.SCHEDULE)
        : Map.of();
  }

  @Override
  public Set<String> owingKinds() {
    return this == WITH_KINDS ? Set.of("player.*") : Set.of();
  }

  @Override
  public Perspective perspective() {
    return Perspective.blind();
  }

  @Override
  public @Nullable String memoryTool() {
    return memoryTool;
  }

  @Override
  public @Nullable Duration viewWait() {
    return viewWait;
  }

  @Override
  public String iterationKind() {
    return "schedule.work";
  }

  @Override
  public @Nullable LlmAccount account() {
    return account;
  }
}
