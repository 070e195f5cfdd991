package dev.playloop.worlds.society;

import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.json.Json;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import tools.jackson.databind.JsonNode;

/// One write inside its transaction: who acts, and the books it keeps. The actor's row is locked
/// for as long as it lives. Used by one thread.
record Deed(Handle db, Action action) {
  String actor() {
    return action.actor();
  }

  /// The id of what this action makes, derived from the action, so that it is never made twice.
  String id(String prefix) {
    return prefix + "-" + Sha256.hex(action.action().value()).substring(0, 20);
  }

  /// Does what `deed` does with the id that is meant by `given`, an id or a name; refused where it
  /// means none or several.
  Verdict meant(SocietyNames names, String given, String field, Function<String, Verdict> deed) {
    return switch (names.find(db, given)) {
      case SocietyNames.One one -> deed.apply(one.id());
      case SocietyNames.Several several -> names.refusal(several, given, field);
      case SocietyNames.NoOne no -> names.refusal(no, given, field);
    };
  }

  /// Keeps one line of the ledger.
  void book(String resource, long delta, long balance) {
    if (delta == 0) {
      return;
    }
    db.createUpdate(
            "insert into ledger (action_id, user_id, resource, delta, balance_after)"
                + " values (:action, :user, :resource, :delta, :balance)")
        .bind("action", action.action().value())
        .bind("user", actor())
        .bind("resource", resource)
        .bind("delta", delta)
        .bind("balance", balance)
        .execute();
  }

  /// Writes one outbox row for each user with an agent that `recipients` selects, but never for the
  /// actor itself. `recipients` is a query of user ids with the given parameters.
  void notice(
      String topic, JsonNode payload, String recipients, Map<String, ? extends Object> parameters) {
    db.createUpdate(
            "insert into outbox (topic, key, payload, hops)"
                + " select :topic, u.id, cast(:payload as jsonb), :hops from users u"
                + " where u.agent is not null and u.id <> :actor and u.id in ("
                + recipients
                + ") order by u.id")
        .bind("topic", topic)
        .bind("payload", Json.text(payload))
        .bind("hops", action.hops())
        .bind("actor", actor())
        .bindMap(parameters)
        .execute();
  }

  /// The first text of a query, or nothing.
  Optional<String> text(String sql, Map<String, ? extends Object> parameters) {
    return db.createQuery(sql).bindMap(parameters).mapTo(String.class).findFirst();
  }

  /// The first number of a query or a `returning`, or nothing.
  Optional<Long> number(String sql, Map<String, ? extends Object> parameters) {
    return db.createQuery(sql).bindMap(parameters).mapTo(Long.class).findFirst();
  }

  int update(String sql, Map<String, ? extends Object> parameters) {
    return db.createUpdate(sql).bindMap(parameters).execute();
  }

  /// The actor's name.
  String name() {
    return text("select username from users where id = :me", Map.of("me", actor())).orElseThrow();
  }
}
