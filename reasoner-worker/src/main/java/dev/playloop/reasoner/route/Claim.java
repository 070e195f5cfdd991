package dev.playloop.reasoner.route;

import org.jspecify.annotations.Nullable;

/// This worker's right to answer a turn. A process that stood still may hold a turn that another
/// one has answered meanwhile; a call for it would be paid a second time.
@FunctionalInterface
public interface Claim {
  /// Returns while the turn is this worker's to answer; throws where it is not, or where that can't
  /// be told in time. May block while the broker is away.
  void confirm() throws InterruptedException;

  /// Why no call may begin for now, or null where one may.
  default @Nullable String heldBack() throws InterruptedException {
    return null;
  }
}
