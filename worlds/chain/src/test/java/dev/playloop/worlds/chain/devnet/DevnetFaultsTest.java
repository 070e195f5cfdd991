package dev.playloop.worlds.chain.devnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.SignedInvoke;
import dev.playloop.worlds.chain.node.FaultProxy;
import dev.playloop.worlds.chain.node.JsonRpcNode;
import dev.playloop.worlds.chain.node.NodeRefusal;
import dev.playloop.worlds.chain.node.NodeUnavailable;
import dev.playloop.worlds.chain.node.WireFault;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A transaction that is sent to a real node over a wire that fails: whatever its sender hears, the
/// same bytes again land it once.
@Tag("slow")
final class DevnetFaultsTest {
  private static final String SEND = "starknet_addInvokeTransaction";
  private static final Felt SOMEBODY = Felt.of(77);

  @ParameterizedTest
  @EnumSource
  void theSameBytesAgainLandOnce(WireFault fault) throws InterruptedException {
    try (TestDevnet devnet = TestDevnet.start(options());
        FaultProxy proxy = FaultProxy.before(devnet.rpc()).slowBy(Duration.ofMinutes(10));
        JsonRpcNode node = JsonRpcNode.at(proxy.uri(), Duration.ofSeconds(5))) {
      SignedInvoke sent = devnet.signed(0, List.of(TestDevnet.transfer(SOMEBODY, 1)));
      proxy.next(SEND, fault);

      if (fault == WireFault.TWICE) {
        assertDuplicate(node, sent);
      } else {
        assertThatThrownBy(() -> node.invoke(sent)).isInstanceOf(NodeUnavailable.class);
        if (fault.isDelivered()) {
          assertDuplicate(node, sent);
        } else {
          assertThat(node.invoke(sent)).isEqualTo(sent.hash());
        }
      }

      assertThat(Objects.requireNonNull(node.status(sent.hash())).reverted()).isFalse();
      assertThat(devnet.nonce(0)).isEqualTo(Felt.ONE);
    }
  }

  private static void assertDuplicate(JsonRpcNode node, SignedInvoke sent) {
    assertThatThrownBy(() -> node.invoke(sent))
        .isInstanceOfSatisfying(
            NodeRefusal.class,
            refusal -> assertThat(refusal.code()).isEqualTo(NodeRefusal.DUPLICATE));
  }

  private static DevnetOptions options() throws InterruptedException {
    return DevnetOptions.of(DevnetProgram.found()).withAccounts(1);
  }
}
