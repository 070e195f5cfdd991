package dev.playloop.worlds.chain.backend;

import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.Signer;

/// The [Submitter] of a dry run: signs as the one behind it, and sends nothing, whoever asks.
///
/// @param signing never asked to send
public record DrySubmitter(Submitter signing) implements Submitter {
  /// What whoever asked is told.
  public static final String CODE = "dry_run";

  @Override
  public SignedAttempt sign(Unsigned order, Signer signer) throws InterruptedException {
    return signing.sign(order, signer);
  }

  @Override
  public SignedAttempt again(SignedAttempt earlier, ResourceBounds bounds, Signer signer)
      throws InterruptedException {
    return signing.again(earlier, bounds, signer);
  }

  @Override
  public SendAnswer send(SignedAttempt attempt) {
    return new SendAnswer.Refused(CODE, "this is a dry run: nothing is sent");
  }

  @Override
  public boolean sends() {
    return false;
  }
}
