package dev.playloop.worlds.eternum;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.account.SecretFiles;
import dev.playloop.worlds.eternum.model.EternumTool;
import dev.playloop.worlds.eternum.model.TroopWrite;
import dev.playloop.worlds.eternum.model.game.GuardSlot;
import dev.playloop.worlds.eternum.model.game.TroopTier;
import dev.playloop.worlds.eternum.model.game.TroopType;
import dev.playloop.worlds.eternum.server.KeptParts;
import dev.playloop.worlds.eternum.server.OwnGame;
import dev.playloop.worlds.model.Call;
import dev.playloop.worlds.model.CannotOpenWorld;
import dev.playloop.worlds.model.OpenWorld;
import dev.playloop.worlds.model.Opening.Purpose;
import dev.playloop.worlds.model.Prepared;
import dev.playloop.worlds.model.WorldActions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A game on the simulated chain, behind a node that is nobody's toy, with the files that its
/// executor needs.
abstract class DoorCase {
  static final Felt ADA =
      Felt.hex("0x78662e7352d062084b0010068b99288486c2d8b914f6e2a55ce945f8792c8b1");

  /// As everybody knows it.
  private static final String KEY = "0xe1406455b7d66b1690803be066cbe5e";

  private static final AgentId AGENT = AgentId.of("eternum", "ada");

  static OwnGame game;
  private static KeptParts running;

  @TempDir Path folder;
  ForeignNode node;
  private final Map<String, String> settings = new HashMap<>();

  @BeforeAll
  static void play() throws InterruptedException {
    running = KeptParts.with(Map.of(), Purpose.WORK);
    game = OwnGame.start(running, null, true);
  }

  @AfterAll
  static void stop() throws Exception {
    running.close();
  }

  @BeforeEach
  void files() throws IOException {
    node = new ForeignNode(game.rpc());
    Files.writeString(folder.resolve("eternum.yaml"), profile());
    SecretFiles.write(folder.resolve("ada.key"), KEY);
    accounts(ADA);
    settings.put("PLAYLOOP_ETERNUM_RPC", node.uri().toString());
    settings.put("PLAYLOOP_ETERNUM_TORII", game.torii().toString());
    settings.put("PLAYLOOP_ETERNUM_PROFILE", folder.resolve("eternum.yaml").toString());
    settings.put("PLAYLOOP_ETERNUM_ACCOUNTS", folder.resolve("accounts.yaml").toString());
  }

  @AfterEach
  void closeNode() {
    node.close();
  }

  final void accounts(Felt account) throws IOException {
    Files.writeString(
        folder.resolve("accounts.yaml"),
        """
        - account: %s
          agents: [eternum/ada]
          key: {file: ada.key}
          caps: {perAction: '20000000000000000000', perDay: '500000000000000000000'}
        """
            .formatted(account));
  }

  /// Of the game that runs.
  static String profile() {
    String contracts =
        game.game().contracts().entrySet().stream()
            .map(one ->
                "  %s: {address: '%s', classHash: '%s'}\n"
                    .formatted(one.getKey(), one.getValue().address(), one.getValue().classHash()))
            .collect(Collectors.joining());
    return "chainId: '%s'\ngenesis: '%s'\ncontracts:\n%sgameId: %d\nplayers: ['%s']\n"
        .formatted(game.game().chainId(), game.game().genesis(), contracts, OwnGame.GAME_ID, ADA);
  }

  final void profile(String text) throws IOException {
    Files.writeString(folder.resolve("eternum.yaml"), text);
  }

  final void set(String name, String value) {
    settings.put("PLAYLOOP_ETERNUM_" + name, value);
  }

  final void unset(String name) {
    settings.remove("PLAYLOOP_ETERNUM_" + name);
  }

  /// And without what belongs to one.
  final void withoutProfile() {
    for (String name : List.of("PROFILE", "TORII", "ACCOUNTS")) {
      unset(name);
    }
  }

  final KeptParts opening(Purpose purpose) {
    return KeptParts.with(settings, purpose);
  }

  /// Why it does not open.
  final CannotOpenWorld refused(Purpose purpose) throws Exception {
    try (KeptParts opening = opening(purpose)) {
      return Objects.requireNonNull(
          catchThrowableOfType(
              CannotOpenWorld.class, () -> new EternumModule(Duration.ZERO).open(opening)));
    }
  }

  /// One write, as the executor has it performed.
  final ActionResult act(OpenWorld world, Felt actor, int number) throws InterruptedException {
    Call<EternumTool> call = call(actor, number);
    @SuppressWarnings("unchecked") // the world's only tools
    WorldActions<EternumTool> actions = (WorldActions<EternumTool>) world.actions();
    JsonNode prepared = actions.prepare(call);
    return actions.perform(call, Prepared.of(prepared), () -> {});
  }

  private static Call<EternumTool> call(Felt actor, int number) {
    Action action =
        Action.of(
                ActionId.of(RunId.of(AGENT, "msg-1").turn(1), number),
                AGENT,
                actor.hex(),
                "add_guard",
                Json.NODES.objectNode())
            .lane(new Lane("eternum:actor:" + actor.hex()))
            .effect(Effect.WRITE)
            .notAfter(Instant.MAX);
    return new Call<>(
        action,
        Effect.WRITE,
        new TroopWrite.AddGuard(11, GuardSlot.Delta, TroopType.Knight, TroopTier.T1, "1"),
        null);
  }
}
