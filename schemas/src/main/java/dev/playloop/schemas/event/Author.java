package dev.playloop.schemas.event;

import dev.playloop.schemas.json.Default;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Who says something to an agent, as whoever let them in knows it.
///
/// @param subject who it is; two words of one subject are one person's
/// @param roles what they may answer; [#EVERY_ROLE] for all
/// @param issuer who vouches for that; null where nobody does
/// @param keyId the key that signed; null where nothing was signed
/// @param signature what it made, in Base64
public record Author(
    String subject,
    @Default("[]") List<String> roles,
    @Nullable String issuer,
    @Nullable String keyId,
    @Nullable String signature) {
  /// May answer whatever role is asked for.
  public static final String EVERY_ROLE = "*";

  public Author {
    roles = roles == null ? List.of() : List.copyOf(roles);
  }

  /// Somebody for whom nobody vouches.
  public static Author of(String subject) {
    return new Author(subject, List.of(), null, null, null);
  }

  public Author roles(List<String> roles) {
    return new Author(subject, roles, issuer, keyId, signature);
  }

  /// Vouched for by `issuer`, who is about to sign with that key.
  public Author vouched(String issuer, String keyId) {
    return new Author(subject, roles, issuer, keyId, null);
  }

  public Author signature(@Nullable String signature) {
    return new Author(subject, roles, issuer, keyId, signature);
  }

  /// Whether they may answer where one of `asked` is wanted; where none is, any role will do.
  public boolean mayAnswer(List<String> asked) {
    return asked.isEmpty()
        ? !roles.isEmpty()
        : roles.contains(EVERY_ROLE) || asked.stream().anyMatch(roles::contains);
  }
}
