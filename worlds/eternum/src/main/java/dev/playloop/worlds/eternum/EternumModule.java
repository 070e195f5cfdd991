package dev.playloop.worlds.eternum;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.config.InvalidFileException;
import dev.playloop.settings.SettingKey;
import dev.playloop.settings.Settings;
import dev.playloop.worlds.chain.account.AccountBook;
import dev.playloop.worlds.chain.account.SigningPool;
import dev.playloop.worlds.chain.devnet.DevnetBinary;
import dev.playloop.worlds.chain.lane.BookedAccounts;
import dev.playloop.worlds.chain.lane.ChainAccounts;
import dev.playloop.worlds.chain.lane.LaneProfile;
import dev.playloop.worlds.chain.node.JsonRpcNode;
import dev.playloop.worlds.chain.node.NodeUnavailable;
import dev.playloop.worlds.eternum.deploy.DeployedContract;
import dev.playloop.worlds.eternum.model.EternumWorld;
import dev.playloop.worlds.eternum.profile.GameAccounts;
import dev.playloop.worlds.eternum.profile.GamePolicy;
import dev.playloop.worlds.eternum.profile.ProfileCheck;
import dev.playloop.worlds.eternum.profile.WorldProfile;
import dev.playloop.worlds.eternum.profile.WorldProfileBuilder;
import dev.playloop.worlds.eternum.server.OwnGame;
import dev.playloop.worlds.model.CannotOpenWorld;
import dev.playloop.worlds.model.MachineCheck;
import dev.playloop.worlds.model.OpenWorld;
import dev.playloop.worlds.model.Opening;
import dev.playloop.worlds.model.Opening.Purpose;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.WorldModule;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Eternum on the chain that the settings name, or on one that this machine starts: a
/// starknet-devnet where there is one, else a simulated chain.
public final class EternumModule implements WorldModule {
  static final SettingKey RPC =
      SettingKey.required(
          "PLAYLOOP_ETERNUM_RPC",
          "URL of the Starknet node's JSON-RPC; without it one machine starts a starknet-devnet, or"
              + " a simulated chain where there is none. A starknet-devnet needs no profile");
  static final SettingKey PROFILE =
      SettingKey.required(
          "PLAYLOOP_ETERNUM_PROFILE",
          "file that says which game on which chain: chain id, block 0, contracts with their class"
              + " hashes");
  static final SettingKey TORII =
      SettingKey.required("PLAYLOOP_ETERNUM_TORII", "URL of the game's Torii, without /sql");
  static final SettingKey ACCOUNTS =
      SettingKey.required(
          "PLAYLOOP_ETERNUM_ACCOUNTS",
          "file of the accounts that this executor signs for: agents, keys, caps");
  static final SettingKey DEVNET =
      SettingKey.required(
          "PLAYLOOP_ETERNUM_DEVNET",
          "path of the starknet-devnet that one machine starts, or 'simulator' for none; without it"
              + " that on the PATH");

  private static final String SIMULATOR = "simulator";
  private static final Duration NODE_LIMIT = Duration.ofSeconds(10);
  private static final LaneProfile.Advice ADVICE =
      new LaneProfile.Advice(
          "send STRK to account %s",
          "deploy account %s, for one with 'sncast account deploy', and fund it first");

  /// As long as for a database: a worker may be started before the node that it works with.
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final EternumWorld world = new EternumWorld();
  private final Duration patience;

  /// Waits up to a minute for a node that does not answer, except for an example.
  public EternumModule() {
    this(PATIENCE);
  }

  /// Waits so long for the node.
  EternumModule(Duration patience) {
    this.patience = patience;
  }

  @Override
  public World world() {
    return world;
  }

  @Override
  public List<SettingKey> settings() {
    return List.of(RPC, PROFILE, TORII, ACCOUNTS, DEVNET);
  }

  @Override
  public boolean hasDryRun() {
    return true;
  }

  @Override
  public boolean needsServer(Settings settings) {
    return settings.optional(RPC).isEmpty();
  }

  @Override
  public List<MachineCheck> checks() {
    return List.of(check(DevnetBinary.on(System.getenv("PATH"))));
  }

  /// @param found the node on the PATH; null where there is none
  static MachineCheck check(@Nullable Path found) {
    return found == null
        ? MachineCheck.optional(
            "no starknet-devnet on the PATH: 'run eternum' plays on a simulated chain; get the node"
                + " with '%s', or name one in %s, or where one runs in %s"
                    .formatted(DevnetBinary.REMEDY, DEVNET.name(), RPC.name()))
        : MachineCheck.fine("a Starknet node for development at " + found);
  }

  @Override
  public OpenWorld open(Opening opening) {
    Settings settings = opening.settings();
    try {
      return settings.optional(PROFILE).isPresent() ? onProfile(opening) : onOwn(opening);
    } catch (NodeUnavailable e) {
      throw CannotOpenWorld.machine(
          "the chain's node does not answer: " + e.getMessage(), "Start it, or name another.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CannotOpenWorld.machine("the start was interrupted", "Start again.", e);
    }
  }

  private OpenWorld onOwn(Opening opening) throws InterruptedException {
    Settings settings = opening.settings();
    for (SettingKey key : List.of(TORII, ACCOUNTS)) {
      if (settings.isSet(key)) {
        throw CannotOpenWorld.setting(
            key.name() + " is of a game that a world profile names, and there is none",
            "Set " + PROFILE.name() + ", too, or leave it out.");
      }
    }
    Optional<String> rpc = settings.optional(RPC);
    String devnet = settings.optional(DEVNET).orElse("");
    boolean simulated = devnet.equals(SIMULATOR);
    Path program = devnet.isEmpty() || simulated ? null : settings.path(DEVNET);
    OwnGame game =
        rpc.isPresent()
            ? OwnGame.on(address(RPC, rpc.get()), opening)
            : OwnGame.start(opening, program, simulated);
    WorldProfile profile = profile(game);
    SigningPool pool = opening.keep(SigningPool.ofAllCores());
    ChainAccounts accounts = GameAccounts.playing(game.players(), pool, GamePolicy.of(profile));
    JsonRpcNode node = opening.keep(JsonRpcNode.at(game.rpc(), NODE_LIMIT));
    return new OpenEternum(
        world,
        OpenEternumPlayedBuilder.builder()
            .place(game.told())
            .node(node)
            .acting(game.node())
            .torii(game.torii())
            .profile(profile)
            .accounts(accounts)
            .lanes(lanes(profile))
            .build(),
        opening);
  }

  private static WorldProfile profile(OwnGame game) {
    Map<String, WorldProfile.Contract> contracts =
        game.game().contracts().entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, one -> contract(one.getValue())));
    return WorldProfileBuilder.builder()
        .chainId(game.game().chainId())
        .genesis(game.game().genesis())
        .contracts(contracts)
        .gameId(OwnGame.GAME_ID)
        .players(game.players().keySet().stream().sorted().toList())
        .build();
  }

  private static WorldProfile.Contract contract(DeployedContract deployed) {
    return new WorldProfile.Contract(deployed.address(), deployed.classHash());
  }

  private OpenWorld onProfile(Opening opening) throws InterruptedException {
    Settings settings = opening.settings();
    WorldProfile profile = WorldProfile.read(settings.path(PROFILE));
    JsonRpcNode node = opening.keep(JsonRpcNode.at(address(RPC, settings.text(RPC)), NODE_LIMIT));
    new ProfileCheck(profile, node)
        .await(opening.purpose(), opening.purpose() == Purpose.EXAMPLE ? Duration.ZERO : patience);
    Optional<String> file = settings.optional(ACCOUNTS);
    ChainAccounts accounts =
        file.isEmpty()
            ? null
            : new BookedAccounts(
                opening.keep(book(settings.path(ACCOUNTS))), GamePolicy.of(profile));
    return new OpenEternum(
        world,
        OpenEternumPlayedBuilder.builder()
            .place(
                "chain %s at %s, as the world profile says"
                    .formatted(profile.chainId(), node.wire().host()))
            .node(node)
            .acting(node)
            .torii(address(TORII, settings.text(TORII)))
            .profile(profile)
            .accounts(accounts)
            .lanes(lanes(profile))
            .build(),
        opening);
  }

  private static AccountBook book(Path file) {
    try {
      return AccountBook.read(file);
    } catch (InvalidFileException e) {
      throw CannotOpenWorld.setting(String.valueOf(e.getMessage()), "Mend the file of accounts.");
    }
  }

  private static URI address(SettingKey key, String text) {
    try {
      URI address = Require.webAddress(key.name(), text);
      if (address.getRawUserInfo() == null) {
        return address;
      }
    } catch (InvalidValueException e) {
      // Told below, without what may hold a provider's key.
    }
    throw CannotOpenWorld.setting(
        key.name()
            + ": expected a URL that begins with http:// or https:// and a host, without a user's"
            + " name",
        "Mend the setting.");
  }

  private static LaneProfile lanes(WorldProfile profile) {
    LaneProfile standard =
        LaneProfile.standard(ADVICE).withDepth(Objects.requireNonNull(profile.depth()));
    return profile.answers() == WorldProfile.Answers.PRE_CONFIRMED
        ? standard.answeringEarly()
        : standard;
  }
}
