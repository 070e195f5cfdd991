package dev.playloop.worlds.eternum.rules;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.SignedInvoke;
import dev.playloop.worlds.chain.devnet.TestDevnet;
import dev.playloop.worlds.chain.node.BlockTag;
import dev.playloop.worlds.chain.node.ChainEvent;
import dev.playloop.worlds.chain.node.NodeRefusal;
import dev.playloop.worlds.chain.node.Receipt;
import dev.playloop.worlds.chain.node.RevertReason;
import dev.playloop.worlds.eternum.deploy.AdminAccount;
import dev.playloop.worlds.eternum.deploy.DeployedGame;
import dev.playloop.worlds.eternum.deploy.GameDeployment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/// The Cairo contracts on a real node and the Java ones beside them: each transaction is played on
/// both, under the same hash and at the same time. One thread.
final class DevnetTwin implements AutoCloseable {
  private final TestDevnet devnet;
  private final DeployedGame deployed;
  private final RulesGame rules;
  private final Map<Integer, Long> nonces = new HashMap<>();

  private DevnetTwin(TestDevnet devnet, DeployedGame deployed) {
    this.devnet = devnet;
    this.deployed = deployed;
    Map<String, Felt> addresses = new TreeMap<>();
    for (String name : GameRules.programs().keySet()) {
      addresses.put(name, deployed.address(name));
    }
    rules = RulesGame.at(addresses, account(0));
  }

  /// Ends the test as not run where there is no devnet.
  static DevnetTwin start() throws InterruptedException {
    TestDevnet devnet = TestDevnet.start();
    AdminAccount admin =
        AdminAccount.on(devnet.node(), devnet.account(0).address(), devnet.account(0).signer());
    return new DevnetTwin(devnet, GameDeployment.by(admin));
  }

  Felt account(int index) {
    return devnet.account(index).address();
  }

  RulesGame rules() {
    return rules;
  }

  /// What the node and the rules came to.
  record Both(Verdict node, Verdict rules) {}

  /// @param text of a refusal, else empty
  record Verdict(boolean landed, String text, List<RulesChain.Emitted> events) {}

  Both play(int account, List<ContractCall> calls) throws InterruptedException {
    long nonce = nonces.containsKey(account) ? nonces.get(account) : devnet.nonce(account).toLong();
    SignedInvoke signed = devnet.signed(account, Felt.of(nonce), calls);
    long at = begun();
    devnet.node().invoke(signed);
    nonces.put(account, nonce + 1);
    Receipt receipt = Objects.requireNonNull(devnet.node().receipt(signed.hash()));
    RulesChain.Played played =
        rules.play(account(account), calls, new RulesChain.Moment(at, signed.hash()));
    return new Both(verdict(receipt), verdict(played));
  }

  /// When the block began into which the next transaction goes: what its contracts see, and not
  /// always what the block says when it is made.
  private long begun() throws InterruptedException {
    ObjectNode params = Json.NODES.objectNode().put("block_id", "pre_confirmed");
    return devnet
        .node()
        .wire()
        .ask("starknet_getBlockWithTxHashes", params)
        .field("timestamp")
        .number();
  }

  private Verdict verdict(Receipt receipt) {
    if (Boolean.TRUE.equals(receipt.status().reverted())) {
      String reason = Objects.requireNonNull(receipt.status().reason());
      return new Verdict(false, RevertReason.of(reason).text(), List.of());
    }
    List<RulesChain.Emitted> events = new ArrayList<>();
    for (ChainEvent event : receipt.events()) {
      if (deployed.contracts().values().stream()
          .anyMatch(contract -> contract.address().equals(event.from()))) {
        events.add(new RulesChain.Emitted(event.from(), event.keys(), event.data()));
      }
    }
    return new Verdict(true, "", events);
  }

  private static Verdict verdict(RulesChain.Played played) {
    return switch (played) {
      case RulesChain.Played.Kept kept -> new Verdict(true, "", kept.events());
      case RulesChain.Played.Undone undone ->
          new Verdict(false, RevertReason.of(felts(undone.panic())).text(), List.of());
    };
  }

  /// As a node writes a panic's data.
  private static String felts(List<Felt> words) {
    return "[\"" + String.join("\", \"", words.stream().map(Felt::hex).toList()) + "\"]";
  }

  /// What the node answers to a read, as words or as the reason of its refusal.
  Object readFromNode(ContractCall call) throws InterruptedException {
    try {
      return devnet.node().call(call, BlockTag.LATEST);
    } catch (NodeRefusal e) {
      return RevertReason.of(e.data()).text();
    }
  }

  /// The same of the rules.
  Object readFromRules(ContractCall call) {
    try {
      return rules.chain().read(call.to(), call.entrypoint(), call.calldata());
    } catch (dev.playloop.worlds.chain.simulator.ContractPanic e) {
      return RevertReason.of(felts(e.data())).text();
    }
  }

  void pass(long seconds) throws InterruptedException {
    devnet.control().increaseTime(seconds);
  }

  long now() throws InterruptedException {
    return devnet.node().latest().at().getEpochSecond();
  }

  @Override
  public void close() {
    devnet.close();
  }
}
