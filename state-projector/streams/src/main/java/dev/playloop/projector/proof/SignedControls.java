package dev.playloop.projector.proof;

import dev.playloop.schemas.Printable;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.seal.ControlSeal;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Takes what a signer that may vouch for others has signed, and that at a time that has come:
/// whatever else stands on the topic, nobody knows who said it. Safe for all threads, as `signers`
/// is.
public final class SignedControls implements ControlProof {
  /// By how much the clock of whoever signed may be ahead of this one.
  static final Duration CLOCKS_DIFFER = Duration.ofMinutes(5);

  private static final int MAX_SHOWN = 80;

  private final Function<String, @Nullable Principal> signers;

  /// `signers` tells who has the key of an id; null where nobody is known by it.
  public SignedControls(Function<String, @Nullable Principal> signers) {
    this.signers = signers;
  }

  @Override
  public void check(Control control, Instant now) {
    ControlSeal.Verdict verdict = ControlSeal.verify(control, signers, now);
    if (!(verdict instanceof ControlSeal.Proved)) {
      throw new UnprovedControlException(verdict.why(), said(control) + why(control, verdict));
    }
    if (control.at().isAfter(now.plus(CLOCKS_DIFFER))) {
      throw new UnprovedControlException(
          "future",
          said(control)
              + " was said at "
              + control.at()
              + ", and it is "
              + now
              + ": set the clock of the gateway, or of this machine");
    }
  }

  private static String why(Control control, ControlSeal.Verdict verdict) {
    Author author = control.author();
    return switch (verdict) {
      case ControlSeal.Proved _ -> " is proved";
      case ControlSeal.Unsigned _ ->
          " is signed by nobody: send it to the gateway (POST /v1/controls), or with './playloop',"
              + " not to the topic";
      case ControlSeal.UnknownKey unknown ->
          " is signed with "
              + key(unknown.id())
              + ", and nobody has that: './playloop principals add NAME --kind service --scope sign"
              + " --public-key FILE' makes it known, then say it again";
      case ControlSeal.Revoked revoked ->
          " is signed with "
              + key(revoked.id())
              + ", which was revoked: give the gateway another key, and say it again";
      case ControlSeal.NoSigner none ->
          " is signed with "
              + key(none.id())
              + ", whose principal may not vouch for others here: it wants the scope 'sign', a"
              + " public key, and no other world";
      case ControlSeal.Forged _ ->
          " is not what "
              + key(String.valueOf(author.keyId()))
              + " has signed: it was changed on its way, or made up; find out who writes to the"
              + " topic";
    };
  }

  private static String said(Control control) {
    return "a "
        + Printable.brief(control.getClass().getSimpleName(), MAX_SHOWN)
        + " of '"
        + Printable.brief(control.author().subject(), MAX_SHOWN)
        + "'";
  }

  private static String key(String id) {
    return "key " + Printable.brief(id, MAX_SHOWN);
  }
}
