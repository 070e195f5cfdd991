package dev.playloop.worlds.chain.devnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.testkit.Await;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.InvokeTransaction;
import dev.playloop.worlds.chain.SignedInvoke;
import dev.playloop.worlds.chain.node.BlockTag;
import dev.playloop.worlds.chain.node.JsonRpcNode;
import dev.playloop.worlds.chain.node.NodeUnavailable;
import dev.playloop.worlds.model.CannotOpenWorld;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A devnet that somebody kills comes back as it was.
@Tag("slow")
final class KeptDevnetTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aKilledOneComesBackAtItsPortWithItsBlocks(boolean dump) throws Exception {
    DevnetOptions options = DevnetOptions.of(DevnetProgram.found()).withAccounts(2);
    DevnetOptions told = dump ? options.withDump(folder.resolve("kept.dump")) : options;
    try (KeptDevnet devnet = KeptDevnet.start(told);
        JsonRpcNode node = JsonRpcNode.at(devnet.rpc())) {
      DevnetAccount from = new DevnetControl(node.wire()).accounts().getFirst();
      for (int i = 0; i < 3; i++) {
        node.invoke(pay(node, from, i));
        long before = node.latest().number();
        long pid = devnet.pid();

        ProcessHandle.of(pid).orElseThrow().destroyForcibly(); // kill -9

        Await.until("another devnet", () -> devnet.pid() != pid && answers(node));
        assertThat(node.latest().number()).isEqualTo(before);
        assertThat(nonce(node, from)).isEqualTo(i + 1);
      }
    }
  }

  @Test
  void whatItKeptForAWhileIsGoneWhenItIsClosed() throws Exception {
    KeptDevnet devnet = KeptDevnet.start(DevnetOptions.of(DevnetProgram.found()).withAccounts(1));
    long pid = devnet.pid();
    devnet.close();

    assertThat(ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)).isFalse();
  }

  @Test
  void whatDoesNotStartIsToldAtOnce() {
    assertThatThrownBy(() -> KeptDevnet.start(DevnetOptions.of(folder.resolve("none"))))
        .isInstanceOf(CannotOpenWorld.class)
        .hasMessageContaining("did not start");
  }

  private static SignedInvoke pay(JsonRpcNode node, DevnetAccount from, long nonce)
      throws InterruptedException {
    return SignedInvoke.of(
        InvokeTransaction.of(
            from.address(),
            Felt.of(nonce),
            TestDevnet.bounds(),
            List.of(TestDevnet.transfer(Felt.of(77), 1))),
        node.chainId(),
        from.signer());
  }

  private static long nonce(JsonRpcNode node, DevnetAccount of) throws InterruptedException {
    return Objects.requireNonNull(node.nonce(of.address(), BlockTag.LATEST)).toLong();
  }

  private static boolean answers(JsonRpcNode node) {
    try {
      node.chainId();
      return true;
    } catch (NodeUnavailable e) {
      return false;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
