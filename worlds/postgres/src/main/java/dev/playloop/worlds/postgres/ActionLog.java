package dev.playloop.worlds.postgres;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.json.Json;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One row an action, written in the transaction of its effect: the reason why none acts twice. A
/// twin waits for the row of an open transaction and gets the kept answer, refusals included.
///
/// The table has `action_id` (primary key), `agent_id`, `tool`, `args_hash`, `ok`, `result` (jsonb)
/// and `world_version`. Thread-safe.
public final class ActionLog {
  private final String table;

  /// `table` is a name of ours, never an argument.
  public ActionLog(String table) {
    this.table = table;
  }

  /// What an action came to: its answer, or where `ok` is false its refusal.
  public record Kept(String argsHash, boolean ok, JsonNode body, @Nullable Long version) {}

  /// Claims the action's id for this transaction, or says that it was used before.
  public boolean claim(Handle handle, Action action, String argsHash) {
    return handle
            .createUpdate(
                "insert into "
                    + table
                    + " (action_id, agent_id, tool, args_hash)"
                    + " values (:action, :agent, :tool, :hash) on conflict do nothing")
            .bind("action", action.action().value())
            .bind("agent", action.agent().value())
            .bind("tool", action.tool())
            .bind("hash", argsHash)
            .execute()
        == 1;
  }

  /// Keeps the answer of a claimed action, and gives it back as stored, so that the first answer
  /// and a replay are the same bytes.
  public JsonNode keep(
      Handle handle, ActionId action, boolean ok, JsonNode body, @Nullable Long version) {
    return Json.tree(
        handle
            .createQuery(
                "update "
                    + table
                    + " set ok = :ok, result = cast(:result as jsonb), world_version = :version"
                    + " where action_id = :action returning cast(result as text)")
            .bind("ok", ok)
            .bind("result", Json.text(body))
            .bind("version", version)
            .bind("action", action.value())
            .mapTo(String.class)
            .one());
  }

  /// What was kept under this id, or nothing.
  public Optional<Kept> kept(Handle handle, ActionId action) {
    return handle
        .createQuery(
            "select args_hash, ok, cast(result as text) as result, world_version from "
                + table
                + " where action_id = :action and result is not null")
        .bind("action", action.value())
        .map((row, context) -> {
          long version = row.getLong("world_version");
          boolean none = row.wasNull(); // tells of the column that was read last
          return new Kept(
              row.getString("args_hash"),
              row.getBoolean("ok"),
              Json.tree(row.getString("result")),
              none ? null : version);
        })
        .findFirst();
  }
}
