package dev.playloop.worlds.society;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.worlds.society.model.SocietyWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// What `README.md` says: its SQL runs as it stands there, again too, and its tables are whole.
@NeedsInfra
class SocietyPageTest extends OnGameCase {
  private static final Path PAGE = Path.of("README.md");
  private static final Pattern SQL = Pattern.compile("(?s)```sql\n(.*?)```");
  private static final Pattern NAME = Pattern.compile("`([a-z_]+)`");

  private static List<String> blocks() throws IOException {
    List<String> blocks = new ArrayList<>();
    Matcher block = SQL.matcher(Files.readString(PAGE));
    while (block.find()) {
      blocks.add(block.group(1));
    }
    return blocks;
  }

  /// As psql would run it: over a connection that commits by itself, the driver splits the script.
  private void run(String script) {
    society
        .database
        .writes()
        .useHandle(handle -> {
          try (var statement = handle.getConnection().createStatement()) {
            statement.execute(script);
          } catch (SQLException e) {
            throw new AssertionError(script, e);
          }
        });
  }

  @Test
  void itsStatementsRunAsTheyStandThereAndWakeWhomItSays() throws IOException {
    skipFixtures();
    List<String> blocks = blocks();
    assertThat(blocks).hasSizeGreaterThan(6);
    blocks.forEach(this::run);
    assertThat(
            triggers(1 + 4 + 4 + 1).stream()
                .collect(Collectors.groupingBy(Trigger::kind, Collectors.counting())))
        .isEqualTo(
            Map.of(
                "chat.mention",
                1L,
                "battle.started",
                4L,
                "proposal.closed",
                4L,
                "weather.storm",
                1L));
    assertThat(society.bookErrors()).isEmpty();
    assertThat(society.rows("select gold, version from users where id = 'ada'"))
        .hasToString("[{gold=35, version=2}]");
    assertThat(society.rows("select status, winner from battles where id = 'battle_900'"))
        .hasToString("[{status=ended, winner=1}]");
    assertThat(society.rows("select status, cast(counted as text) as counted from proposals"))
        .hasToString("[{status=passed, counted={\"no\": 0, \"yes\": 1, \"abstain\": 0}}]");
  }

  @Test
  void itsCallsMayBeMadeAgain() throws IOException {
    List<String> calls =
        blocks().stream()
            .filter(block -> !block.contains("update users") && !block.contains("into outbox"))
            .toList();
    calls.forEach(this::run);
    String before = society.everything();
    calls.forEach(this::run);
    assertThat(society.everything()).isEqualTo(before);
  }

  @Test
  void itNamesEveryTool() throws IOException {
    String page = Files.readString(PAGE);
    String tools =
        page.substring(
            page.indexOf("## What agents can do"), page.indexOf("An answer has at most"));
    List<String> named = NAME.matcher(tools).results().map(found -> found.group(1)).toList();
    assertThat(named)
        .filteredOn(name -> !name.equals("hours"))
        .containsExactlyInAnyOrderElementsOf(
            new SocietyWorld().tools().specs().stream().map(ToolSpec::name).toList());
  }

  @Test
  void itNamesEveryFunctionForGamesAndEveryTable() throws IOException {
    String page = Files.readString(PAGE);
    for (Map<String, Object> row :
        society.rows(
            "select proname as name from pg_proc join pg_namespace n on n.oid = pronamespace"
                + " where n.nspname = current_schema() and proname in ('society_message',"
                + " 'society_battle_start', 'society_battle_end', 'society_count_votes',"
                + " 'society_count_due_votes', 'society_changed', 'society_open_books')"
                + " union all select tablename from pg_tables where schemaname = current_schema()"
                + " and tablename <> 'flyway_schema_history'")) {
      assertThat(page).contains(String.valueOf(row.get("name")));
    }
  }

  /// Nobody gains rights by them, and nobody's search path leads them elsewhere.
  @Test
  void theFunctionsRunWithTheRightsOfTheCallerOnAPathOfTheirOwn() {
    assertThat(
            society.rows(
                "select proname from pg_proc where proname ~ '^society_(message|battle|count|tally|fight|refuse|check)'"
                    + " and not prosecdef and proconfig[1] = 'search_path=pg_catalog, public, pg_temp'"))
        .hasSize(9);
  }
}
