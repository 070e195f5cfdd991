package dev.playloop.ingest.control;

import dev.playloop.kit.access.KnownCaller;
import dev.playloop.kit.access.PrincipalTable;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.seal.ControlSeal;
import dev.playloop.schemas.seal.ControlSeal.Proved;
import dev.playloop.schemas.seal.ControlSeal.Verdict;
import dev.playloop.schemas.seal.SigningKey;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Says who speaks, and vouches for it with the gateway's key. What the loop would not believe is
/// refused here, where its caller is told why. Safe for all threads.
final class ControlSigner {
  private static final String NAME = "gateway";

  private final @Nullable SigningKey key;
  private final PrincipalTable principals;
  private final Duration patience;
  private final Clock clock;

  /// Without a key it signs nothing, and so lets nothing through.
  ControlSigner(@Nullable SigningKey key, ControlReads reads, Clock clock) {
    this.key = key;
    this.principals = reads.principals();
    this.patience = reads.patience();
    this.clock = clock;
  }

  /// The control as this caller's word, signed. Whatever it says of its author is replaced. Throws
  /// a refusal where this gateway may not vouch.
  Control sign(Control control, KnownCaller caller) throws InterruptedException {
    SigningKey own = key;
    if (own == null) {
      throw ControlProblem.away(
              "this gateway has no key to sign with: set PLAYLOOP_GATEWAY_KEY_FILE to one of"
                  + " './playloop audit keygen --out FILE'")
          .refused();
    }
    String id = own.trusted().id();
    Principal self = principals.byId(id);
    Author author = Author.of(caller.name()).roles(caller.principal().roles());
    Control signed = ControlSeal.sign(control.by(author), own, self == null ? NAME : self.name());
    Verdict verdict = verify(signed);
    if (!(verdict instanceof Proved) && principals.awaitCurrent(patience)) {
      verdict = verify(signed);
    }
    if (!(verdict instanceof Proved)) {
      throw ControlProblem.away(
              "nobody believes this gateway's key "
                  + id
                  + " ("
                  + verdict.why()
                  + "): './playloop principals add NAME --kind service --scope sign --public-key"
                  + " FILE.pub'")
          .refused();
    }
    return signed;
  }

  private Verdict verify(Control signed) {
    return ControlSeal.verify(signed, principals::byId, clock.instant());
  }
}
