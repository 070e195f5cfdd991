package dev.playloop.launcher.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.operator.Publisher;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.EmbeddedOnly;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.devnet.DevnetProgram;
import dev.playloop.worlds.chain.node.BlockTag;
import dev.playloop.worlds.chain.node.JsonRpcNode;
import dev.playloop.worlds.chain.node.NodeUnavailable;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `./playloop up eternum --data DIR` with a real node, killed and started again; and the node
/// alone killed beside it. The game, its nonces and its balances are there, the agents go on, and
/// what was on its way lands once.
@Tag("slow")
@EmbeddedOnly("it is about a system with servers of its own")
class KilledChainTest {
  private static final AgentId ALDERMOOR = AgentId.of("eternum", "aldermoor");
  private static final AgentId BRACKWATER = AgentId.of("eternum", "brackwater");
  private static final Felt FIRST =
      Felt.hex("0x78662e7352d062084b0010068b99288486c2d8b914f6e2a55ce945f8792c8b1");
  private static final Felt SECOND =
      Felt.hex("0x49dfb8ce986e21d354ac93ea65e6a11f639c1934ea253e5ff14ca62eca0f38e");
  private static final Pattern PLACE = Pattern.compile("eternum: a Starknet node .* at (http\\S+)");

  /// Claims what has arrived, builds twice, and posts guards: a transaction each.
  private static final String STORES = "See to the stores, the walls and the workers.";

  private static final int STORES_COUNT = 4;

  @TempDir private Path folder;

  private UpProcess launch(String home) throws InterruptedException {
    return UpProcess.launch(
        folder.resolve(home),
        folder.resolve("data"),
        Map.of("PLAYLOOP_ETERNUM_DEVNET", DevnetProgram.found().toString()),
        "eternum");
  }

  @Test
  void aKilledSystemFindsItsChainAgainAndItsAgentsGoOn() throws Exception {
    long blocks;
    try (UpProcess first = launch("first").awaitUp();
        JsonRpcNode node = node(first)) {
      tell(first, "stores", ALDERMOOR, STORES);
      Await.until("the first transaction", () -> nonce(node, FIRST) >= 1);
      blocks = node.latest().number();
      first.kill(); // kill -9, in the midst of a run
      Await.until("the node's end", () -> !answers(node));
    }

    try (UpProcess second = launch("second").awaitUp();
        JsonRpcNode node = node(second)) {
      assertThat(node.latest().number()).isGreaterThanOrEqualTo(blocks);
      Await.until("all of the run", () -> nonce(node, FIRST) >= STORES_COUNT);
      tell(second, "sale", ALDERMOOR, "Offer wood for sale.");
      Await.until("the offer", () -> nonce(node, FIRST) > STORES_COUNT);

      long pid = devnet(second);
      ProcessHandle.of(pid).orElseThrow().destroyForcibly(); // the node alone, kill -9
      tell(second, "rival", BRACKWATER, "Is there something to buy?");
      Await.until("the purchase", () -> nonce(node, SECOND) >= 1);

      assertThat(nonce(node, FIRST)).isEqualTo(STORES_COUNT + 1);
      assertThat(nonce(node, SECOND)).isEqualTo(1);
      assertThat(devnet(second)).isNotEqualTo(pid);
      assertThat(second.said()).doesNotContain("undone", "another chain");
    }
  }

  private static void tell(UpProcess up, String id, AgentId agent, String text)
      throws InterruptedException {
    try (Publisher publisher = Publisher.open(up.operator())) {
      publisher.publish(Trigger.of(id, agent, "schedule.tick").text(text));
    }
  }

  private static JsonRpcNode node(UpProcess up) {
    String said = Await.until(up::said, text -> PLACE.matcher(text).find());
    Matcher place = PLACE.matcher(said);
    assertThat(place.find()).isTrue();
    return JsonRpcNode.at(URI.create(place.group(1)), Duration.ofSeconds(10));
  }

  private static long devnet(UpProcess up) {
    return up.handle()
        .descendants()
        .filter(process -> process.info().command().orElse("").endsWith("starknet-devnet"))
        .findFirst()
        .orElseThrow()
        .pid();
  }

  private static long nonce(JsonRpcNode node, Felt account) {
    try {
      return Objects.requireNonNull(node.nonce(account, BlockTag.LATEST)).toLong();
    } catch (NodeUnavailable e) {
      return -1;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean answers(JsonRpcNode node) {
    return nonce(node, FIRST) >= 0;
  }
}
