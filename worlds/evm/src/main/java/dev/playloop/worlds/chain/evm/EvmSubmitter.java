package dev.playloop.worlds.chain.evm;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.AccountKey;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.backend.SendAnswer;
import dev.playloop.worlds.chain.backend.SignedAttempt;
import dev.playloop.worlds.chain.backend.Submitter;
import dev.playloop.worlds.chain.evm.EvmContracts.Cargo;
import dev.playloop.worlds.chain.evm.EvmKey.Signed;
import dev.playloop.worlds.chain.node.NodeRefusal;
import dev.playloop.worlds.chain.node.NodeUnavailable;
import java.math.BigInteger;
import java.util.regex.Pattern;
import org.web3j.crypto.Hash;
import tools.jackson.databind.node.ObjectNode;

/// A [Submitter] by which an account sends its own transactions to a node of the EVM.
///
/// @param chain the id for which they are signed, and no other
record EvmSubmitter(EthNode node, EvmContracts contracts, EvmStyle style, long chain)
    implements Submitter {
  private static final String STYLE = "style";
  private static final String TO = "to";
  private static final String DATA = "data";
  private static final String R = "r";
  private static final String S = "s";
  private static final String ODD = "odd";
  private static final Pattern WORD = Pattern.compile("0x[0-9a-f]{1,64}");
  private static final Pattern ADDRESS = Pattern.compile("0x[0-9a-f]{40}");
  private static final int MAX_DATA = 32 * 1024;

  @Override
  public SignedAttempt sign(Unsigned order, AccountKey key) throws InterruptedException {
    EvmKey own = own(order.account(), key);
    return switch (contracts.load(order.calls())) {
      case Cargo.Refused(String why) ->
          throw new IllegalStateException("what was previewed can't be signed: " + why);
      case Cargo.Loaded cargo ->
          signed(
              new EvmTransaction(chain, style, order.nonce(), EvmFees.of(order.bounds()), cargo),
              own);
    };
  }

  @Override
  public SignedAttempt again(SignedAttempt earlier, ResourceBounds bounds, AccountKey key)
      throws InterruptedException {
    EvmTransaction before = transaction(earlier);
    return signed(
        new EvmTransaction(
            chain, before.style(), before.nonce(), EvmFees.of(bounds), before.cargo()),
        own(earlier.account(), key));
  }

  private static EvmKey own(Felt account, AccountKey key) {
    if (key instanceof EvmKey own && own.address().equals(account)) {
      return own;
    }
    throw new IllegalStateException("account %s has another key".formatted(account));
  }

  private static SignedAttempt signed(EvmTransaction transaction, EvmKey key)
      throws InterruptedException {
    Signed signed = key.sign(transaction.digest());
    ObjectNode body = Json.NODES.objectNode();
    body.put(STYLE, transaction.style().name())
        .put(TO, transaction.cargo().to())
        .put(DATA, transaction.cargo().data())
        .put(R, hex(signed.r()))
        .put(S, hex(signed.s()))
        .put(ODD, signed.odd());
    return new SignedAttempt(
        key.address(),
        transaction.nonce(),
        hash(transaction.bytes(signed)),
        transaction.fees().bounds(),
        body);
  }

  /// As it was signed, for this chain.
  private EvmTransaction transaction(SignedAttempt attempt) {
    ObjectNode body = attempt.body();
    EvmStyle style =
        switch (body.path(STYLE).asString("")) {
          case "LEGACY" -> EvmStyle.LEGACY;
          case "TIPPED" -> EvmStyle.TIPPED;
          default -> throw unreadable(STYLE);
        };
    return new EvmTransaction(
        chain,
        style,
        attempt.nonce(),
        EvmFees.of(attempt.bounds()),
        new Cargo.Loaded(text(body, TO, ADDRESS), data(body)));
  }

  /// Throws [IllegalStateException] where the bytes are not those of the hash: they were changed
  /// since they were signed, or signed for another chain.
  @Override
  public SendAnswer send(SignedAttempt attempt) throws InterruptedException {
    ObjectNode body = attempt.body();
    Signed signed =
        new Signed(
            body.path(ODD).asBoolean(false),
            new BigInteger(text(body, R, WORD).substring(2), 16),
            new BigInteger(text(body, S, WORD).substring(2), 16));
    byte[] bytes = transaction(attempt).bytes(signed);
    String hash = hash(bytes);
    if (!hash.equals(attempt.hash())) {
      throw new IllegalStateException(
          "what is on the ledger as %s has hash %s on this chain".formatted(attempt.hash(), hash));
    }
    try {
      String taken = node.send(EvmHex.text(bytes));
      if (!taken.equals(hash)) {
        throw new NodeUnavailable("the node took " + hash + " for " + taken, null);
      }
      return new SendAnswer.Taken();
    } catch (NodeRefusal e) {
      SendAnswer answer = SendRefusals.answer(e);
      if (answer == null) {
        throw new NodeUnavailable("who knows whether it was taken in: " + e.getMessage(), e);
      }
      return answer;
    }
  }

  private static String hash(byte[] bytes) {
    return EvmHex.text(Hash.sha3(bytes));
  }

  private static String hex(BigInteger number) {
    return "0x" + number.toString(16);
  }

  private static String text(ObjectNode body, String field, Pattern pattern) {
    String text = body.path(field).asString("");
    if (!pattern.matcher(text).matches()) {
      throw unreadable(field);
    }
    return text;
  }

  private static String data(ObjectNode body) {
    String text = body.path(DATA).asString("");
    if (!EvmHex.isBytes(text, MAX_DATA)) {
      throw unreadable(DATA);
    }
    return text;
  }

  private static IllegalStateException unreadable(String field) {
    return new IllegalStateException(
        "the ledger's bytes can't be read",
        new InvalidValueException(field, "what was written there", "something else"));
  }
}
