package dev.playloop.worlds.chain.backend;

import dev.playloop.worlds.chain.AccountKey;
import dev.playloop.worlds.chain.ResourceBounds;

/// The [Submitter] of a dry run: signs as the one behind it, and sends nothing, whoever asks.
///
/// @param signing never asked to send
public record DrySubmitter(Submitter signing) implements Submitter {
  /// What whoever asked is told.
  public static final String CODE = "dry_run";

  @Override
  public SignedAttempt sign(Unsigned order, AccountKey key) throws InterruptedException {
    return signing.sign(order, key);
  }

  @Override
  public SignedAttempt again(SignedAttempt earlier, ResourceBounds bounds, AccountKey key)
      throws InterruptedException {
    return signing.again(earlier, bounds, key);
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
