package dev.playloop.worlds.chain.account;

import dev.playloop.worlds.chain.AccountKey;
import dev.playloop.worlds.chain.Felt;

/// Makes the keys of one kind of chain of what lies in their files.
public interface KeyReader {
  /// The key in a file. Throws [dev.playloop.schemas.InvalidValueException] that does not show it,
  /// where it is none, or none of this account.
  ///
  /// @param text the file's content, which is overwritten afterwards
  /// @param pool on which it should sign
  AccountKey read(Felt account, byte[] text, SigningPool pool);
}
