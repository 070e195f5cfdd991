package dev.playloop.worlds.chain.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.worlds.chain.Felt;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Replies as nobody wants them. The good ones come from real nodes, elsewhere.
final class JsonRpcNodeTest {
  private static final Felt HASH = Felt.hex("0x1a2b");

  private final CannedNode canned = new CannedNode();
  private final JsonRpcNode node = JsonRpcNode.at(canned.uri());

  @AfterEach
  void close() {
    node.close();
    canned.close();
  }

  static Stream<Arguments> noAnswers() {
    return Stream.of(
        Arguments.of("a page", 200, "<html>Bad gateway</html>", "no JSON: '<html>Bad gateway"),
        Arguments.of("nothing", 200, "", "no JSON: nothing"),
        Arguments.of("too many requests", 429, "{}", "HTTP 429"),
        Arguments.of("an error of the server", 500, "{}", "HTTP 500"),
        Arguments.of("a proxy's error", 502, "<html>", "HTTP 502"),
        Arguments.of("a redirect", 302, "", "HTTP 302"),
        Arguments.of("cut JSON", 200, "{\"jsonrpc\":\"2.0\",\"id\":ID,\"resu", "no JSON"),
        Arguments.of("deep JSON", 200, "[".repeat(100_000), "no JSON"),
        Arguments.of("a list", 200, "[]", "no JSON-RPC 2.0"),
        Arguments.of("another version", 200, "{\"jsonrpc\":\"1.0\",\"id\":ID}", "no JSON-RPC 2.0"),
        Arguments.of("no id", 200, "{\"jsonrpc\":\"2.0\",\"result\":\"0x1\"}", "another question"),
        Arguments.of(
            "another id",
            200,
            "{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":\"0x1\"}",
            "another question"),
        Arguments.of(
            "an id as a text",
            200,
            "{\"jsonrpc\":\"2.0\",\"id\":\"ID\",\"result\":\"0x1\"}",
            "another question"),
        Arguments.of(
            "no result", 200, "{\"jsonrpc\":\"2.0\",\"id\":ID}", "neither result nor error"),
        Arguments.of(
            "an error without a code",
            200,
            "{\"jsonrpc\":\"2.0\",\"id\":ID,\"error\":{\"message\":\"x\"}}",
            "without code and message"),
        Arguments.of(
            "an error as a text",
            200,
            "{\"jsonrpc\":\"2.0\",\"id\":ID,\"error\":\"x\"}",
            "without code and message"),
        Arguments.of(
            "an error with a code beyond all",
            200,
            "{\"jsonrpc\":\"2.0\",\"id\":ID,\"error\":{\"code\":1e300,\"message\":\"x\"}}",
            "without code and message"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("noAnswers")
  void whatIsNoAnswerIsAnOutageThatSaysWhatCame(String name, int status, String body, String said) {
    canned.says(status, body);
    assertThatThrownBy(node::chainId)
        .as(name)
        .isInstanceOf(NodeUnavailable.class)
        .hasMessageContaining("starknet_chainId")
        .hasMessageContaining(said)
        .hasMessageNotContaining("key-of-a-provider")
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(300));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "7",
        "\"7\"",
        "\"0x\"",
        "\"0xg\"",
        "\"0x800000000000011000000000000000000000000000000000000000000000001\"",
        "\"0x00000000000000000000000000000000000000000000000000000000000000001\"",
        "{}",
        "[\"0x1\"]",
        "\"\\ud800\"",
        "1e999999999",
      })
  void whatIsNoFeltIsAnOutage(String result) {
    canned.result(result);
    assertThatThrownBy(node::chainId)
        .isInstanceOf(NodeUnavailable.class)
        .hasMessageContaining("starknet_chainId");
  }

  @Test
  void aReplyBeyondTheBoundIsAnOutage() throws InterruptedException {
    canned.result("\"" + "a".repeat(RpcWire.MAX_REPLY / 2) + "\"");
    assertThat(node.specVersion()).hasSize(RpcWire.MAX_REPLY / 2);
    canned.result("\"" + "a".repeat(RpcWire.MAX_REPLY) + "\"");
    assertThatThrownBy(node::specVersion).isInstanceOf(NodeUnavailable.class);
  }

  @Test
  void brokenUtf8IsReadAsFarAsItGoes() throws InterruptedException {
    byte[] body =
        "{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":{\"finality_status\":\"ACCEPTED_ON_L2\",\"execution_status\":\"REVERTED\",\"failure_reason\":\"?\"}}"
            .getBytes(StandardCharsets.ISO_8859_1);
    for (int i = 0; i < body.length; i++) {
      body[i] = body[i] == '?' ? (byte) 0xE9 : body[i];
    }
    canned.says(200, body);
    assertThat(node.status(HASH))
        .isEqualTo(new TransactionStatus(Finality.ACCEPTED_ON_L2, true, "\ufffd"));
  }

  @Test
  void nobodyThereIsAnOutage() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    try (JsonRpcNode nobody = JsonRpcNode.at(URI.create("http://127.0.0.1:" + port + "/"))) {
      assertThatThrownBy(nobody::chainId)
          .isInstanceOf(NodeUnavailable.class)
          .hasMessageContaining("is not reached");
    }
  }

  @Test
  void whoeverSaysNothingIsLeftAfterTheLimit() throws IOException {
    try (ServerSocket silent = new ServerSocket(0);
        JsonRpcNode waiting =
            JsonRpcNode.at(
                URI.create("http://127.0.0.1:" + silent.getLocalPort()), Duration.ofMillis(50))) {
      assertThatThrownBy(waiting::chainId)
          .isInstanceOf(NodeUnavailable.class)
          .hasMessageContaining("within 50 ms");
    }
  }

  @Test
  void anErrorOfTheRpcIsARefusalWithItsData() {
    canned.says(
        200,
        "{\"jsonrpc\":\"2.0\",\"id\":ID,\"error\":{\"code\":41,\"message\":\"no\",\"data\":{\"a\":[1]}}}");
    assertThatThrownBy(node::chainId)
        .isInstanceOfSatisfying(
            NodeRefusal.class,
            refusal -> {
              assertThat(refusal.code()).isEqualTo(41);
              assertThat(refusal.data()).isEqualTo("{\"a\":[1]}");
            });
  }

  @Test
  void aRefusalsTextIsBounded() {
    canned.says(
        200,
        "{\"jsonrpc\":\"2.0\",\"id\":ID,\"error\":{\"code\":41,\"message\":\""
            + "m".repeat(100_000)
            + "\",\"data\":\"\\u001b"
            + "d".repeat(100_000)
            + "\"}}");
    assertThatThrownBy(node::chainId)
        .isInstanceOfSatisfying(
            NodeRefusal.class,
            refusal -> {
              assertThat(refusal.getMessage()).hasSizeLessThanOrEqualTo(300);
              assertThat(refusal.data()).hasSizeLessThanOrEqualTo(64 * 1024);
            });
  }

  static Stream<Arguments> refusalsOfNothing() {
    Felt felt = Felt.ONE;
    return Stream.of(
        Arguments.of(24, (Asking) node -> node.block(3)),
        Arguments.of(20, (Asking) node -> node.nonce(felt, BlockTag.LATEST)),
        Arguments.of(20, (Asking) node -> node.classHashAt(felt)),
        Arguments.of(29, (Asking) node -> node.status(felt)),
        Arguments.of(29, (Asking) node -> node.receipt(felt)));
  }

  @ParameterizedTest
  @MethodSource("refusalsOfNothing")
  void whatTheNodeDoesNotKnowIsNullAndEveryOtherErrorIsNot(int code, Asking asking)
      throws InterruptedException {
    canned.says(200, error(code));
    assertThat(asking.ask(node)).isNull();
    canned.says(200, error(code + 1));
    assertThatThrownBy(() -> asking.ask(node)).isInstanceOf(NodeRefusal.class);
  }

  private static String error(int code) {
    return "{\"jsonrpc\":\"2.0\",\"id\":ID,\"error\":{\"code\":" + code + ",\"message\":\"none\"}}";
  }

  /// A question whose answer may be null.
  @FunctionalInterface
  interface Asking {
    @Nullable Object ask(JsonRpcNode node) throws InterruptedException;
  }
}
