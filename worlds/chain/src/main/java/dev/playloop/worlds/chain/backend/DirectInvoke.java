package dev.playloop.worlds.chain.backend;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.AccountKey;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.InvokeTransaction;
import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.SignedInvoke;
import dev.playloop.worlds.chain.Signer;
import dev.playloop.worlds.chain.node.NodeRefusal;
import dev.playloop.worlds.chain.node.NodeUnavailable;
import dev.playloop.worlds.chain.node.StarknetNode;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A [Submitter] by which an account sends its own INVOKE transactions to a Starknet node.
///
/// @param chainId for which they are signed
public record DirectInvoke(StarknetNode node, Felt chainId) implements Submitter {
  /// The codes by which a node says that it has taken nothing in.
  private static final int FIRST_CODE = 1;

  private static final int LAST_CODE = 99;

  private static final String CALLDATA = "calldata";
  private static final String SIGNATURE = "signature";

  @Override
  public SignedAttempt sign(Unsigned order, AccountKey key) throws InterruptedException {
    return signed(
        new InvokeTransaction(
            order.account(),
            Felt.of(order.nonce()),
            order.bounds(),
            ContractCall.multicall(order.calls())),
        key);
  }

  @Override
  public SignedAttempt again(SignedAttempt earlier, ResourceBounds bounds, AccountKey key)
      throws InterruptedException {
    return signed(
        new InvokeTransaction(
            earlier.account(), Felt.of(earlier.nonce()), bounds, felts(earlier.body(), CALLDATA)),
        key);
  }

  private SignedAttempt signed(InvokeTransaction transaction, AccountKey key)
      throws InterruptedException {
    if (!(key instanceof Signer signer)) {
      throw new IllegalStateException(
          "account %s has a key that does not sign for Starknet".formatted(transaction.sender()));
    }
    SignedInvoke signed = SignedInvoke.of(transaction, chainId, signer);
    ObjectNode body = Json.NODES.objectNode().put("chain", chainId.hex());
    put(body, CALLDATA, transaction.calldata());
    put(body, SIGNATURE, signed.signature());
    return new SignedAttempt(
        transaction.sender(),
        transaction.nonce().toLong(),
        signed.hash().hex(),
        transaction.bounds(),
        body);
  }

  private static void put(ObjectNode body, String name, List<Felt> words) {
    words.forEach(word -> body.withArray(name).add(word.hex()));
  }

  private static List<Felt> felts(ObjectNode body, String name) {
    List<Felt> felts = new ArrayList<>();
    for (JsonNode word : body.path(name)) {
      felts.add(Felt.parse(name, word.asString()));
    }
    return felts;
  }

  /// Throws [IllegalStateException] where the bytes are not those of the hash: they were changed
  /// since they were signed, or signed for another chain.
  @Override
  public SendAnswer send(SignedAttempt attempt) throws InterruptedException {
    InvokeTransaction transaction =
        new InvokeTransaction(
            attempt.account(),
            Felt.of(attempt.nonce()),
            attempt.bounds(),
            felts(attempt.body(), CALLDATA));
    Felt hash = transaction.hash(chainId);
    if (!hash.hex().equals(attempt.hash())) {
      throw new IllegalStateException(
          "what is on the ledger as %s has hash %s on this chain".formatted(attempt.hash(), hash));
    }
    try {
      node.invoke(new SignedInvoke(transaction, hash, felts(attempt.body(), SIGNATURE)));
      return new SendAnswer.Taken();
    } catch (NodeRefusal e) {
      return refused(e);
    } catch (InvalidValueException e) {
      throw new IllegalStateException("the ledger's bytes can't be read: " + e.getMessage(), e);
    }
  }

  private static SendAnswer refused(NodeRefusal e) {
    String reason = String.valueOf(e.getMessage());
    return switch (e.code()) {
      case NodeRefusal.DUPLICATE -> new SendAnswer.Taken();
      case NodeRefusal.INVALID_NONCE -> new SendAnswer.WrongNonce();
      case NodeRefusal.BOUNDS_TOO_SMALL,
          NodeRefusal.FEE_BELOW_MINIMUM,
          NodeRefusal.REPLACEMENT_UNDERPRICED ->
          new SendAnswer.TooCheap(reason);
      case NodeRefusal.BALANCE_TOO_LOW -> new SendAnswer.Refused("balance_too_low", reason);
      default -> {
        if (e.code() < FIRST_CODE || e.code() > LAST_CODE) {
          // No error of the RPC's: something on the way failed, and who knows how far it came.
          throw new NodeUnavailable(reason, e);
        }
        yield new SendAnswer.Refused("not_taken", reason);
      }
    };
  }
}
