package dev.playloop.projector.proof;

import dev.playloop.schemas.event.Control;
import java.time.Instant;

/// What a control has to show before it is folded: the fold trusts its input, its author's name and
/// roles too. Asked by the tasks' threads, which it may keep waiting for a while.
@FunctionalInterface
public interface ControlProof {
  /// Takes everyone's word, as is right where nobody but tests writes controls.
  ControlProof ANY = (control, now) -> {};

  /// Throws [UnprovedControlException] where it may not be folded at this time.
  void check(Control control, Instant now);
}
