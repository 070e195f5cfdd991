package dev.playloop.proving.fuzz.surface;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.playloop.proving.fuzz.arena.Arena;
import dev.playloop.proving.fuzz.arena.Findings;
import dev.playloop.proving.fuzz.arena.Refusals;
import dev.playloop.proving.fuzz.arena.Watch;
import dev.playloop.proving.fuzz.input.Breaker;
import dev.playloop.proving.fuzz.input.Chance;
import dev.playloop.proving.fuzz.input.Corpus;
import dev.playloop.proving.fuzz.input.Hostile;
import dev.playloop.worlds.model.WorldSql;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/// Rows that a world's own code would not have written, in the outbox of the society and the events
/// of the kernel: what really lies there, with a broken place. What the database itself refuses is
/// no input. After each turn a row of each world must still come through.
public final class RowSurface implements Surface {
  private static final Duration SETTLE = Duration.ofSeconds(60);
  private static final int LEARNED = 200;

  private final Arena arena;
  private final long seed;
  private final Findings findings;
  private final Refusals refusals = new Refusals();
  private final Table society;
  private final Table kernel;

  private record Column(String name, boolean json) {}

  /// A table that a world's source reads, and rows of it as the world wrote them.
  private record Table(
      WorldSql database,
      String insert,
      List<Column> columns,
      List<JsonNode[]> rows,
      Corpus corpus) {}

  public RowSurface(Arena arena, long seed, Findings findings, Corpus corpus) {
    this.arena = arena;
    this.seed = seed;
    this.findings = findings;
    this.society =
        learned(corpus, "society", "outbox", List.of("topic", "key", "payload"), "payload");
    this.kernel =
        learned(
            corpus,
            "kernel",
            "event",
            List.of("type", "principal", "other", "line", "fields"),
            "fields");
  }

  private Table learned(
      Corpus corpus, String world, String table, List<String> names, String json) {
    WorldSql database = arena.system().sql(List.of(world)).orElseThrow();
    database.seed("create table fuzz_row (n bigint primary key)");
    database.seed("create table fuzz_refusal (why text not null)");
    List<JsonNode[]> rows = new ArrayList<>();
    String query =
        "select %s from %s order by id desc limit %d"
            .formatted(String.join(", ", names), table, LEARNED);
    for (Map<String, JsonNode> row : database.query(query)) {
      rows.add(names.stream().map(row::get).toArray(JsonNode[]::new));
    }
    if (rows.isEmpty()) {
      throw new IllegalStateException(world + " has written no row to begin with");
    }
    String insert = "insert into %s (%s) values (".formatted(table, String.join(", ", names));
    List<Column> columns = names.stream().map(name -> new Column(name, name.equals(json))).toList();
    return new Table(database, insert, columns, rows, corpus.within(world));
  }

  @Override
  public String name() {
    return "rows";
  }

  @Override
  public int chunk() {
    return 800;
  }

  @Override
  public Refusals refusals() {
    return refusals;
  }

  @Override
  public long feed(long first, int count) throws InterruptedException {
    return feed(society, "society", first, count) + feed(kernel, "kernel", first + 1, count);
  }

  /// @return how many rows the database has taken
  private long feed(Table table, String world, long first, int count) throws InterruptedException {
    StringBuilder script = new StringBuilder("do $fuzz$ begin\n");
    for (int i = 0; i < count; i += 2) {
      long number = first + i;
      script
          .append("begin ")
          .append(row(table, name() + world, number))
          .append(" insert into fuzz_row values (")
          .append(number)
          .append(
              "); exception when others then insert into fuzz_refusal"
                  + " values (left(sqlerrm, 160)); end;\n");
    }
    table.database().seed(script.append("end $fuzz$;").toString());
    long taken =
        Objects.requireNonNull(
                table
                    .database()
                    .query("select count(*) as taken from fuzz_row where n >= " + first)
                    .getFirst()
                    .get("taken"))
            .asLong();
    for (Map<String, JsonNode> row :
        table.database().query("select why, count(*) as times from fuzz_refusal group by why")) {
      refusals.met(world + ": " + Objects.requireNonNull(row.get("why")).asString());
    }
    table.database().seed("truncate fuzz_refusal");
    passes(table, world, first);
    return taken;
  }

  /// A row that is as it should be comes behind all of them.
  private void passes(Table table, String world, long first) throws InterruptedException {
    String id = Watch.mark("rows-" + world, first);
    String agent =
        arena.cast().witnesses().stream()
            .filter(config -> config.agent().world().equals(world))
            .findFirst()
            .orElseThrow()
            .agent()
            .name();
    table.database().seed(good(world, agent, id));
    if (!Arena.await(SETTLE, () -> findings.isEnough() || arena.watch().saw(id))) {
      findings.add(name(), first, world + ": no row comes through after these", new byte[0]);
    }
  }

  private static String good(String world, String agent, String id) {
    return world.equals("society")
        ? "insert into outbox (topic, key, payload) values ('view.changed', '%s',".formatted(agent)
            + " '{\"version\":1,\"state\":{\"mark\":\"%s\"}}'::jsonb)".formatted(id)
        : "insert into event (type, principal, line, fields) values ('transfer', '%s', '%s',"
                .formatted(agent, id)
            + " '{\"mark\":\"%s\"}'::jsonb)".formatted(id);
  }

  /// An entry of the corpus names the world and the column in which it stands.
  private String row(Table table, String chances, long number) {
    Chance chance = Chance.of(seed, chances, number);
    JsonNode[] good = chance.of(table.rows());
    int broken = chance.below(good.length);
    String kept = null;
    Corpus.Entry entry = table.corpus().at((number + 1) / 2, chance);
    if (entry != null) {
      String column = entry.where().substring(entry.where().indexOf('/') + 1);
      int at = table.columns().stream().map(Column::name).toList().indexOf(column);
      if (at >= 0) {
        broken = at;
        kept = new String(entry.bytes(), UTF_8);
      }
    }
    StringBuilder insert = new StringBuilder(table.insert());
    for (int i = 0; i < good.length; i++) {
      JsonNode value = good[i];
      boolean json = table.columns().get(i).json();
      String text =
          i != broken
              ? json ? value.toString() : value.isNull() ? null : value.asString()
              : kept != null
                  ? kept
                  : json
                      ? new String(Breaker.broken(value, chance), UTF_8)
                      : unquoted(new String(Hostile.value(chance), UTF_8));
      insert.append(i == 0 ? "" : ", ");
      insert.append(text == null ? "null" : quoted(text) + (json ? "::jsonb" : ""));
    }
    return insert.append(");").toString();
  }

  /// As PostgreSQL reads a text whose escapes count.
  private static String quoted(String text) {
    return "E'"
        + text.replace("\\", "\\\\").replace("'", "''").replace("$", "\\x24").replace("\0", "")
        + "'";
  }

  private static String unquoted(String json) {
    return json.length() > 1 && json.startsWith("\"") ? json.substring(1, json.length() - 1) : json;
  }
}
