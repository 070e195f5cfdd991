package dev.playloop.worlds.eternum.server;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.account.SigningPool;
import dev.playloop.worlds.chain.backend.DirectInvoke;
import dev.playloop.worlds.chain.backend.StarknetBackend;
import dev.playloop.worlds.chain.devnet.DevnetAccount;
import dev.playloop.worlds.chain.devnet.DevnetControl;
import dev.playloop.worlds.chain.devnet.DevnetProgram;
import dev.playloop.worlds.chain.lane.ChainActions;
import dev.playloop.worlds.chain.lane.LaneClock;
import dev.playloop.worlds.chain.lane.LaneProfile;
import dev.playloop.worlds.chain.node.BlockTag;
import dev.playloop.worlds.chain.node.JsonRpcNode;
import dev.playloop.worlds.eternum.act.EternumGame;
import dev.playloop.worlds.eternum.act.GameObservations;
import dev.playloop.worlds.eternum.act.GameRecords;
import dev.playloop.worlds.eternum.deploy.AdminAccount;
import dev.playloop.worlds.eternum.model.ActionGuide;
import dev.playloop.worlds.eternum.model.EternumTool;
import dev.playloop.worlds.eternum.model.EternumWorld;
import dev.playloop.worlds.eternum.profile.GameAccounts;
import dev.playloop.worlds.eternum.profile.GamePolicy;
import dev.playloop.worlds.eternum.profile.WorldProfile;
import dev.playloop.worlds.eternum.profile.WorldProfileBuilder;
import dev.playloop.worlds.eternum.torii.ToriiClient;
import dev.playloop.worlds.eternum.torii.ToriiSelect;
import dev.playloop.worlds.model.Asked;
import dev.playloop.worlds.model.Call;
import dev.playloop.worlds.model.Calls;
import dev.playloop.worlds.model.Prepared;
import dev.playloop.worlds.model.Worlds;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// A game of this machine's own, with what an executor has of it: an action is read, prepared,
/// signed and performed as it is there, without a ledger. One thread.
public final class PlayedGame implements AutoCloseable {
  public static final AgentId ADA = AgentId.of("eternum", "aldermoor");
  public static final AgentId BOB = AgentId.of("eternum", "brackwater");

  /// Theirs, on both chains.
  public static final Felt ADAS =
      Felt.hex("0x78662e7352d062084b0010068b99288486c2d8b914f6e2a55ce945f8792c8b1");

  public static final Felt BOBS =
      Felt.hex("0x49dfb8ce986e21d354ac93ea65e6a11f639c1934ea253e5ff14ca62eca0f38e");

  /// Blocks until something is believed.
  public static final int DEPTH = 3;

  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final LaneProfile.Pace PACE =
      new LaneProfile.Pace(
          Duration.ofMillis(20), Duration.ofSeconds(2), LIMIT, Duration.ofSeconds(4));

  private final KeptParts parts = KeptParts.in(null);
  private final OwnGame game;
  private final JsonRpcNode node;
  private final WorldProfile profile;
  private final ChainActions<EternumTool> actions;
  private final EternumWorld world = new EternumWorld();
  private final Calls<EternumTool> calls =
      new Calls<>(EternumWorld.NAME, Worlds.of(world), EternumTool.class);
  private int acts;

  private PlayedGame(boolean simulated) throws InterruptedException {
    game = OwnGame.start(parts, simulated ? null : DevnetProgram.found(), simulated);
    node = parts.keep(JsonRpcNode.at(game.rpc(), LIMIT));
    profile = profile(game);
    SigningPool pool = parts.keep(SigningPool.ofAllCores());
    actions =
        parts.keep(
            new ChainActions<>(
                new EternumGame(
                    profile,
                    new GameRecords(profile.world(), "s2"),
                    new ActionGuide(world),
                    new GameObservations(parts.keep(torii()), asked())),
                GameAccounts.playing(game.players(), pool, GamePolicy.of(profile)),
                new ChainActions.Chain(
                    new StarknetBackend(game.node(), StarknetBackend.STRK),
                    new DirectInvoke(game.node(), profile.chainId()),
                    profile.mark()),
                LaneProfile.standard(new LaneProfile.Advice("fill %s", "deploy %s"))
                    .withDepth(DEPTH)
                    .withPace(PACE),
                LaneClock.of(InstantSource.system())));
  }

  public static PlayedGame simulated() throws InterruptedException {
    return new PlayedGame(true);
  }

  /// Ends the test as not run where there is no devnet.
  public static PlayedGame onDevnet() throws InterruptedException {
    return new PlayedGame(false);
  }

  private static WorldProfile profile(OwnGame game) {
    return WorldProfileBuilder.builder()
        .chainId(game.game().chainId())
        .genesis(game.game().genesis())
        .contracts(
            game.game().contracts().entrySet().stream()
                .collect(
                    Collectors.toMap(
                        one -> one.getKey(),
                        one ->
                            new WorldProfile.Contract(
                                one.getValue().address(), one.getValue().classHash()))))
        .gameId(OwnGame.GAME_ID)
        .players(List.of(ADAS, BOBS))
        .build();
  }

  public OwnGame game() {
    return game;
  }

  public WorldProfile profile() {
    return profile;
  }

  public JsonRpcNode node() {
    return node;
  }

  public DevnetControl control() {
    return new DevnetControl(node.wire());
  }

  public ChainActions<EternumTool> actions() {
    return actions;
  }

  /// Closed by the caller.
  public ToriiClient torii() {
    return new ToriiClient(game.torii(), profile.world(), LIMIT);
  }

  public ToriiSelect.Game asked() {
    return new ToriiSelect.Game(Objects.requireNonNull(profile.namespace()), profile.gameId());
  }

  public long nonce(Felt account) throws InterruptedException {
    return Objects.requireNonNull(node.nonce(account, BlockTag.PRE_CONFIRMED)).toLong();
  }

  /// The account that has laid the board.
  AdminAccount bank() throws InterruptedException {
    DevnetAccount first = control().accounts().getFirst();
    return AdminAccount.on(node, first.address(), first.signer());
  }

  /// Somebody else who has the account's key.
  public void foreignWrite(Felt account, ContractCall call) throws InterruptedException {
    DevnetAccount owner = Objects.requireNonNull(game.players().get(account));
    AdminAccount.on(node, account, owner.signer()).invoke(List.of(call));
  }

  /// With single quotes.
  public ActionResult act(AgentId agent, String tool, String args) throws InterruptedException {
    return act(agent, tool, Json.tree(args.replace('\'', '"')));
  }

  public ActionResult act(AgentId agent, String tool, JsonNode args) throws InterruptedException {
    return switch (calls.read(action(agent, tool, args))) {
      case Asked.Nonsense<EternumTool>(ActionResult answer) -> answer;
      case Call<EternumTool> call when call.effect() == Effect.READ -> actions.look(call);
      case Call<EternumTool> call -> written(call);
    };
  }

  public ActionResult simulate(AgentId agent, String tool, String args)
      throws InterruptedException {
    return switch (calls.read(action(agent, tool, Json.tree(args.replace('\'', '"'))))) {
      case Asked.Nonsense<EternumTool>(ActionResult answer) -> answer;
      case Call<EternumTool> call -> actions.simulate(call);
    };
  }

  private ActionResult written(Call<EternumTool> call) throws InterruptedException {
    return actions.perform(call, Prepared.of(actions.prepare(call)), new Unlogged());
  }

  /// Nobody takes it back, and attempts need no ledger.
  private static final class Unlogged implements dev.playloop.worlds.model.WorldActions.Lease {
    @Override
    public void confirm() {}

    @Override
    public void attempt(JsonNode prepared) {}
  }

  private Action action(AgentId agent, String tool, JsonNode args) {
    acts++;
    ActionId id = ActionId.of(RunId.of(agent, "m-" + acts).turn(1), 1);
    String actor = agent.equals(ADA) ? ADAS.hex() : agent.equals(BOB) ? BOBS.hex() : "0xdead";
    Action action = Action.of(id, agent, actor, tool, args).notAfter(Instant.MAX);
    ToolSpec<?> spec = world.tools().find(tool);
    return spec == null
        ? action
        : action.effect(spec.effect()).lane(spec.lane(agent, actor, id, args));
  }

  @Override
  public void close() {
    parts.close();
  }
}
