package dev.playloop.worlds.kernel;

import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.SourceId;
import dev.playloop.worlds.kernel.books.Deed;
import dev.playloop.worlds.kernel.books.EventRow;
import dev.playloop.worlds.kernel.books.Holds;
import dev.playloop.worlds.kernel.books.KernelDatabase;
import dev.playloop.worlds.kernel.model.KernelScenes;
import dev.playloop.worlds.model.WorldSource;
import dev.playloop.worlds.model.WorldUnavailable;
import dev.playloop.worlds.postgres.SqlTrouble;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Numbers the kernel's events and relays them: each is a happening in the scene of all events and,
/// where it concerns somebody else, in that principal's; and the view of everyone concerned is
/// published as it is now.
///
/// Numbers have no gaps and every row gets one: rows that are visible and have none are numbered by
/// id, by one reader at a time. A row that commits later is numbered later, whatever its id.
///
/// The cursor is the last number. Answers of actions that are two weeks old are forgotten, and
/// holds that expired go back. A row or a view of which no event can be made becomes a dead letter.
/// Used by one thread at a time.
public final class KernelOutbox implements WorldSource {
  private static final Logger LOG = LoggerFactory.getLogger(KernelOutbox.class);
  private static final SourceId ID = new SourceId("kernel-outbox");
  private static final int POLLS_BETWEEN_PRUNINGS = 500;
  private static final int MAX_NUMBERED = 1_000;

  /// One event becomes at most this many world events: two happenings and two views.
  private static final int EACH = 4;

  private static final String NUMBER =
      """
      with head as (select last from event_head for update),
      fresh as (
        select id, row_number() over (order by id) as n from event
        where seq is null order by id limit :max),
      numbered as (
        update event e set seq = head.last + fresh.n from fresh, head
        where e.id = fresh.id and e.seq is null returning e.seq)
      update event_head set last = coalesce((select max(seq) from numbered), last)\
      """;

  private final KernelDatabase database;
  private int polls;

  /// `database` belongs to the caller, who closes it after this.
  public KernelOutbox(KernelDatabase database) {
    this.database = database;
  }

  @Override
  public SourceId id() {
    return ID;
  }

  @Override
  public Batch poll(@Nullable String cursor, int max) {
    long from = position(cursor);
    try {
      if (++polls % POLLS_BETWEEN_PRUNINGS == 0) {
        prune();
      }
      expire();
      number();
      return batch(cursor, from, Math.max(1, max / EACH));
    } catch (JdbiException e) {
      if (SqlTrouble.of(e) == SqlTrouble.OUTAGE || SqlTrouble.of(e) == SqlTrouble.CONFLICT) {
        throw new WorldUnavailable("the database of kernel is away", e);
      }
      throw e;
    }
  }

  private static long position(@Nullable String cursor) {
    if (cursor == null) {
      return 0;
    }
    if (!cursor.matches("[0-9]{1,18}")) {
      throw new IllegalArgumentException(
          "cursor: expected the number of an event as the outbox gave it, got '" + cursor + "'");
    }
    return Long.parseLong(cursor);
  }

  /// Numbers what is visible. Looks first, so that an idle kernel is not written to.
  private void number() {
    boolean fresh =
        database
            .reads()
            .withHandle(db ->
                db.createQuery("select exists (select 1 from event where seq is null)")
                    .mapTo(Boolean.class)
                    .one());
    if (fresh) {
      database
          .writes()
          .useTransaction(db -> {
            // A statement of its own: the snapshot of the next one is taken behind the lock.
            db.execute("select last from event_head for update");
            db.createUpdate(NUMBER).bind("max", MAX_NUMBERED).execute();
          });
    }
  }

  /// Gives back what expired, of each principal in a transaction of its own.
  private void expire() {
    List<String> late =
        database
            .reads()
            .withHandle(db ->
                db.createQuery(
                        "select distinct principal_id from reservation"
                            + " where state = 'open' and expires_at < now() limit 100")
                    .mapTo(String.class)
                    .list());
    for (String principal : late) {
      try {
        database
            .writes()
            .useTransaction(db -> {
              Deed deed = Deed.ofKernel(db, "expiry", principal);
              deed.books().lock(List.of());
              Holds.expire(deed, principal);
              db.createUpdate("update account set version = version + 1 where principal_id = :id")
                  .bind("id", principal)
                  .execute();
              deed.write();
            });
      } catch (RuntimeException e) {
        // One principal's rows must not keep the others', nor the relay, from going on.
        throwOutage(e);
        LOG.error("what {} holds can't be given back: {}", principal, e.getMessage());
      }
    }
  }

  /// What is no row's fault is thrown on.
  private static void throwOutage(RuntimeException failure) {
    SqlTrouble trouble = SqlTrouble.of(failure);
    if (trouble == SqlTrouble.OUTAGE || trouble == SqlTrouble.CONFLICT) {
      throw failure;
    }
  }

  private Batch batch(@Nullable String cursor, long from, int max) {
    return database
        .reads()
        .withHandle(db -> {
          List<EventRow> rows = db.inTransaction(reads -> EventRow.behind(reads, from, max));
          List<WorldEvent> events = new ArrayList<>();
          List<Unreadable> unreadable = new ArrayList<>();
          Map<String, EventRow> concerned = new LinkedHashMap<>();
          for (EventRow raw : rows) {
            concerned.put(raw.principal(), raw);
            if (raw.other() != null) {
              concerned.put(raw.other(), raw);
            }
            try {
              events.addAll(told(raw));
            } catch (RuntimeException | StackOverflowError e) {
              // Whatever lies in it, it must not stop those behind it.
              unreadable.add(new Unreadable("event " + raw.seq(), raw.fields(), reason(e)));
            }
          }
          concerned.forEach((principal, raw) -> view(db, principal, raw, events, unreadable));
          return new Batch(
              List.of(),
              events,
              unreadable,
              rows.isEmpty() ? cursor : String.valueOf(rows.getLast().seq()));
        });
  }

  private static List<WorldEvent> told(EventRow row) {
    WorldEvent.Happening happening =
        new WorldEvent.Happening("kernel." + row.type(), row.line(), row.told());
    String id = "kernel-" + row.seq();
    WorldEvent all = KernelScenes.happened(id, KernelScenes.log(), row.at(), happening);
    return row.other() == null || row.other().equals(row.principal())
        ? List.of(all)
        : List.of(
            all,
            KernelScenes.happened(
                id + "-other", KernelScenes.of(row.other()), row.at(), happening));
  }

  private static String reason(Throwable failure) {
    return String.valueOf(failure.getMessage());
  }

  /// A view that can't be made costs its principal alone, until its next change.
  private static void view(
      Handle db,
      String principal,
      EventRow row,
      List<WorldEvent> events,
      List<Unreadable> unreadable) {
    try {
      PrincipalView.at(db, principal, row).ifPresent(events::add);
    } catch (RuntimeException | StackOverflowError e) {
      if (e instanceof RuntimeException failure) {
        throwOutage(failure);
      }
      unreadable.add(new Unreadable("view at event " + row.seq(), principal, reason(e)));
    }
  }

  private void prune() {
    database
        .writes()
        .useHandle(db ->
            db.execute(
                "delete from applied_op where action_id in (select action_id from applied_op"
                    + " where created_at < now() - interval '14 days' limit 1000)"));
    database
        .writes()
        .useHandle(db ->
            db.execute(
                "delete from quote where (principal_id, artifact_id) in"
                    + " (select principal_id, artifact_id from quote"
                    + " where told_at < now() - interval '14 days' limit 1000)"));
  }

  /// Closes nothing: the database belongs to its opener.
  @Override
  public void close() {}
}
