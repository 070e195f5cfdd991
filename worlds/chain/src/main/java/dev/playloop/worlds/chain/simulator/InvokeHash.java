package dev.playloop.worlds.chain.simulator;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.GasBound;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// The hash of an INVOKE transaction of version 3, from the fields as they arrived: the simulator's
/// own code, which shares nothing with what clients hash by. Source: Starknet's documentation,
/// "Transactions: v3 hash calculation".
public final class InvokeHash {
  private static final int WORD = 32;
  private static final int NAME = 8;

  private InvokeHash() {}

  /// @param query whether it arrived under the version that is for estimates only
  public static Felt of(Broadcast sent, Felt chainId, boolean query) {
    Sponge hash = new Sponge();
    hash.absorb(word("invoke"));
    hash.absorb(Felt.hex(query ? "0x100000000000000000000000000000003" : "0x3"));
    hash.absorb(sent.sender());
    hash.absorb(offer(sent.offer()));
    hash.absorb(new Sponge().squeeze()); // no paymaster
    hash.absorb(chainId);
    hash.absorb(sent.nonce());
    hash.absorb(Felt.of(0)); // nonce and fee are available on L1
    hash.absorb(new Sponge().squeeze()); // no deployment
    hash.absorb(Sponge.of(sent.calldata()));
    return hash.squeeze();
  }

  private static Felt offer(Broadcast.Offer offer) {
    return new Sponge()
        .absorb(Felt.of(offer.tip()))
        .absorb(packed("L1_GAS", offer.bounds().l1Gas()))
        .absorb(packed("L2_GAS", offer.bounds().l2Gas()))
        .absorb(packed("L1_DATA", offer.bounds().l1DataGas()))
        .squeeze();
  }

  /// 8 bytes of name, 8 of amount, 16 of price.
  private static Felt packed(String name, GasBound bound) {
    ByteBuffer bytes = ByteBuffer.allocate(WORD);
    byte[] letters = name.getBytes(StandardCharsets.US_ASCII);
    bytes.position(NAME - letters.length);
    bytes.put(letters).putLong(bound.maxAmount());
    BigInteger price = bound.maxPrice();
    bytes.putLong(price.shiftRight(Long.SIZE).longValue()).putLong(price.longValue());
    return Felt.of(new BigInteger(1, bytes.array()));
  }

  private static Felt word(String text) {
    return Felt.of(new BigInteger(1, text.getBytes(StandardCharsets.US_ASCII)));
  }
}
