package dev.playloop.operator.principal;

import dev.playloop.schemas.principal.Principal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What came of a word on principals.
public sealed interface PrincipalAnswer {
  /// It is on the log. The token is told this once, and kept nowhere.
  record Token(Principal principal, String token) implements PrincipalAnswer {
    /// Without the token.
    @Override
    public String toString() {
      return "a token for " + principal.name();
    }
  }

  /// They are on the log.
  record Written(List<Principal> principals) implements PrincipalAnswer {
    public Written {
      principals = List.copyOf(principals);
    }
  }

  /// Nothing was written: nobody who is good has that name or id.
  ///
  /// @param nearest whom it probably meant; null where nobody is near
  record Nobody(String name, @Nullable String nearest) implements PrincipalAnswer {}

  /// Nothing was written: several keys have that name, and the word is for one.
  record Several(String name, List<Principal> keys) implements PrincipalAnswer {
    public Several {
      keys = List.copyOf(keys);
    }
  }

  /// Nothing was written: that name is somebody of another kind, or the key is there.
  record Taken(Principal principal) implements PrincipalAnswer {}

  /// Nothing was written: it has a key and no token.
  record NoToken(Principal principal) implements PrincipalAnswer {}
}
