package dev.playloop.worlds.chain.evm;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.worlds.chain.AccountKey;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.account.SigningPool;
import dev.playloop.worlds.chain.crypto.PrivateKeyText;
import java.math.BigInteger;
import org.web3j.crypto.ECKeyPair;
import org.web3j.crypto.Keys;
import org.web3j.crypto.Sign;

/// A private key of secp256k1 that this process holds, and that no text of it ever shows; its
/// account's address follows from it. Signs the same hash the same way each time, on a pool.
/// Thread-safe.
final class EvmKey implements AccountKey {
  private static final BigInteger ORDER = Sign.CURVE_PARAMS.getN();
  private static final String CURVE = "secp256k1";

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
    return new EvmKey(PrivateKeyText.inRange(privateKey, ORDER, CURVE), pool);
  }

  /// Reads the text of a file; overwrites it. Throws [InvalidValueException] that does not show it,
  /// also where the account is another key's.
  static EvmKey read(Felt account, byte[] text, SigningPool pool) {
    EvmKey key = new EvmKey(PrivateKeyText.read(text, ORDER, CURVE), pool);
    if (!key.address.equals(account)) {
      throw new InvalidValueException(
          "account", "the address of its key, " + key.address, account.hex());
    }
    return key;
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
