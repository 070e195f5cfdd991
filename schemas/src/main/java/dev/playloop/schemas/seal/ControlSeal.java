package dev.playloop.schemas.seal;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.principal.Scope;
import java.time.Instant;
import java.util.Base64;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The signature over a control: whoever let its author in vouches by it for every word of it, the
/// author's roles and the time too. Pure functions.
public final class ControlSeal {
  private ControlSeal() {}

  /// What a signature is worth. Only what is proved may be acted on.
  public sealed interface Verdict {
    /// Why it is not; one word for a counter. `proved` where it is.
    default String why() {
      return switch (this) {
        case Proved _ -> "proved";
        case Unsigned _ -> "unsigned";
        case UnknownKey _ -> "unknown-key";
        case Revoked _ -> "revoked";
        case NoSigner _ -> "no-signer";
        case Forged _ -> "forged";
      };
    }
  }

  /// That principal signed it, and may.
  public record Proved(Principal signer) implements Verdict {}

  /// Nobody signed it.
  public record Unsigned() implements Verdict {}

  /// Nobody is known by this key.
  public record UnknownKey(String id) implements Verdict {}

  /// The key was good no more at that time.
  public record Revoked(String id) implements Verdict {}

  /// Whoever has this key may not vouch for others, or not in this agent's world.
  public record NoSigner(String id) implements Verdict {}

  /// The key is known, and did not sign these words.
  public record Forged() implements Verdict {}

  /// The same control, signed: what its author says of an issuer, a key and a signature is
  /// replaced. What is signed is what a reader of the topic gets: a number or a character that is
  /// written in another way than it was given comes back as it is written.
  public static Control sign(Control control, SigningKey key, String issuer) {
    Author author = control.author().vouched(issuer, key.trusted().id());
    Control read = Json.read(Json.bytes(control.by(author)), Control.class);
    byte[] signature = key.sign(read.statement());
    return read.by(read.author().signature(Base64.getEncoder().encodeToString(signature)));
  }

  /// What the control's signature is worth.
  ///
  /// @param principals who has the key of an id; null where nobody is known by it
  /// @param at the time by which a key must not have been revoked
  public static Verdict verify(
      Control control, Function<String, @Nullable Principal> principals, Instant at) {
    String id = control.author().keyId();
    byte[] signature = signature(control.author());
    if (id == null || signature == null) {
      return control.author().signature() == null ? new Unsigned() : new Forged();
    }
    Principal signer = principals.apply(id);
    if (signer == null) {
      return new UnknownKey(id);
    }
    if (signer.isRevoked(at)) {
      return new Revoked(id);
    }
    TrustedKey key = key(signer);
    if (key == null || !key.id().equals(id) || !vouches(signer, control, at)) {
      return new NoSigner(id);
    }
    return key.verifies(control.statement(), signature) ? new Proved(signer) : new Forged();
  }

  private static boolean vouches(Principal signer, Control control, Instant at) {
    return signer.may(Scope.SIGN, at)
        && (signer.world() == null || signer.world().equals(control.agent().world()));
  }

  private static @Nullable TrustedKey key(Principal signer) {
    String open = signer.publicKey();
    try {
      return open == null ? null : TrustedKey.ofBase64(open, "publicKey");
    } catch (InvalidValueException e) {
      return null; // a principal without a key that can be read signs nothing
    }
  }

  /// Null where there is none. One signature has one text: what else would decode to the same bytes
  /// could pass for another control that says the same.
  private static byte @Nullable [] signature(Author author) {
    String text = author.signature();
    if (text == null) {
      return null;
    }
    try {
      byte[] bytes = Base64.getDecoder().decode(text);
      return Base64.getEncoder().encodeToString(bytes).equals(text) ? bytes : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
