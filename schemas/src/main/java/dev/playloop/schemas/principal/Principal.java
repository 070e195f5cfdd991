package dev.playloop.schemas.principal;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.json.Default;
import dev.playloop.schemas.json.Versioned;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Somebody who may do something here, as the topic `principals` has it under the key's id. A
/// person may have several: what counts is the name. Holds no secret. Immutable.
///
/// @param id the id of its key: of the token, or of the public key
/// @param name who it is; two keys of one name are one person's
/// @param world the only one that it has to do with; null: whichever its scopes name
/// @param scopes what it may do
/// @param tokens SHA-256 of the bearer tokens that stand for it, the newest first; a rotation keeps
///   the one before until that ends
/// @param publicKey of the Ed25519 key that it signs with, X.509 in Base64; null where it signs
///   nothing
/// @param revokedAt since when it may do nothing any more; null while it may
@RecordBuilder
public record Principal(
    int v,
    String id,
    String name,
    Kind kind,
    @Nullable String world,
    @Default("[]") List<Scope> scopes,
    @Default("[]") List<Token> tokens,
    @Nullable String publicKey,
    Instant since,
    @Nullable Instant revokedAt)
    implements PrincipalBuilder.With, Versioned {
  public static final int VERSION = 1;

  private static final Pattern ID = Pattern.compile("[a-z0-9][a-z0-9-]{0,126}");

  /// What one is called.
  public static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,126}");

  private static final int MAX_SCOPES = 64;

  /// Only people answer questions.
  public enum Kind {
    GAME,
    PERSON,
    SERVICE
  }

  /// A bearer token that stands for a principal.
  ///
  /// @param sha256 of the token, lower-case hex
  /// @param until when it ends; null where it does not
  public record Token(String sha256, @Nullable Instant until) {}

  public Principal {
    Require.match("id", id, ID, "lower-case letters, digits and '-'");
    Require.match("name", name, NAME, "letters, digits and ._@-");
    Require.present("kind", kind, "game, person or service");
    scopes = scopes == null ? List.of() : List.copyOf(scopes);
    Require.range("scopes.length", scopes.size(), 0, MAX_SCOPES);
    tokens = tokens == null ? List.of() : List.copyOf(tokens);
    for (Scope scope : scopes) {
      if (scope.verb() == Scope.Verb.APPROVE && kind != Kind.PERSON) {
        throw new InvalidValueException(
            "scopes", "no " + scope + " for who is no person", kind.toString());
      }
    }
  }

  /// Whether it may do that at this time.
  public boolean may(Scope asked, Instant now) {
    return !isRevoked(now) && scopes.stream().anyMatch(scope -> scope.covers(asked));
  }

  public boolean isRevoked(Instant now) {
    return revokedAt != null && !revokedAt.isAfter(now);
  }

  /// The roles that it may answer for; `*` for all. None where it is no person.
  public List<String> roles() {
    List<String> roles = new ArrayList<>();
    if (kind == Kind.PERSON) {
      for (Scope scope : scopes) {
        if (scope.verb() == Scope.Verb.ADMIN) {
          roles.add("*");
        } else if (scope.verb() == Scope.Verb.APPROVE) {
          roles.add(scope.of());
        }
      }
    }
    return roles.stream().distinct().toList();
  }
}
