package dev.playloop.worlds.chain.devnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.testkit.Await;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.SignedInvoke;
import dev.playloop.worlds.chain.devnet.DevnetOptions.Blocks;
import dev.playloop.worlds.chain.node.BlockHeader;
import dev.playloop.worlds.chain.node.BlockTag;
import dev.playloop.worlds.chain.node.Finality;
import dev.playloop.worlds.chain.node.NodeUnavailable;
import dev.playloop.worlds.chain.node.Receipt;
import dev.playloop.worlds.chain.node.TransactionStatus;
import dev.playloop.worlds.model.CannotOpenWorld;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How a devnet begins, ends, forgets and remembers.
@Tag("slow")
final class DevnetProcessTest {
  private static final Felt SOMEBODY = Felt.of(77);

  @TempDir private Path folder;

  @Test
  void aKilledOneFindsItsBlocksAgain() throws InterruptedException {
    DevnetOptions kept = options().withDump(folder.resolve("data").resolve("chain.dump"));
    BlockHeader before;
    SignedInvoke sent;
    BlockHeader genesis;
    int port;
    try (TestDevnet devnet = TestDevnet.start(kept)) {
      sent = devnet.signed(0, List.of(TestDevnet.transfer(SOMEBODY, 1)));
      devnet.node().invoke(sent);
      before = devnet.node().latest();
      genesis = Objects.requireNonNull(devnet.node().block(0));
      port = devnet.rpc().getPort();
      kill(devnet);
    }
    try (TestDevnet devnet = TestDevnet.start(kept.withPort(port))) {
      assertThat(devnet.rpc().getPort()).isEqualTo(port);
      assertThat(devnet.node().latest().number()).isEqualTo(before.number());
      assertThat(devnet.node().latest().hash()).isEqualTo(before.hash());
      assertThat(Objects.requireNonNull(devnet.node().block(0)).hash()).isEqualTo(genesis.hash());
      assertThat(devnet.nonce(0)).isEqualTo(Felt.ONE);
      assertThat(devnet.node().status(sent.hash()))
          .isEqualTo(new TransactionStatus(Finality.ACCEPTED_ON_L2, false, null));
    }
  }

  /// A dump is played again when the node starts, in the time of that start: only what was set is
  /// the same then.
  @Test
  void aTimeThatWasSetComesAgainWithTheDump() throws InterruptedException {
    DevnetOptions kept = options().withDump(folder.resolve("chain.dump"));
    Instant later;
    try (TestDevnet devnet = TestDevnet.start(kept)) {
      later = devnet.node().latest().at().plusSeconds(100_000);
      devnet.control().nextBlockAt(later);
      devnet.node().invoke(devnet.signed(0, List.of(TestDevnet.transfer(SOMEBODY, 1))));
      assertThat(devnet.node().latest().at()).isBetween(later, later.plusSeconds(60));
      kill(devnet);
    }
    try (TestDevnet devnet = TestDevnet.start(kept)) {
      assertThat(devnet.node().latest().at()).isBetween(later, later.plusSeconds(60));
    }
  }

  /// Its first block is the same: what it lacks is what tells it from the one before.
  @Test
  void aKilledOneWithoutADumpIsAnEmptyChainOnTheSamePort() throws InterruptedException {
    BlockHeader genesis;
    SignedInvoke sent;
    int port;
    try (TestDevnet devnet = TestDevnet.start(options())) {
      sent = devnet.signed(0, List.of(TestDevnet.transfer(SOMEBODY, 1)));
      devnet.node().invoke(sent);
      devnet.control().increaseTime(100);
      genesis = Objects.requireNonNull(devnet.node().block(0));
      port = devnet.rpc().getPort();
      kill(devnet);
      assertThatThrownBy(() -> devnet.node().latest()).isInstanceOf(NodeUnavailable.class);
    }
    try (TestDevnet devnet = TestDevnet.start(options().withPort(port))) {
      assertThat(devnet.node().latest().number()).isZero();
      assertThat(devnet.nonce(0)).isEqualTo(Felt.ZERO);
      assertThat(devnet.node().status(sent.hash())).isNull();
      assertThat(Objects.requireNonNull(devnet.node().block(0)).hash()).isEqualTo(genesis.hash());
    }
  }

  @Test
  void whatACutChainHeldIsGoneAndTheSameBytesGoInAgain() throws InterruptedException {
    try (TestDevnet devnet = TestDevnet.start(options())) {
      SignedInvoke sent = devnet.signed(0, List.of(TestDevnet.transfer(SOMEBODY, 1)));
      devnet.node().invoke(sent);
      Receipt receipt = Objects.requireNonNull(devnet.node().receipt(sent.hash()));

      devnet.control().abortBlocks(Objects.requireNonNull(receipt.blockNumber()));

      assertThat(devnet.node().status(sent.hash())).isNull();
      assertThat(devnet.node().receipt(sent.hash())).isNull();
      assertThat(devnet.node().block(receipt.blockNumber())).isNull();
      assertThat(devnet.nonce(0)).isEqualTo(Felt.ZERO);
      assertThat(devnet.node().invoke(sent)).isEqualTo(sent.hash());
      assertThat(Objects.requireNonNull(devnet.node().status(sent.hash())).finality())
          .isEqualTo(Finality.ACCEPTED_ON_L2);
    }
  }

  @Test
  void whatIsInNoBlockYetIsPreConfirmed() throws InterruptedException {
    try (TestDevnet devnet = TestDevnet.start(options().withBlocks(new Blocks.OnDemand()))) {
      SignedInvoke sent = devnet.signed(0, List.of(TestDevnet.transfer(SOMEBODY, 1)));
      devnet.node().invoke(sent);

      TransactionStatus status = Objects.requireNonNull(devnet.node().status(sent.hash()));
      assertThat(status.finality()).isEqualTo(Finality.PRE_CONFIRMED);
      Receipt receipt = Objects.requireNonNull(devnet.node().receipt(sent.hash()));
      assertThat(receipt.blockNumber()).isNull();
      assertThat(receipt.blockHash()).isNull();
      Felt account = devnet.account(0).address();
      assertThat(devnet.node().nonce(account, BlockTag.PRE_CONFIRMED)).isEqualTo(Felt.ONE);
      assertThat(devnet.node().nonce(account, BlockTag.LATEST)).isEqualTo(Felt.ZERO);

      Felt block = devnet.control().createBlock();

      assertThat(devnet.node().latest().hash()).isEqualTo(block);
      assertThat(devnet.node().nonce(account, BlockTag.LATEST)).isEqualTo(Felt.ONE);
      assertThat(Objects.requireNonNull(devnet.node().receipt(sent.hash())).blockHash())
          .isEqualTo(block);
    }
  }

  @Test
  void blocksComeByTheClock() throws InterruptedException {
    try (TestDevnet devnet = TestDevnet.start(options().withBlocks(new Blocks.Every(1)))) {
      Await.until(
          "a second block",
          () -> {
            try {
              return devnet.node().latest().number() >= 2;
            } catch (InterruptedException e) {
              throw new AssertionError(e);
            }
          });
    }
  }

  @Test
  void pricesAndTimeAreOnesToSet() throws InterruptedException {
    try (TestDevnet devnet = TestDevnet.start(options())) {
      SignedInvoke asked = devnet.signed(0, List.of(TestDevnet.transfer(SOMEBODY, 1)));
      var cheap = devnet.node().estimate(asked.transaction(), BlockTag.LATEST);
      devnet.control().gasPrice(3_000_000_000L, 5_000_000_000L, 7_000_000_000L);
      devnet.control().createBlock();
      var dear = devnet.node().estimate(asked.transaction(), BlockTag.LATEST);
      assertThat(dear.l2Gas().maxPrice()).isEqualTo(5_000_000_000L);
      assertThat(dear.fee()).isGreaterThan(cheap.fee());

      BlockHeader before = devnet.node().latest();
      devnet.control().increaseTime(3_600);
      assertThat(devnet.node().latest().at()).isAfterOrEqualTo(before.at().plusSeconds(3_600));
      devnet.control().time(before.at().plusSeconds(100_000));
      assertThat(devnet.node().latest().at())
          .isBetween(before.at().plusSeconds(100_000), before.at().plusSeconds(100_060));
    }
  }

  @Test
  void theSameSeedHasTheSameAccounts() throws InterruptedException {
    DevnetAccount first;
    try (TestDevnet devnet = TestDevnet.start(options().withSeed(5).withAccounts(2))) {
      first = devnet.account(1);
    }
    try (TestDevnet devnet = TestDevnet.start(options().withSeed(5).withAccounts(2))) {
      assertThat(devnet.account(1).address()).isEqualTo(first.address());
      assertThat(devnet.account(1).signer().publicKey()).isEqualTo(first.signer().publicKey());
    }
  }

  @Test
  void endsWhenItIsClosed() throws InterruptedException {
    DevnetProcess process = DevnetProcess.start(options());
    assertThat(process.isAlive()).isTrue();
    process.close();
    assertThat(process.isAlive()).isFalse();
    assertThat(lives(process.pid())).isFalse();
  }

  @Test
  void endsWithAParentThatIsKilled() throws IOException, InterruptedException {
    Process parent =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                DevnetParent.class.getName(),
                DevnetProgram.found().toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    long pid;
    try (BufferedReader said =
        new BufferedReader(
            new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8))) {
      pid = Long.parseLong(Objects.requireNonNull(said.readLine()));
      assertThat(lives(pid)).isTrue();
    } finally {
      parent.destroyForcibly(); // kill -9
    }
    try {
      Await.until("the devnet's end", () -> !lives(pid));
    } finally {
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  @Test
  void whatDoesNotStartSaysWhy() throws InterruptedException, IOException {
    Path dump = folder.resolve("broken.dump");
    Files.writeString(dump, "{ no blocks");
    DevnetOptions broken = options().withDump(dump);
    assertThatThrownBy(() -> DevnetProcess.start(broken))
        .isInstanceOf(CannotOpenWorld.class)
        .hasMessageContaining("starknet-devnet did not start")
        .hasMessageContaining("ended before it listened");
    DevnetOptions missing = DevnetOptions.of(folder.resolve("no-such-program"));
    assertThatThrownBy(() -> DevnetProcess.start(missing))
        .isInstanceOf(CannotOpenWorld.class)
        .hasMessageContaining("no-such-program");
  }

  private static DevnetOptions options() throws InterruptedException {
    return DevnetOptions.of(DevnetProgram.found()).withAccounts(2);
  }

  private static void kill(TestDevnet devnet) {
    long pid = devnet.process().pid();
    ProcessHandle.of(pid).orElseThrow().destroyForcibly(); // kill -9
    Await.until("the devnet's end", () -> !lives(pid) && !devnet.process().isAlive());
  }

  private static boolean lives(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }
}
