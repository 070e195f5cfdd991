package dev.playloop.worlds.chain.evm;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.worlds.chain.AccountKey;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.account.SigningPool;
import java.math.BigInteger;
import java.util.Arrays;
import org.web3j.crypto.ECKeyPair;
import org.web3j.crypto.Keys;
import org.web3j.crypto.Sign;

/// A private key of secp256k1 that this process holds, and that no text of it ever shows; its
/// account's address follows from it. Signs the same hash the same way each time, on a pool.
/// Thread-safe.
final class EvmKey implements AccountKey {
  private static final BigInteger ORDER = Sign.CURVE_PARAMS.getN();
  private static final int BYTES = 32;
  private static final int MAX_DIGITS = 64;

  /// What is added to the parity in a signature of a message.
  private static final int PARITY_OFFSET = 27;

  private final ECKeyPair pair;
  private final Felt address;
  private final SigningPool pool;

  /// @param odd whether the y of its point is odd
  record Signed(boolean odd, BigInteger r, BigInteger s) {}

  private EvmKey(BigInteger key, SigningPool pool) {
    this.pair = ECKeyPair.create(key);
    this.address = Felt.hex("0x" + Keys.getAddress(pair));
    this.pool = pool;
  }

  /// Throws [InvalidValueException] that does not show the key.
  static EvmKey of(BigInteger privateKey, SigningPool pool) {
    if (privateKey.signum() <= 0 || privateKey.compareTo(ORDER) >= 0) {
      throw refused("another number");
    }
    return new EvmKey(privateKey, pool);
  }

  /// Reads `0x` and hex digits, in ASCII, with white space at the end. Throws
  /// [InvalidValueException] that does not show them, also where the account is another key's.
  static EvmKey read(Felt account, byte[] text, SigningPool pool) {
    byte[] number = new byte[BYTES];
    try {
      digits(text, number);
      EvmKey key = of(new BigInteger(1, number), pool);
      if (!key.address.equals(account)) {
        throw new InvalidValueException(
            "account", "the address of its key, " + key.address, account.hex());
      }
      return key;
    } finally {
      Arrays.fill(number, (byte) 0);
    }
  }

  private static void digits(byte[] text, byte[] number) {
    int end = text.length;
    while (end > 0 && text[end - 1] <= ' ' && text[end - 1] > 0) {
      end--;
    }
    int digits = end - 2;
    if (digits < 1 || digits > MAX_DIGITS || text[0] != '0' || text[1] != 'x') {
      throw refused("another text");
    }
    for (int i = 0; i < digits; i++) {
      int digit = Character.digit(text[end - 1 - i], 16);
      if (digit < 0) {
        throw refused("another text");
      }
      number[BYTES - 1 - i / 2] |= (byte) (digit << (i % 2 == 0 ? 0 : 4));
    }
  }

  private static InvalidValueException refused(String got) {
    return new InvalidValueException(
        "privateKey", "0x and hex digits, above 0 and below the order of secp256k1", got);
  }

  Felt address() {
    return address;
  }

  /// @param hash 32 bytes
  Signed sign(byte[] hash) throws InterruptedException {
    Sign.SignatureData data = pool.run(() -> Sign.signMessage(hash, pair, false));
    return new Signed(
        data.getV()[0] != PARITY_OFFSET,
        new BigInteger(1, data.getR()),
        new BigInteger(1, data.getS()));
  }

  @Override
  public String toString() {
    return "EvmKey[" + address + ", ***]";
  }
}
