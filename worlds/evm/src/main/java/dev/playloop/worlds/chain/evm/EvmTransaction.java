package dev.playloop.worlds.chain.evm;

import dev.playloop.worlds.chain.evm.EvmKey.Signed;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;
import org.web3j.crypto.Hash;
import org.web3j.crypto.Sign.SignatureData;
import org.web3j.crypto.transaction.type.ITransaction;
import org.web3j.crypto.transaction.type.LegacyTransaction;
import org.web3j.crypto.transaction.type.Transaction1559;
import org.web3j.rlp.RlpEncoder;
import org.web3j.rlp.RlpList;

/// A call as a transaction that moves no money. Its bytes are those of EIP-155 (legacy) and
/// EIP-1559 with EIP-2718; both carry the chain's id under the signature. Immutable.
///
/// @param chain the chain's id, up to [#MAX_CHAIN]
record EvmTransaction(
    long chain, EvmStyle style, long nonce, EvmFees fees, EvmContracts.Cargo.Loaded cargo) {
  /// EIP-155 puts twice the id into a long.
  static final long MAX_CHAIN = (Long.MAX_VALUE - 36) / 2;

  private static final byte TIPPED_TYPE = 2;
  private static final int CHAIN_OFFSET = 35;
  private static final int PARITY_OFFSET = 27;

  /// What is signed.
  byte[] digest() {
    SignatureData unsigned =
        switch (style) {
          case LEGACY -> new SignatureData(bytes(chain), new byte[0], new byte[0]);
          case TIPPED -> null;
        };
    return Hash.sha3(encoded(unsigned));
  }

  /// What is sent.
  byte[] bytes(Signed signed) {
    long parity = signed.odd() ? 1 : 0;
    BigInteger v =
        switch (style) {
          case LEGACY -> BigInteger.valueOf(CHAIN_OFFSET + 2 * chain + parity);
          case TIPPED -> BigInteger.valueOf(PARITY_OFFSET + parity); // the library takes it off
        };
    return encoded(
        new SignatureData(v.toByteArray(), signed.r().toByteArray(), signed.s().toByteArray()));
  }

  private byte[] encoded(@Nullable SignatureData signature) {
    byte[] body = RlpEncoder.encode(new RlpList(unsigned().asRlpValues(signature)));
    return switch (style) {
      case LEGACY -> body;
      case TIPPED -> {
        ByteArrayOutputStream typed = new ByteArrayOutputStream();
        typed.write(TIPPED_TYPE);
        typed.writeBytes(body);
        yield typed.toByteArray();
      }
    };
  }

  private ITransaction unsigned() {
    BigInteger number = BigInteger.valueOf(nonce);
    BigInteger limit = BigInteger.valueOf(fees.limit());
    return switch (style) {
      case LEGACY ->
          LegacyTransaction.createTransaction(
              number, fees.price(), limit, cargo.to(), BigInteger.ZERO, cargo.data());
      case TIPPED ->
          Transaction1559.createTransaction(
              chain,
              number,
              limit,
              cargo.to(),
              BigInteger.ZERO,
              cargo.data(),
              fees.tip(),
              fees.price());
    };
  }

  private static byte[] bytes(long number) {
    return BigInteger.valueOf(number).toByteArray();
  }
}
