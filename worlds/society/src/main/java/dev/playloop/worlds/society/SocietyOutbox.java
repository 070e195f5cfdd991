package dev.playloop.worlds.society;

import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.SourceId;
import dev.playloop.worlds.model.WorldSource;
import dev.playloop.worlds.model.WorldUnavailable;
import dev.playloop.worlds.postgres.Rows;
import dev.playloop.worlds.postgres.SqlTrouble;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Relays the outbox: what others must notice becomes triggers of their agents, a changed view
/// becomes a world event. Each row is one trigger or one event, whose id is the row's.
///
/// No row is skipped: ids are given out in another order than transactions commit, so rows are read
/// by (transaction, id), and only those of transactions older than every open one. Nothing older
/// can still appear behind the cursor. An open transaction anywhere in the server delays the relay;
/// ours are ended after 10 s of idling.
///
/// The cursor is `<transaction>:<id>`. Rows that a durable cursor has passed are deleted after a
/// week. And every five seconds the votes on proposals that are past their time are counted, so
/// that each comes to a result. Used by one thread at a time.
public final class SocietyOutbox implements WorldSource {
  private static final Logger LOG = LoggerFactory.getLogger(SocietyOutbox.class);
  private static final SourceId ID = new SourceId("society-outbox");
  private static final String START = "0:0";
  private static final int POLLS_BETWEEN_PRUNINGS = 500;

  private static final Duration BETWEEN_COUNTS = Duration.ofSeconds(5);

  /// What is told waits meanwhile; what is left is counted in the next round.
  private static final Duration COUNTING = Duration.ofSeconds(1);

  /// A row too large to be told comes without what makes it so. What is large as it is stored is
  /// not written out to be measured; and with the offset nothing is measured twice.
  private static final String NEXT =
      """
      select o.id, cast(o.xid as text) as xid, o.key, o.hops, o.created_at, u.agent, size.bytes,
        case when size.bytes <= :large then o.topic end as topic,
        case when size.bytes <= :large then cast(o.payload as text) end as payload
      from outbox o join users u on u.id = o.key
      cross join lateral
        (select octet_length(o.topic)
          + case when pg_column_size(o.payload) > :stored then pg_column_size(o.payload)
              else octet_length(cast(o.payload as text)) end as bytes
          offset 0) size
      where (o.xid, o.id) > (cast(:xid as xid8), :id)
        and o.xid < pg_snapshot_xmin(pg_current_snapshot()) and u.agent is not null
      order by o.xid, o.id limit :max\
      """;

  private static final String PRUNE =
      """
      delete from outbox where id in (
        select id from outbox where (xid, id) <= (cast(:xid as xid8), :id)
          and created_at < now() - interval '7 days'
        order by xid, id limit 1000)\
      """;

  private final SocietyDatabase database;
  private final LongSupplier nanos;
  private int polls;
  private long counted;

  /// `database` belongs to the caller, who closes it after this.
  public SocietyOutbox(SocietyDatabase database) {
    this(database, System::nanoTime);
  }

  SocietyOutbox(SocietyDatabase database, LongSupplier nanos) {
    this.database = database;
    this.nanos = nanos;
    this.counted = nanos.getAsLong();
  }

  record Position(String xid, long id) {
    static Position of(@Nullable String cursor) {
      String text = cursor == null ? START : cursor;
      int colon = text.indexOf(':');
      if (!text.matches("[0-9]{1,20}:[0-9]{1,19}")) {
        throw new IllegalArgumentException(
            "cursor: expected '<transaction>:<id>' as the outbox gave it, got '" + text + "'");
      }
      return new Position(text.substring(0, colon), Long.parseLong(text.substring(colon + 1)));
    }

    @Override
    public String toString() {
      return xid + ":" + id;
    }
  }

  /// A row as it lies there: whoever may write rows, nothing in it is sure.
  @RecordBuilder
  record Raw(
      Position at,
      String topic,
      String key,
      String payload,
      int hops,
      Instant written,
      String agent,
      int bytes) {}

  @Override
  public SourceId id() {
    return ID;
  }

  @Override
  public Batch poll(@Nullable String cursor, int max) {
    Position from = Position.of(cursor);
    try {
      if (++polls % POLLS_BETWEEN_PRUNINGS == 0) {
        prune(from);
      }
      long now = nanos.getAsLong();
      if (now - counted >= BETWEEN_COUNTS.toNanos()) {
        counted = now;
        countVotes();
      }
      return batch(cursor, next(from, max));
    } catch (JdbiException e) {
      if (SqlTrouble.of(e) == SqlTrouble.OUTAGE) {
        throw new WorldUnavailable("the database of society is away", e);
      }
      throw e;
    }
  }

  private List<Raw> next(Position from, int max) {
    return database
        .reads()
        .inTransaction(handle ->
            Rows.batch(
                handle
                    .createQuery(NEXT)
                    .bind("xid", from.xid())
                    .bind("id", from.id())
                    .bind("large", Rows.MAX_BYTES)
                    .bind("stored", Rows.MAX_STORED)
                    .bind("max", max),
                (row, context) ->
                    SocietyOutboxRawBuilder.builder()
                        .at(new Position(row.getString("xid"), row.getLong("id")))
                        .topic(Objects.requireNonNullElse(row.getString("topic"), ""))
                        .key(row.getString("key"))
                        .payload(Objects.requireNonNullElse(row.getString("payload"), ""))
                        .hops(row.getInt("hops"))
                        .written(row.getObject("created_at", OffsetDateTime.class).toInstant())
                        .agent(row.getString("agent"))
                        .bytes(row.getInt("bytes"))
                        .build(),
                Raw::bytes));
  }

  private static Batch batch(@Nullable String cursor, List<Raw> rows) {
    List<Trigger> triggers = new ArrayList<>();
    List<WorldEvent> events = new ArrayList<>();
    List<Unreadable> unreadable = new ArrayList<>();
    for (Raw raw : rows) {
      try {
        OutboxRow row = OutboxRow.of(raw);
        if (row.topic().equals("view.changed")) {
          events.add(row.changed());
        } else {
          triggers.add(row.trigger());
        }
      } catch (RuntimeException | StackOverflowError e) {
        // A game server may write rows too: one that is no event must not stop those behind it.
        unreadable.add(
            new Unreadable(
                "outbox row " + raw.at(), raw.payload(), String.valueOf(e.getMessage())));
      }
    }
    return new Batch(
        triggers, events, unreadable, rows.isEmpty() ? cursor : rows.getLast().at().toString());
  }

  /// Each proposal by itself, so that many of a large community fit the time a statement has, and
  /// whoever votes waits for one. What the database does not let us count is told, and stops no
  /// relay.
  private void countVotes() {
    long end = System.nanoTime() + COUNTING.toNanos();
    try (Handle handle = database.writes().open()) {
      while (System.nanoTime() < end
          && handle.createQuery("select society_count_due_votes(1)").mapTo(Integer.class).one()
              > 0) {
        LOG.trace("the votes on a proposal are counted");
      }
    } catch (JdbiException e) { // also where the database is away: whoever reads the rows says so
      LOG.warn("votes can't be counted: {}", e.getMessage());
    }
  }

  private void prune(Position durable) {
    database
        .writes()
        .useHandle(handle ->
            handle
                .createUpdate(PRUNE)
                .bind("xid", durable.xid())
                .bind("id", durable.id())
                .execute());
  }

  /// Closes nothing: the database belongs to its opener.
  @Override
  public void close() {}
}
