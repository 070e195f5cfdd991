package dev.playloop.launcher.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.launcher.example.Play;
import dev.playloop.launcher.example.PlayReport;
import dev.playloop.operator.Publisher;
import dev.playloop.schemas.config.TriggerLine;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.EmbeddedOnly;
import dev.playloop.testkit.Guarantee;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.devnet.DevnetProgram;
import dev.playloop.worlds.chain.node.BlockTag;
import dev.playloop.worlds.chain.node.JsonRpcNode;
import dev.playloop.worlds.chain.node.NodeUnavailable;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
@Guarantee
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

  private static final String SALE = "Offer wood for sale.";

  private static final int VIEWS = 100;

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
      try (Publisher publisher = Publisher.open(first.operator())) {
        publisher.publish(trigger("sale", ALDERMOOR, SALE));
      }
      Await.until("the offer", () -> nonce(node, FIRST) == 1);
      blocks = node.latest().number();
      first.kill(); // kill -9, perhaps before its result is told
      Await.until("the node's end", () -> !answers(node));
    }

    try (UpProcess second = launch("second").awaitUp();
        JsonRpcNode node = node(second)) {
      assertThat(node.latest().number()).isGreaterThanOrEqualTo(blocks);
      assertThat(nonce(node, FIRST)).isEqualTo(1);
      for (int i = 0; nonce(node, SECOND) == 0; i++) {
        assertThat(i).isLessThan(VIEWS); // until the offer of before is in the agent's view
        play(second, trigger("rival-" + i, BRACKWATER, "Is there something to buy?"));
      }

      long pid = devnet(second);
      ProcessHandle.of(pid).orElseThrow().destroyForcibly(); // the node alone, kill -9
      PlayReport report = play(second, trigger("again", ALDERMOOR, SALE));

      assertThat(report.runOf("again").orElseThrow().closed().outcome())
          .isEqualTo(RunOutcome.COMPLETED);
      assertThat(nonce(node, FIRST)).isEqualTo(2);
      assertThat(nonce(node, SECOND)).isEqualTo(1);
      assertThat(devnet(second)).isNotEqualTo(pid);
      assertThat(second.said()).doesNotContain("undone", "another chain");
    }
  }

  private static Trigger trigger(String id, AgentId agent, String text) {
    return Trigger.of(id, agent, "schedule.tick").text(text);
  }

  /// Returns when its run has ended.
  private static PlayReport play(UpProcess up, Trigger trigger) throws InterruptedException {
    try (Play play = Play.open(up.operator(), List.of("eternum"), _ -> {})) {
      return play.play(List.of(new TriggerLine(trigger, null)), Duration.ofMinutes(2));
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
