package dev.playloop.worlds.eternum.deploy;

/// The chain has refused or reverted a part of a deployment or of a board. What was done before
/// stays, and is found again by the next run.
public final class DeploymentFailed extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DeploymentFailed(String message) {
    super(message);
  }
}
