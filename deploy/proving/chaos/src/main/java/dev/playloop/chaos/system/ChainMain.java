package dev.playloop.chaos.system;

import dev.playloop.chaos.process.Lifeline;
import dev.playloop.chaos.world.EternumDeeds;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.backend.CallPreview;
import dev.playloop.worlds.chain.backend.StarknetBackend;
import dev.playloop.worlds.chain.node.JsonRpcNode;
import dev.playloop.worlds.eternum.calldata.ActionCalls;
import dev.playloop.worlds.eternum.deploy.DeployedGame;
import dev.playloop.worlds.eternum.model.TroopWrite;
import dev.playloop.worlds.eternum.model.game.GuardSlot;
import dev.playloop.worlds.eternum.model.game.TroopTier;
import dev.playloop.worlds.eternum.model.game.TroopType;
import dev.playloop.worlds.eternum.profile.WorldProfile;
import dev.playloop.worlds.eternum.server.OwnGame;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A chain with the game of Eternum on it and an index behind it, in a process of its own that
/// outlives every worker: the simulated chain, or a starknet-devnet. Arguments: the folder to leave
/// its files in, and the devnet's program where it is to be one.
final class ChainMain {
  private static final int DEPTH = 10;
  private static final int WHOLE = 10;

  /// Of the estimate, in tenths: what the first attempt reserves, and room for dearer ones.
  private static final int RICH_ACTION = 180;

  private static final int RICH_DAY = 9_000;
  private static final int POOR_ACTION = 27;
  private static final int POOR_DAY = 50;

  private ChainMain() {}

  public static void main(String[] args) throws InterruptedException {
    Lifeline.hold();
    ChainFolder folder = new ChainFolder(Path.of(args[0]));
    @Nullable Path devnet = args.length > 1 ? Path.of(args[1]) : null;
    OwnGame game = OwnGame.start(HeldOpening.of(List.of(), Map.of()), devnet, devnet == null);
    JsonRpcNode node = JsonRpcNode.at(game.rpc());
    folder.write(folder.profile(), profile(game.game()));
    WorldProfile profile = WorldProfile.read(folder.profile());
    folder.write(folder.accounts(), accounts(folder, keys(node), estimate(node, profile)));
    folder.tell(new ChainFolder.Addresses(game.rpc(), game.torii()));
    Lifeline.untilStopped(node::close);
  }

  private static JsonNode profile(DeployedGame game) {
    ObjectNode profile =
        (ObjectNode) Json.tree(new String(game.json(), java.nio.charset.StandardCharsets.UTF_8));
    profile.put("gameId", OwnGame.GAME_ID).put("depth", DEPTH);
    ArrayNode players = profile.putArray("players");
    EternumDeeds.ACCOUNTS.forEach(account -> players.add(account.hex()));
    return profile;
  }

  /// What one deed costs at the prices of the beginning, in FRI.
  private static BigInteger estimate(JsonRpcNode node, WorldProfile profile)
      throws InterruptedException {
    Felt account = EternumDeeds.ACCOUNTS.getFirst();
    TroopWrite.AddGuard deed =
        new TroopWrite.AddGuard(
            EternumDeeds.realm(account), GuardSlot.Delta, TroopType.Paladin, TroopTier.T1, "1");
    CallPreview preview =
        new StarknetBackend(node, StarknetBackend.STRK)
            .preview(account, 0, new ActionCalls(profile).of(deed, account));
    return switch (preview) {
      case CallPreview.Fits fits -> fits.estimate().cost();
      case CallPreview.Reverts(String reason) -> throw new IllegalStateException(reason);
    };
  }

  /// Of the accounts that every devnet has, whose keys are no secret.
  private static Map<Felt, String> keys(JsonRpcNode node) throws InterruptedException {
    Map<Felt, String> keys = new HashMap<>();
    node.wire()
        .ask("devnet_getPredeployedAccounts", Json.NODES.objectNode())
        .list(account -> account)
        .forEach(account ->
            keys.put(account.field("address").felt(), account.field("private_key").felt().hex()));
    return keys;
  }

  private static JsonNode accounts(ChainFolder folder, Map<Felt, String> keys, BigInteger one) {
    ArrayNode accounts = Json.NODES.arrayNode();
    for (Felt account : EternumDeeds.ACCOUNTS) {
      String file = "realm-" + EternumDeeds.realm(account) + ".key";
      folder.secret(file, keys.getOrDefault(account, ""));
      boolean poor = EternumDeeds.isPoor(account);
      ObjectNode line = accounts.addObject().put("account", account.hex());
      line.putArray("agents").add("*");
      line.putObject("key").put("file", file);
      line.putObject("caps")
          .put("perAction", tenths(one, poor ? POOR_ACTION : RICH_ACTION))
          .put("perDay", tenths(one, poor ? POOR_DAY : RICH_DAY));
    }
    return accounts;
  }

  private static String tenths(BigInteger one, int tenths) {
    return one.multiply(BigInteger.valueOf(tenths)).divide(BigInteger.valueOf(WHOLE)).toString();
  }
}
