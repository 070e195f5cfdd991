package dev.playloop.worlds.kernel.artifact;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.kernel.books.Sizes;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// An artifact as one transaction or one snapshot saw it.
public record Artifact(
    String id,
    String type,
    String content,
    String code,
    String language,
    boolean executable,
    String createdBy,
    @Nullable String contract,
    JsonNode state,
    JsonNode metadata,
    Prices prices,
    @Nullable JsonNode face,
    Standing standing,
    @Nullable Tombstone tombstone,
    long version,
    Instant createdAt,
    Instant updatedAt) {

  public record Prices(long read, long invoke) {}

  record Standing(boolean hasStanding, boolean hasLoop, boolean isProtected) {}

  /// When it was deleted, and by whom.
  record Tombstone(Instant at, String by) {}

  private static final String SELECT =
      "select id, type, content, code, language, executable, created_by, access_contract_id,"
          + " cast(state as text) as state, cast(metadata as text) as metadata, read_price,"
          + " invoke_price, cast(interface as text) as interface, has_standing, has_loop,"
          + " kernel_protected, deleted, deleted_at, deleted_by, version, created_at, updated_at"
          + " from artifact where id = ";

  private static final RowMapper<Artifact> ROW =
      (row, context) ->
          new Artifact(
              row.getString("id"),
              row.getString("type"),
              row.getString("content"),
              row.getString("code"),
              row.getString("language"),
              row.getBoolean("executable"),
              row.getString("created_by"),
              row.getString("access_contract_id"),
              Json.tree(row.getString("state")),
              Json.tree(row.getString("metadata")),
              new Prices(row.getLong("read_price"), row.getLong("invoke_price")),
              row.getString("interface") == null ? null : Json.tree(row.getString("interface")),
              new Standing(
                  row.getBoolean("has_standing"),
                  row.getBoolean("has_loop"),
                  row.getBoolean("kernel_protected")),
              row.getBoolean("deleted")
                  ? new Tombstone(
                      row.getObject("deleted_at", OffsetDateTime.class).toInstant(),
                      row.getString("deleted_by"))
                  : null,
              row.getLong("version"),
              row.getObject("created_at", OffsetDateTime.class).toInstant(),
              row.getObject("updated_at", OffsetDateTime.class).toInstant());

  /// As it is now.
  public static Optional<Artifact> find(Handle db, String id) {
    return db.createQuery(SELECT + ":id").bind("id", id).map(ROW).findFirst();
  }

  /// As it is, and stays until the transaction ends.
  public static Optional<Artifact> lock(Handle db, String id) {
    return db.createQuery(SELECT + ":id for update").bind("id", id).map(ROW).findFirst();
  }

  /// As it is; nobody changes it until the transaction ends.
  static Optional<Artifact> share(Handle db, String id) {
    return db.createQuery(SELECT + ":id for share").bind("id", id).map(ROW).findFirst();
  }

  /// As [#lock], of several in the order of their ids.
  public static List<Artifact> lock(Handle db, List<String> ids) {
    return db.createQuery(SELECT + "any(:ids) order by id for update")
        .bindArray("ids", String.class, ids)
        .map(ROW)
        .list();
  }

  /// The same with another state.
  public Artifact having(JsonNode newState) {
    return new Artifact(
        id,
        type,
        content,
        code,
        language,
        executable,
        createdBy,
        contract,
        newState,
        metadata,
        prices,
        face,
        standing,
        tombstone,
        version,
        createdAt,
        updatedAt);
  }

  public long size() {
    return Sizes.utf8(content) + Sizes.utf8(code);
  }

  /// Whom a price goes to, or null where nobody.
  public @Nullable String payee() {
    String writer = text("writer");
    return writer != null ? writer : text("principal");
  }

  @Nullable String writer() {
    return text("writer");
  }

  @Nullable String principal() {
    return text("principal");
  }

  private @Nullable String text(String field) {
    JsonNode value = state.path(field);
    return value.isString() ? value.asString() : null;
  }

  /// As a reader sees it.
  public ObjectNode shown() {
    ObjectNode shown =
        Json.NODES
            .objectNode()
            .put("artifact_id", id)
            .put("type", type)
            .put("content", content)
            .put("code", code)
            .put("executable", executable)
            .put("created_by", createdBy)
            .put("created_at", createdAt.toString())
            .put("updated_at", updatedAt.toString())
            .put("access_contract_id", contract);
    if (executable) {
      shown.put("language", language);
    }
    shown.set("state", state);
    shown.set("metadata", metadata);
    shown.put("read_price", prices.read()).put("invoke_price", prices.invoke());
    if (face != null) {
      shown.set("interface", face);
    }
    return shown
        .put("has_standing", standing.hasStanding())
        .put("size_bytes", size())
        .put("version", version);
  }
}
