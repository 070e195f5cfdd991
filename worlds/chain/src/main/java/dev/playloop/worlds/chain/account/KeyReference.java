package dev.playloop.worlds.chain.account;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Require;
import dev.playloop.worlds.chain.Felt;
import org.jspecify.annotations.Nullable;

/// Where an account's key is: in a file of this machine, or with a signer elsewhere.
///
/// @param file a path, from the folder of the file that names it; null with `remote`
/// @param remote the address of a signer that speaks as [RemoteSigner]; null with `file`
/// @param publicKey what the remote signer's key is the secret of
/// @param tokenFile the file of the bearer token that it asks for
record KeyReference(
    @Nullable String file,
    @Nullable String remote,
    @Nullable Felt publicKey,
    @Nullable String tokenFile) {
  private static final int MAX_PATH = 1_000;

  KeyReference {
    if ((file == null) == (remote == null)) {
      throw new InvalidValueException(
          "file", "one of file and remote", file == null ? "neither" : "both");
    }
    if (file != null) {
      Require.text("file", file, MAX_PATH);
      if (publicKey != null || tokenFile != null) {
        throw new InvalidValueException("publicKey", "nothing more beside file", "more");
      }
    } else {
      RemoteSigner.address("remote", remote);
      Require.present("publicKey", publicKey, "the public key of the remote signer");
      Require.text("tokenFile", tokenFile, MAX_PATH);
    }
  }
}
