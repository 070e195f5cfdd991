package dev.playloop.console.index;

import java.util.List;

/// The tables of an index. Rows hold ids, kinds, times, money in 10^-12 USD, outcomes, sizes and
/// where a record lies, and no word of a payload; `words` holds which rows have which words, and no
/// text, and what is deleted of it is overwritten.
final class Tables {
  static final List<String> PRAGMAS =
      List.of(
          "pragma journal_mode=WAL",
          "pragma synchronous=NORMAL",
          "pragma secure_delete=ON",
          "pragma temp_store=MEMORY",
          "pragma cache_size=-16000",
          "pragma busy_timeout=5000",
          "pragma trusted_schema=OFF");

  static final List<String> ALL =
      List.of(
          "create table meta(name text primary key, value text not null) without rowid",
          // What comes next, of each topic and partition.
          "create table place(topic text, part int, next int not null, primary key(topic, part))"
              + " without rowid",
          "create table agent(id integer primary key, name text not null unique, world text not"
              + " null, state text not null, since int, seq int not null, at int not null, run text,"
              + " parked text, paused int not null, quarantined int not null, gone int not null,"
              + " asked int not null, stage text not null, runs int not null, cost int not null,"
              + " words int, cap int, head_seq int, head_hash text, findings int not null,"
              + " first int not null)",
          "create index agent_world on agent(world, name)",
          "create table run(id integer primary key, name text not null unique, agent int not null,"
              + " trig text not null, kind text not null, opened int not null, closed int,"
              + " outcome text, turns int not null, actions int not null, failed int not null,"
              + " prompt int not null, completion int not null, cost int not null,"
              + " arrived int not null, first int not null, last int not null)",
          "create index run_opened on run(opened, id)",
          "create index run_agent on run(agent, opened)",
          // With which entry a trigger came that waits for its run.
          "create table waiting(agent int, trig text, seq int not null, primary key(agent, trig))"
              + " without rowid",
          "create table entry(id integer primary key, agent int not null, seq int not null, at int"
              + " not null, kind text not null, run int, turn int, tool text, outcome text,"
              + " bytes int not null, part int not null, off int not null, place int not null,"
              + " flags int not null, sealed text)",
          "create index entry_seq on entry(agent, seq)",
          "create index entry_run on entry(run, seq) where run is not null",
          "create index entry_saw on entry(agent, seq) where flags & 2 <> 0",
          "create index entry_snapshot on entry(agent, seq) where flags & 4 <> 0",
          "create index entry_sealed on entry(sealed) where sealed is not null",
          // One answer of a model.
          "create table answer(id integer primary key, agent int not null, run text not null, turn"
              + " int not null, seq int not null, at int not null, model text, calls int not null,"
              + " prompt int not null, cached int not null, completion int not null, cost int not"
              + " null, tools text not null)",
          "create index answer_at on answer(at)",
          "create index answer_agent on answer(agent, at, cost)",
          "create index answer_run on answer(run, turn)",
          // What people were asked, and what they said.
          "create table asked(action text primary key, agent int not null, tool text not null, at"
              + " int not null, ended int, outcome text, seq int not null) without rowid",
          "create index asked_tool on asked(tool, at)",
          "create table finding(id integer primary key, agent text not null, seq int not null, part"
              + " int not null, off int not null, detail text not null)",
          "create index finding_agent on finding(agent, seq)",
          "create table letter(id integer primary key, part int not null, off int not null, at int"
              + " not null, role text not null, topic text not null, cause text not null, from_part"
              + " int not null, from_off int not null)",
          "create unique index letter_place on letter(part, off)",
          "create index letter_cause on letter(cause, at)",
          "create index letter_at on letter(at)",
          "create virtual table words using fts5(body, content='', contentless_delete=1,"
              + " tokenize='unicode61 remove_diacritics 2')");

  /// Those that hold what was read.
  static final List<String> CLEARED =
      List.of("place", "agent", "run", "waiting", "entry", "answer", "asked", "finding", "letter");

  /// Its chain, number and payload are what they must be.
  static final int SOUND = 1;

  /// It holds a view.
  static final int SAW = 2;

  /// It holds a whole state, in a payload that is there.
  static final int SNAPSHOT = 4;

  /// It opened a turn.
  static final int OPENED = 8;

  /// Its payload is not there, or can't be opened.
  static final int CLOSED = 16;

  private Tables() {}
}
