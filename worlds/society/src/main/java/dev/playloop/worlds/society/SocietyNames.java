package dev.playloop.worlds.society;

import dev.playloop.schemas.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Finds whom or what an argument means: an id, or else a name, in any letters.
///
/// Names are chosen by strangers. So an id means what has it, whoever calls himself so; and what is
/// an id or a name of several, in any letters, means none of them: whoever asks is told their ids.
/// What nobody is called gets up to three that are written alike.
enum SocietyNames {
  USERS("user", "users", "username"),
  COMMUNITIES("community", "communities", "name");

  private static final int TOLD = 5;
  private static final int NEAREST = 3;

  private final String word;
  private final String meant;
  private final String nearest;

  SocietyNames(String word, String table, String name) {
    this.word = word;
    this.meant =
        """
        select id, %2$s as name from %1$s where id = :given
        union all select id, %2$s from (
          select id, %2$s from %1$s
          where (society_letters(id) = society_letters(:given)
              or society_letters(%2$s) = society_letters(:given))
            and not exists (select from %1$s where id = :given)
          order by id limit %3$d) named\
        """
            .formatted(table, name, TOLD + 1);
    this.nearest =
        """
        select id, %2$s as name from %1$s where %2$s %% :given or id %% :given
        order by greatest(similarity(%2$s, :given), similarity(id, :given)) desc, id limit %3$d\
        """
            .formatted(table, name, NEAREST);
  }

  /// An id and what it is called.
  record Named(String id, String name) {}

  /// What an argument comes to.
  sealed interface Meant {}

  record One(String id) implements Meant {}

  /// Several have this id or name, ordered by their ids; more than five are told as five.
  record Several(List<Named> them) implements Meant {}

  record NoOne(List<Named> nearest) implements Meant {}

  Meant find(Handle db, String given) {
    List<Named> meant = query(db, this.meant, given);
    return switch (meant.size()) {
      case 0 -> new NoOne(query(db, nearest, given));
      case 1 -> new One(meant.getFirst().id());
      default -> new Several(meant.subList(0, Math.min(TOLD, meant.size())));
    };
  }

  private static List<Named> query(Handle db, String sql, String given) {
    return db.createQuery(sql)
        .bindMap(Map.of("given", given))
        .map((row, context) ->
            new Named(
                Objects.requireNonNull(row.getString("id")),
                Objects.requireNonNull(row.getString("name"))))
        .list();
  }

  /// For a write: why it can't be done, with what to say instead. `field` is the argument.
  Verdict refusal(Meant meant, String given, String field) {
    return switch (meant) {
      case One one -> throw new IllegalArgumentException("found: " + one);
      case Several several ->
          Verdict.refused(
              "ambiguous_name",
              "More than one "
                  + word
                  + " may be meant by "
                  + given
                  + ". Say which by the id: "
                  + told(several.them()),
              field);
      case NoOne no ->
          Verdict.refused(
              "no_such_" + word,
              "There is no "
                  + word
                  + " "
                  + given
                  + (no.nearest().isEmpty() ? "" : ". Nearest: " + told(no.nearest())),
              field);
    };
  }

  /// For a read: `{"found":false}` and what there is instead.
  JsonNode missing(Meant meant) {
    ObjectNode missing = Json.NODES.objectNode().put("found", false);
    return switch (meant) {
      case One _ -> missing;
      case Several several -> missing.set("ambiguous", listed(several.them()));
      case NoOne no ->
          no.nearest().isEmpty() ? missing : missing.set("nearest", listed(no.nearest()));
    };
  }

  private static ArrayNode listed(List<Named> them) {
    ArrayNode list = Json.NODES.arrayNode();
    them.forEach(one -> list.addObject().put("id", one.id()).put("name", one.name()));
    return list;
  }

  /// An id in quotation marks, with the name as JSON, so that no name is taken for an id beside it.
  private static String told(List<Named> them) {
    return them.stream()
        .map(one -> Json.text(one.id()) + " (named " + Json.text(one.name()) + ")")
        .collect(Collectors.joining(", "));
  }
}
