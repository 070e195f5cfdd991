package dev.playloop.worlds.chain.devnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Selector;
import dev.playloop.worlds.chain.SignedInvoke;
import dev.playloop.worlds.chain.declare.CompiledClassHash;
import dev.playloop.worlds.chain.declare.ProbeFiles;
import dev.playloop.worlds.chain.declare.SierraClass;
import dev.playloop.worlds.chain.declare.SignedDeclare;
import dev.playloop.worlds.chain.declare.UniversalDeployer;
import dev.playloop.worlds.chain.node.BlockTag;
import dev.playloop.worlds.chain.node.JsonRpcNode;
import dev.playloop.worlds.chain.node.NodeRefusal;
import dev.playloop.worlds.chain.node.Receipt;
import dev.playloop.worlds.chain.node.RevertReason;
import dev.playloop.worlds.chain.node.TransactionStatus;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A contract of our own on a real node: declared, deployed, called, and refusing.
@Tag("slow")
final class DevnetContractTest {
  private static final SierraClass PROBE = SierraClass.read(ProbeFiles.sierra());
  private static final UniversalDeployer FIRST =
      new UniversalDeployer(PROBE.classHash(), Felt.ZERO, List.of(Felt.of(41)));
  private static final UniversalDeployer SECOND =
      new UniversalDeployer(PROBE.classHash(), Felt.ONE, List.of(Felt.of(0)));

  private static TestDevnet devnet;
  private static JsonRpcNode node;
  private static SignedDeclare declared;

  @BeforeAll
  static void declareAndDeploy() throws InterruptedException {
    devnet = TestDevnet.start();
    node = devnet.node();
    assertThat(node.isDeclared(PROBE.classHash())).isFalse();
    declared = devnet.declare(0, PROBE, CompiledClassHash.of(ProbeFiles.casm()));
    assertThat(node.declare(declared)).isEqualTo(declared.hash());
    invoke(0, FIRST.call());
    invoke(0, SECOND.call());
  }

  @AfterAll
  static void stop() {
    if (devnet != null) {
      devnet.close();
    }
  }

  @Test
  void theNodeComputesTheHashesThatWeDo() throws InterruptedException {
    assertThat(node.isDeclared(PROBE.classHash())).isTrue();
    assertThat(node.classHashAt(FIRST.address())).isEqualTo(PROBE.classHash());
    assertThat(node.classHashAt(SECOND.address())).isEqualTo(PROBE.classHash());
    assertThat(Objects.requireNonNull(node.receipt(declared.hash())).status().reverted()).isFalse();
  }

  @Test
  void aClassIsDeclaredOnce() throws InterruptedException {
    SignedDeclare again = devnet.declare(0, PROBE, CompiledClassHash.of(ProbeFiles.casm()));
    assertThatThrownBy(() -> node.declare(again))
        .isInstanceOfSatisfying(
            NodeRefusal.class,
            refusal -> assertThat(refusal.code()).isEqualTo(NodeRefusal.CLASS_ALREADY_DECLARED));
  }

  @Test
  void anotherCompiledClassHashIsRefused() throws InterruptedException {
    assertThatThrownBy(() -> node.declare(devnet.declare(3, PROBE, Felt.of(5))))
        .isInstanceOf(NodeRefusal.class);
    assertThat(devnet.nonce(3)).isEqualTo(Felt.ZERO);
  }

  @Test
  void theDeployersEventSaysTheAddressThatWasComputed() throws InterruptedException {
    UniversalDeployer third =
        new UniversalDeployer(PROBE.classHash(), Felt.of(3), List.of(Felt.of(7)));
    Receipt receipt = invoke(1, third.call());
    assertThat(receipt.events())
        .anySatisfy(event -> {
          assertThat(event.from()).isEqualTo(UniversalDeployer.ADDRESS);
          assertThat(event.keys()).containsExactly(Selector.of("ContractDeployed"));
          assertThat(event.data().getFirst()).isEqualTo(third.address());
        });
    assertThat(count(third)).isEqualTo(7);
  }

  @Test
  void deployingTwiceIsReverted() throws InterruptedException {
    assertThat(reverted(4, SECOND.call())).contains("contract already deployed at address");
  }

  @Test
  void aCallChangesStorageAndEmits() throws InterruptedException {
    Receipt receipt = invoke(2, new ContractCall(FIRST.address(), "bump", List.of(Felt.ONE)));
    assertThat(receipt.status().reverted()).isFalse();
    assertThat(receipt.events())
        .anySatisfy(event -> {
          assertThat(event.from()).isEqualTo(FIRST.address());
          assertThat(event.keys()).containsExactly(Selector.of("Bumped"), Felt.ONE);
          assertThat(event.data()).containsExactly(Felt.of(42));
        });
    assertThat(count(FIRST)).isEqualTo(42);
  }

  @ParameterizedTest
  @CsvSource({
    "refuse_in_short, '', no stamina left",
    "refuse_in_words, '', first",
    "refuse_at_length, 0x7 0x3, 'structure 12 wants 7 wood for \"Keep\" and has 3'",
    "bump, 0x64, below 100 only",
    "bump, '', Failed to deserialize param #1",
    "no_such_entrypoint, '', ENTRYPOINT_NOT_FOUND",
  })
  void everyWayOfRefusingTeachesTheSameReason(String entrypoint, String words, String reason)
      throws InterruptedException {
    List<Felt> calldata =
        words.isEmpty() ? List.of() : List.of(words.split(" ")).stream().map(Felt::hex).toList();
    ContractCall call = new ContractCall(FIRST.address(), entrypoint, calldata);
    SignedInvoke signed = devnet.signed(5, List.of(call));

    String simulated =
        Objects.requireNonNull(node.simulate(signed.transaction(), BlockTag.LATEST).reason());
    assertThat(RevertReason.of(simulated).text()).isEqualTo(reason);
    assertThatThrownBy(() -> node.estimate(signed.transaction(), BlockTag.LATEST))
        .isInstanceOfSatisfying(
            NodeRefusal.class,
            refusal -> assertThat(RevertReason.of(refusal.data()).text()).isEqualTo(reason));
    assertThat(reverted(5, call)).isEqualTo(reason);
  }

  @Test
  void theInnermostOfNestedCallsIsTold() throws InterruptedException {
    ContractCall nested =
        new ContractCall(FIRST.address(), "pass_on", List.of(SECOND.address(), Felt.of(9)));
    assertThat(reverted(6, nested)).isEqualTo("structure 12 wants 9 wood for \"Keep\" and has 0");
    assertThatThrownBy(() -> node.call(nested, BlockTag.LATEST))
        .isInstanceOfSatisfying(
            NodeRefusal.class,
            refusal -> {
              assertThat(refusal.code()).isEqualTo(NodeRefusal.CONTRACT_ERROR);
              assertThat(RevertReason.of(refusal.data()).text())
                  .isEqualTo("structure 12 wants 9 wood for \"Keep\" and has 0");
            });
  }

  private static Receipt invoke(int account, ContractCall call) throws InterruptedException {
    SignedInvoke sent = devnet.signed(account, List.of(call));
    node.invoke(sent);
    return Objects.requireNonNull(node.receipt(sent.hash()));
  }

  private static String reverted(int account, ContractCall call) throws InterruptedException {
    TransactionStatus status = invoke(account, call).status();
    return RevertReason.of(Objects.requireNonNull(status.reason())).text();
  }

  private static long count(UniversalDeployer deployed) throws InterruptedException {
    ContractCall count = new ContractCall(deployed.address(), "count", List.of());
    return node.call(count, BlockTag.LATEST).getFirst().toLong();
  }
}
