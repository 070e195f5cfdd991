package dev.playloop.schemas.event;

import dev.playloop.schemas.json.Default;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Who says something to an agent, as whoever let them in knows it.
///
/// @param subject who it is; two words of one subject are one person's
/// @param roles what they may answer
/// @param issuer who vouches for that; null where nobody does
/// @param keyId the key that signed; null where nothing was signed
/// @param signature what it made, in Base64
public record Author(
    String subject,
    @Default("[]") List<String> roles,
    @Nullable String issuer,
    @Nullable String keyId,
    @Nullable String signature) {
  public Author {
    roles = roles == null ? List.of() : List.copyOf(roles);
  }

  /// Somebody for whom nobody vouches.
  public static Author of(String subject) {
    return new Author(subject, List.of(), null, null, null);
  }
}
