package dev.playloop.console.index;

import dev.playloop.audit.JournalRecord;
import dev.playloop.journal.Entry;
import dev.playloop.journal.Finding;
import dev.playloop.journal.JournalReader.Read;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.kit.topic.DeadLetter;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Brings records into the index. What came since the last [#commit] is in the file with the places
/// that are named then, or nothing of it is: whoever reads on from the places in the file misses
/// nothing and brings nothing twice. Holds one row for each agent, and what the transaction under
/// way brings. One thread's; throws [BrokenIndex].
public final class IndexWriter implements AutoCloseable {
  private final IndexFile file;
  private final Connection connection;
  private final Sql sql;
  private final JournalVerifier verifier;
  private final boolean words;
  private final LastWords spoken;
  private final AgentTable agents;
  private final RunTable runs;
  private final EntryTable entries;
  private final Set<AgentTrack> touched = new LinkedHashSet<>();
  private boolean fresh;
  private final Map<AgentTrack, String> said = new HashMap<>();
  private Set<Integer> archived = Set.of();

  /// @param words whether texts can be searched for
  IndexWriter(IndexFile file, Sql sql, JournalVerifier verifier, boolean words, LastWords spoken)
      throws SQLException {
    this.file = file;
    this.connection = sql.connection();
    this.sql = sql;
    this.verifier = verifier;
    this.words = words;
    this.spoken = spoken;
    connection.setAutoCommit(false);
    this.agents = new AgentTable(sql, verifier);
    this.runs = new RunTable(sql);
    this.entries = new EntryTable(connection, sql);
  }

  /// An entry of the journal. One that is none, or is nobody's, leaves a finding.
  ///
  /// @param place where its line begins in an export; its offset in a topic
  public void entry(JournalRecord record, long place) {
    AgentId agent = agent(record);
    Read read = null;
    String broken = "key: the record has the key of no agent";
    if (agent != null) {
      try {
        read = verifier.read(record.entry());
      } catch (InvalidValueException e) {
        broken = e.field() + ": the record is no journal entry";
      }
    }
    if (read == null || agent == null) {
      finding(record, -1, broken);
      if (agent != null) {
        agents.of(agent, archived(record)).chain.lose();
      }
      return;
    }
    AgentTrack track = agents.of(agent, archived(record));
    boolean sound = link(track, record, read);
    EntryFacts facts = EntryFacts.of(read);
    if (track.seq < 0) {
      track.first = facts.envelope().seq();
    }
    track.take(facts);
    touched.add(track);
    RunTrack run = runs.take(track, facts);
    if (facts.words() != null) {
      track.words = facts.envelope().seq();
      said.put(track, facts.words());
    }
    EntryTable.Placed placed = new EntryTable.Placed(record, place, flags(read, facts, sound));
    long id = entries.add(track, run, facts, placed, tool(track, facts));
    fresh = true;
    entries.approvals(track, facts);
    if (words) {
      entries.words(id, facts.text());
    }
  }

  /// Of these partitions the beginning is archived.
  public IndexWriter archived(Set<Integer> partitions) {
    archived = Set.copyOf(partitions);
    return this;
  }

  private boolean archived(JournalRecord record) {
    return archived.contains(record.partition());
  }

  private static @Nullable AgentId agent(JournalRecord record) {
    try {
      return new AgentId(record.key());
    } catch (InvalidValueException e) {
      return null;
    }
  }

  private boolean link(AgentTrack track, JournalRecord record, Read read) {
    int[] found = {0};
    track.chain.link(
        read,
        Finding.Sink.at(
            0,
            read.envelope()::seq,
            finding -> {
              found[0]++;
              track.findings++;
              finding(record, finding.seq(), finding.detail());
            }));
    return found[0] == 0;
  }

  private static int flags(Read read, EntryFacts facts, boolean sound) {
    boolean closed = EntryFacts.isClosed(read);
    boolean snapshot = read.envelope().kind().equals(Entry.SNAPSHOT) && !closed;
    return (sound ? Tables.SOUND : 0)
        | (facts.saw() ? Tables.SAW : 0)
        | (snapshot ? Tables.SNAPSHOT : 0)
        | (read.envelope().promptHash() == null ? 0 : Tables.OPENED)
        | (closed ? Tables.CLOSED : 0);
  }

  private @Nullable String tool(AgentTrack track, EntryFacts facts) {
    List<String> calls = facts.calls();
    if (!calls.isEmpty()) {
      return calls.getFirst();
    }
    String action = facts.action();
    RunId run = facts.run();
    return action == null || run == null ? null : runs.tool(track, action);
  }

  private void finding(JournalRecord record, long seq, String detail) {
    sql.change(
        "insert into finding(agent, seq, part, off, detail) values(?, ?, ?, ?, ?)",
        record.key(),
        seq,
        record.partition(),
        record.offset(),
        detail);
  }

  /// A dead letter: where it lies and why, and nothing of what is in it.
  public void letter(DeadLetter letter) {
    sql.change(
        "insert or ignore into letter(part, off, at, role, topic, cause, from_part, from_off)"
            + " values(?, ?, ?, ?, ?, ?, ?, ?)",
        letter.id().partition(),
        letter.id().offset(),
        letter.at().toEpochMilli(),
        letter.role(),
        letter.topic(),
        LetterCause.of(letter.cause()),
        letter.partition(),
        letter.offset());
    fresh = true;
  }

  /// All that came, and that this is what comes next of these topics and partitions. Returns
  /// whether anything came.
  public boolean commit(Map<String, Map<Integer, Long>> next) {
    try {
      runs.write();
      for (AgentTrack track : touched) {
        agents.write(track);
        String last = said.get(track);
        if (last != null) {
          spoken.put(track.agent.value(), last);
        }
      }
      entries.flush();
      next.forEach((topic, partitions) ->
          partitions.forEach((partition, offset) ->
              sql.change(
                  "insert into place(topic, part, next) values(?, ?, ?) on conflict(topic, part) do"
                      + " update set next = excluded.next where next <> excluded.next",
                  topic,
                  partition,
                  offset)));
      connection.commit();
    } catch (SQLException e) {
      throw new BrokenIndex("the index can't be written", e);
    }
    boolean came = fresh;
    fresh = false;
    touched.clear();
    said.clear();
    return came;
  }

  /// Takes the words out of the index, and off the disk, of all entries that these keys sealed: who
  /// dropped a key wants what it sealed to be read by nobody. It ends the transaction under way,
  /// and so comes behind a [#commit]: entries without their places would be brought again.
  public void erase(Set<String> keys) {
    if (fresh) {
      throw new IllegalStateException("what came must be committed before anything is erased");
    }
    if (!keys.isEmpty()) {
      file.dropPutAway();
    }
    int erased = 0;
    for (String key : keys) {
      erased +=
          sql.change(
              "delete from words where rowid in (select id from entry where sealed = ?)", key);
    }
    if (erased > 0) {
      clean();
    }
  }

  /// Nothing is in it any more, and it begins anew: what the places say can't be had.
  public void clear() {
    if (sql.number("select max(id) from entry") + sql.number("select max(id) from letter") > 0) {
      // What comes is numbered from 1 again: a place in what was there is none in this.
      sql.change("update meta set value = ? where name = 'made'", IndexFile.fresh());
    }
    for (String table : Tables.CLEARED) {
      sql.change("delete from " + table);
    }
    sql.change("insert into words(words) values('delete-all')");
    agents.clear();
    runs.clear();
    entries.clear();
  }

  /// The keys that sealed something here.
  public Set<String> keys() {
    return Set.copyOf(
        sql.list(
            "select distinct sealed from entry where sealed is not null",
            List.of(),
            row -> String.valueOf(row.getString(1))));
  }

  /// Only a merge drops the words of rows that were deleted; what it frees is overwritten, and the
  /// log before the file is emptied.
  private void clean() {
    try {
      sql.change("insert into words(words) values('optimize')");
      connection.commit();
      connection.setAutoCommit(true);
      sql.list("pragma wal_checkpoint(TRUNCATE)", List.of(), row -> row.getInt(1));
      connection.setAutoCommit(false);
    } catch (SQLException e) {
      throw new BrokenIndex("erased words can't be removed from the index", e);
    }
  }

  /// What the file says that comes next, by topic and partition.
  public Map<String, Map<Integer, Long>> places() {
    Map<String, Map<Integer, Long>> places = new HashMap<>();
    record Place(String topic, int partition, long next) {}
    for (Place place :
        sql.list(
            "select topic, part, next from place",
            List.of(),
            row -> new Place(row.getString(1), row.getInt(2), row.getLong(3)))) {
      places
          .computeIfAbsent(place.topic(), _ -> new HashMap<>())
          .put(place.partition(), place.next());
    }
    return places;
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new BrokenIndex("the index can't be closed", e);
    }
  }
}
