package dev.playloop.worlds.chain.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import dev.playloop.testkit.NpmFolder;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.GasBound;
import dev.playloop.worlds.chain.InvokeTransaction;
import dev.playloop.worlds.chain.Signature;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Our signatures and hashes by the judgement of starknet.js 10.8.0.
@Tag("slow")
final class StarknetJsTest {
  private static final long SEED = 20_261_125L;
  private static final int MESSAGES = 10_000;
  private static final int KEYS = 40;
  private static final int INVOKES = 500;
  private static final Felt CHAIN = Felt.shortString("SN_SEPOLIA");

  @TempDir private Path folder;

  @Test
  void starknetJsVerifiesEverySignatureAndComputesEveryHash()
      throws IOException, InterruptedException {
    RandomValues values = new RandomValues(SEED);
    List<Felt> keys = new ArrayList<>();
    List<KeySigner> signers = new ArrayList<>();
    for (int i = 0; i < KEYS; i++) {
      keys.add(values.privateKey());
      signers.add(KeySigner.of(keys.getLast().value()));
    }
    Path file = folder.resolve("lines.json");
    try (Writer lines = Files.newBufferedWriter(file)) {
      for (int i = 0; i < MESSAGES; i++) {
        lines.write(message(keys.get(i % KEYS), signers.get(i % KEYS), values.message()) + "\n");
      }
      for (int i = 0; i < INVOKES; i++) {
        lines.write(invoke(values.invoke()) + "\n");
      }
    }

    JsonNode said = Json.tree(NpmFolder.run("check.mjs", file.toString()));

    assertThat(said.path("wrong")).as("seed %d: %s", SEED, said).isEmpty();
    assertThat(said.path("messages").intValue()).isEqualTo(MESSAGES);
    assertThat(said.path("invokes").intValue()).isEqualTo(INVOKES);
  }

  private static ObjectNode message(Felt key, KeySigner signer, Felt hash) {
    Signature signature = signer.sign(hash);
    return Json.NODES
        .objectNode()
        .put("kind", "message")
        .put("privateKey", key.hex())
        .put("publicKey", signer.publicKey().hex())
        .put("hash", hash.hex())
        .put("r", signature.r().hex())
        .put("s", signature.s().hex());
  }

  private static ObjectNode invoke(InvokeTransaction transaction) {
    ObjectNode line =
        Json.NODES
            .objectNode()
            .put("kind", "invoke")
            .put("sender", transaction.sender().hex())
            .put("nonce", transaction.nonce().hex())
            .put("chainId", CHAIN.hex())
            .put("hash", transaction.hash(CHAIN).hex());
    ArrayNode calldata = line.putArray("calldata");
    transaction.calldata().forEach(word -> calldata.add(word.hex()));
    line.set("l1Gas", bound(transaction.bounds().l1Gas()));
    line.set("l2Gas", bound(transaction.bounds().l2Gas()));
    line.set("l1DataGas", bound(transaction.bounds().l1DataGas()));
    return line;
  }

  private static ObjectNode bound(GasBound bound) {
    return Json.NODES
        .objectNode()
        .put("amount", String.valueOf(bound.maxAmount()))
        .put("price", bound.maxPrice().toString());
  }
}
