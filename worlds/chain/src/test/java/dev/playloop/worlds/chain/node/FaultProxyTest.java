package dev.playloop.worlds.chain.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.worlds.chain.Felt;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What a client sees of each fault, and the node.
final class FaultProxyTest {
  private static final String METHOD = "starknet_chainId";

  private final CannedNode canned = new CannedNode();
  private final FaultProxy proxy = FaultProxy.before(canned.uri()).slowBy(Duration.ofMinutes(10));
  private final JsonRpcNode node = JsonRpcNode.at(proxy.uri(), Duration.ofSeconds(6));

  @BeforeEach
  void answer() {
    canned.result("\"0x1\"");
  }

  @AfterEach
  void close() {
    node.close();
    proxy.close();
    canned.close();
  }

  @Test
  void passesOnWhatItIsNotToldToHarm() throws InterruptedException {
    proxy.always("starknet_getNonce", WireFault.CLOSE);
    assertThat(node.chainId()).isEqualTo(Felt.ONE);
    assertThat(proxy.delivered(METHOD)).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "TWICE")
  void eachFaultIsAnOutageOnceAndTheNodeGotTheRequestOrNot(WireFault fault)
      throws InterruptedException {
    proxy.next(METHOD, fault);
    assertThatThrownBy(node::chainId).isInstanceOf(NodeUnavailable.class);
    assertThat(proxy.delivered(METHOD)).isEqualTo(fault.isDelivered() ? 1 : 0);
    assertThat(node.chainId()).isEqualTo(Felt.ONE);
  }

  @Test
  void deliversTwice() throws InterruptedException {
    proxy.next(METHOD, WireFault.TWICE);
    assertThat(node.chainId()).isEqualTo(Felt.ONE);
    assertThat(proxy.delivered(METHOD)).isEqualTo(2);
  }

  @Test
  void aSlowReplyArrives() throws InterruptedException {
    proxy.slowBy(Duration.ofMillis(20)).next(METHOD, WireFault.SLOW_REPLY);
    assertThat(node.chainId()).isEqualTo(Felt.ONE);
  }

  @Test
  void goesOnUntilItIsHealed() throws InterruptedException {
    proxy.always(METHOD, WireFault.TOO_MANY_REQUESTS);
    assertThatThrownBy(node::chainId).hasMessageContaining("429");
    assertThatThrownBy(node::chainId).hasMessageContaining("429");
    proxy.heal();
    assertThat(node.chainId()).isEqualTo(Felt.ONE);
  }

  @Test
  void harmsSomeByASeed() throws InterruptedException {
    proxy.slowBy(Duration.ofMillis(1)).seeded(3, 50);
    int answered = 0;
    for (int i = 0; i < 60; i++) {
      try {
        assertThat(node.chainId()).isEqualTo(Felt.ONE);
        answered++;
      } catch (NodeUnavailable e) {
        assertThat(e).hasMessageContaining(METHOD);
      }
    }
    assertThat(answered).isBetween(20, 58);
  }
}
