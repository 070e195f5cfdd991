package dev.playloop.worlds.kernel.books;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.postgres.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// A numbered row of the kernel's events as it lies there: an operator's own tables and scripts
/// write rows too. `bytes` is what it would take.
public record EventRow(
    long seq,
    Instant at,
    String type,
    String principal,
    @Nullable String other,
    String line,
    String fields,
    int hops,
    int bytes) {
  /// A row too large to be told comes without what makes it so; no account's name is longer than
  /// what is left of those. What is large as it is stored is not written out to be measured; and
  /// with the offset nothing is measured twice.
  private static final String NEXT =
      """
      select seq, at, hops, size.bytes,
        case when size.bytes <= :large then type end as type,
        case when size.bytes <= :large then principal else left(principal, 200) end as principal,
        case when size.bytes <= :large then other else left(other, 200) end as other,
        case when size.bytes <= :large then line end as line,
        case when size.bytes <= :large then cast(fields as text) end as fields
      from event cross join lateral
        (select octet_length(type) + octet_length(principal) + coalesce(octet_length(other), 0)
          + octet_length(line)
          + case when pg_column_size(fields) > :stored then pg_column_size(fields)
              else octet_length(cast(fields as text)) end as bytes
          offset 0) size
      where seq > :seq order by seq limit :max\
      """;

  /// The rows behind the number `from`, at most `max`.
  public static List<EventRow> behind(Handle db, long from, int max) {
    return Rows.batch(
        db.createQuery(NEXT)
            .bind("seq", from)
            .bind("large", Rows.MAX_BYTES)
            .bind("stored", Rows.MAX_STORED)
            .bind("max", max),
        (row, context) -> read(row),
        EventRow::bytes);
  }

  private static EventRow read(ResultSet row) throws SQLException {
    return new EventRow(
        row.getLong("seq"),
        row.getObject("at", OffsetDateTime.class).toInstant(),
        Objects.requireNonNullElse(row.getString("type"), ""),
        row.getString("principal"),
        row.getString("other"),
        Objects.requireNonNullElse(row.getString("line"), ""),
        Objects.requireNonNullElse(row.getString("fields"), ""),
        row.getInt("hops"),
        row.getInt("bytes"));
  }

  /// What an event tells of it; throws where it is too large, or no JSON. `hops` as
  /// [dev.playloop.schemas.event.Trigger] has it, for triggers that come of this.
  public ObjectNode told() {
    Rows.requireRead(bytes);
    ObjectNode told =
        Answers.data()
            .put("sequence", seq)
            .put("timestamp", at.toString())
            .put("event_type", type)
            .put("principal_id", principal);
    if (Json.tree(fields) instanceof ObjectNode object) {
      told.setAll(object);
    }
    return told.put("hops", hops);
  }
}
