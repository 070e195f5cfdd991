package dev.playloop.worlds.chain.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.InvokeTransaction;
import dev.playloop.worlds.chain.SignedInvoke;
import dev.playloop.worlds.chain.crypto.RandomValues;
import dev.playloop.worlds.chain.declare.DeclareTransaction;
import dev.playloop.worlds.chain.declare.ProbeFiles;
import dev.playloop.worlds.chain.declare.SierraClass;
import dev.playloop.worlds.chain.declare.SignedDeclare;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/// Requests by the book.
final class RpcSchemaTest {
  private static final RandomValues VALUES = new RandomValues(7);
  private static final Felt FELT = VALUES.felt();
  private static final InvokeTransaction INVOKE = VALUES.invoke();
  private static final List<Felt> SIGNATURE = List.of(VALUES.felt(), VALUES.felt());

  private final RpcSchema schema = RpcSchema.found();
  private final CannedNode canned = new CannedNode();
  private final JsonRpcNode node = JsonRpcNode.at(canned.uri());

  @AfterEach
  void close() {
    node.close();
    canned.close();
  }

  /// Something that is asked; its answer does not matter.
  @FunctionalInterface
  interface Question {
    void ask(JsonRpcNode node) throws InterruptedException;
  }

  static Stream<Question> questions() {
    ContractCall call = new ContractCall(FELT, "explorer_move", VALUES.felts(5));
    SierraClass probe = SierraClass.read(ProbeFiles.sierra());
    DeclareTransaction declare = new DeclareTransaction(FELT, FELT, VALUES.bounds(), probe, FELT);
    return Stream.of(
        JsonRpcNode::specVersion,
        JsonRpcNode::chainId,
        JsonRpcNode::latest,
        node -> node.block(7),
        node -> node.nonce(FELT, BlockTag.PRE_CONFIRMED),
        node -> node.nonce(FELT, BlockTag.L1_ACCEPTED),
        node -> node.classHashAt(FELT),
        node -> node.call(call, BlockTag.LATEST),
        node -> node.estimate(INVOKE, BlockTag.PRE_CONFIRMED),
        node -> node.simulate(INVOKE, BlockTag.PRE_CONFIRMED),
        node -> node.invoke(new SignedInvoke(INVOKE, FELT, SIGNATURE)),
        node -> node.status(FELT),
        node -> node.receipt(FELT),
        node -> node.events(new EventQuery(null, 0, 9, null, 1)),
        node -> node.events(new EventQuery(FELT, 0, 9, "next", 1_000)),
        node -> node.isDeclared(FELT),
        node -> node.declare(new SignedDeclare(declare, FELT, SIGNATURE)));
  }

  @ParameterizedTest
  @MethodSource("questions")
  void everyRequestIsValid(Question question) {
    canned.says(500, "");
    assertThatThrownBy(() -> question.ask(node)).isInstanceOf(NodeUnavailable.class);
    var request = canned.request();
    String method = request.path("method").asString();
    assertThat(schema.wrongInRequest(method, request.path("params"))).as(method).isEmpty();
  }

  @Test
  void theSchemaSeesWhatIsWrong() {
    ObjectNode params = RpcParams.contract(FELT, BlockTag.LATEST).put("block_id", "newest");
    assertThat(schema.wrongInRequest("starknet_getNonce", params)).isNotEmpty();
    assertThat(schema.wrongInRequest("starknet_getNonce", RpcParams.none())).hasSize(2);
    assertThat(schema.wrongInRequest("starknet_chainId", params)).hasSize(2);
  }
}
