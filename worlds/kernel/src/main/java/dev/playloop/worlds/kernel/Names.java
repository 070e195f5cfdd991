package dev.playloop.worlds.kernel;

import dev.playloop.worlds.kernel.books.Code;
import dev.playloop.worlds.kernel.books.Deed;
import dev.playloop.worlds.kernel.books.Refusal;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// What a new artifact, and so a new principal, may be called: what everyone who reads it can type
/// and tell from every other name. Ids that are there already stay as they are.
final class Names {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.:/@-]{0,127}");

  private Names() {}

  /// Refuses an id that is not plain, or looks like another one's. Twins that are created at the
  /// same time wait for each other.
  static void check(Deed deed, String id) throws Refusal {
    if (!PLAIN.matcher(id).matches()) {
      throw Refusal.of(
              Code.INVALID_ARGUMENT,
              "A new id is of the letters a to z, A to Z, digits and _ . : / @ -, and begins with a"
                  + " letter, a digit or _")
          .about("artifact_id");
    }
    Map<String, String> named = Map.of("id", id);
    deed.db()
        .createQuery(
            "select pg_advisory_xact_lock(hashtext('kernel id'), hashtext(kernel_skeleton(:id)))")
        .bindMap(named)
        .mapToMap()
        .list();
    Optional<String> twin =
        deed.text(
            "select id from artifact where kernel_skeleton(id) = kernel_skeleton(:id) and id <> :id"
                + " union all select principal_id from account"
                + " where kernel_skeleton(principal_id) = kernel_skeleton(:id)"
                + " and principal_id <> :id limit 1",
            named);
    if (twin.isPresent()) {
      throw Refusal.of(
              Code.ALREADY_EXISTS,
              "The id " + id + " looks like " + twin.get() + ", which exists; choose another")
          .about("artifact_id");
    }
  }
}
