package dev.playloop.worlds.eternum.check;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.JsonRpcNode;
import dev.playloop.worlds.chain.node.NodeRefusal;
import dev.playloop.worlds.chain.node.NodeUnavailable;
import dev.playloop.worlds.model.WorldSql;
import dev.playloop.worlds.model.WorldUnavailable;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The chain as tables, for `expect.yaml`. They are made anew for each query, of what the node's
/// RPC answers at that time: no index of ours stands between.
///
/// ```
/// account(address, nonce, fri)                  of each account that an agent acts as
/// sent(account, nonce, hash, status, fee, block)    its transactions; status: succeeded, reverted
/// structure(structure_id, owner, level)
/// guard(structure_id, slot, category, tier, count)    slots that are not empty; all by number
/// explorer(explorer_id, structure_id, x, y, count)
/// balance(entity_id, resource_type, amount)     in whole units, those that are not zero
/// ```
public final class ChainTables implements WorldSql {
  /// Of the board, and of what was made since.
  private static final int MAX_ENTITIES = 64;

  /// The world gives ids from here on by itself.
  private static final long FIRST_UUID = 100_000;

  private static final int RESOURCES = 38;

  /// Where a structure's record has its guards, from the outermost on, and what each is.
  private static final int FIRST_GUARD = 10;

  private static final int GUARD_WORDS = 5;
  private static final int GUARD_SLOTS = 4;
  private static final int PRECISION = 9;
  private static final List<String> TABLES =
      List.of(
          "create table account(address text, nonce integer, fri text)",
          "create table sent(account text, nonce integer, hash text, status text, fee text,"
              + " block integer)",
          "create table structure(structure_id integer, owner text, level integer)",
          "create table guard(structure_id integer, slot integer, category integer, tier integer,"
              + " count text)",
          "create table explorer(explorer_id integer, structure_id integer, x integer, y integer,"
              + " count text)",
          "create table balance(entity_id integer, resource_type integer, amount text)");

  private final JsonRpcNode node;
  private final Felt world;
  private final long gameId;
  private final List<Felt> accounts;

  /// @param accounts those that agents act as
  public ChainTables(JsonRpcNode node, Felt world, long gameId, List<Felt> accounts) {
    this.node = node;
    this.world = world;
    this.gameId = gameId;
    this.accounts = List.copyOf(accounts);
  }

  @Override
  public boolean seed(String script) {
    throw new IllegalArgumentException(
        "a chain takes no SQL; what the board holds is made when the game is deployed");
  }

  @Override
  public List<Map<String, JsonNode>> query(String query) {
    try (Connection tables = DriverManager.getConnection("jdbc:sqlite::memory:")) {
      fill(tables);
      return rows(tables, query);
    } catch (SQLException e) {
      throw new IllegalArgumentException("no query of these tables: " + e.getMessage(), e);
    } catch (NodeUnavailable | NodeRefusal e) {
      throw new WorldUnavailable("the chain can't be read: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WorldUnavailable("stopped while reading the chain", e);
    }
  }

  private static List<Map<String, JsonNode>> rows(Connection tables, String query)
      throws SQLException {
    try (Statement asked = tables.createStatement();
        ResultSet found = asked.executeQuery(query)) {
      List<Map<String, JsonNode>> rows = new ArrayList<>();
      int columns = found.getMetaData().getColumnCount();
      while (found.next()) {
        Map<String, JsonNode> row = new LinkedHashMap<>();
        for (int i = 1; i <= columns; i++) {
          row.put(found.getMetaData().getColumnLabel(i), Json.LOG.valueToTree(found.getObject(i)));
        }
        rows.add(row);
      }
      return rows;
    }
  }

  private void fill(Connection tables) throws SQLException, InterruptedException {
    try (Statement create = tables.createStatement()) {
      for (String table : TABLES) {
        create.execute(table);
      }
    }
    ChainReading chain = new ChainReading(node, world, Felt.of(gameId));
    for (Felt account : accounts) {
      insert(
          tables,
          "account",
          account.hex(),
          number(chain.nonce(account)),
          chain.balance(account).toString());
      for (ChainReading.Sent sent : chain.sentBy(account)) {
        boolean reverted = Boolean.TRUE.equals(sent.receipt().status().reverted());
        insert(
            tables,
            "sent",
            account.hex(),
            number(sent.nonce()),
            sent.hash().hex(),
            reverted ? "reverted" : "succeeded",
            sent.receipt().fee().toString(),
            sent.receipt().blockNumber());
      }
    }
    for (long first : List.of(1L, FIRST_UUID)) {
      for (long id = first; id < first + MAX_ENTITIES; id++) {
        if (entity(tables, chain, id)) {
          balances(tables, chain, id);
        }
      }
    }
  }

  private static boolean entity(Connection tables, ChainReading chain, long id)
      throws SQLException, InterruptedException {
    List<Felt> structure = chain.record(ChainReading.Kind.STRUCTURE, id);
    if (structure != null) {
      insert(tables, "structure", id, structure.get(0).hex(), number(structure.get(2)));
      guards(tables, id, structure);
      return true;
    }
    List<Felt> explorer = chain.record(ChainReading.Kind.EXPLORER, id);
    if (explorer == null) {
      return false;
    }
    insert(
        tables,
        "explorer",
        id,
        number(explorer.get(0)),
        number(explorer.get(2)),
        number(explorer.get(3)),
        units(explorer.get(6)));
    return true;
  }

  private static void guards(Connection tables, long id, List<Felt> structure) throws SQLException {
    for (int slot = 0; slot < GUARD_SLOTS; slot++) {
      int at = FIRST_GUARD + slot * GUARD_WORDS;
      Felt count = structure.get(at + 2);
      if (!count.isZero()) {
        long category = number(structure.get(at));
        insert(tables, "guard", id, slot, category, number(structure.get(at + 1)), units(count));
      }
    }
  }

  private static void balances(Connection tables, ChainReading chain, long id)
      throws SQLException, InterruptedException {
    for (int resource = 1; resource <= RESOURCES; resource++) {
      List<Felt> record = chain.record(ChainReading.Kind.RESOURCE, id, resource);
      if (record != null && !record.getFirst().isZero()) {
        insert(tables, "balance", id, resource, units(record.getFirst()));
      }
    }
  }

  /// What SQLite takes as a number, and no contract of ours exceeds.
  private static long number(Felt word) {
    if (word.value().bitLength() >= Long.SIZE) {
      throw ChainReading.away("a number that is too great, " + word);
    }
    return word.toLong();
  }

  private static String units(Felt amount) {
    BigDecimal units = new BigDecimal(amount.value(), PRECISION).stripTrailingZeros();
    return units.toPlainString();
  }

  private static void insert(Connection tables, String table, @Nullable Object... values)
      throws SQLException {
    String places = String.join(",", Collections.nCopies(values.length, "?"));
    try (PreparedStatement row =
        tables.prepareStatement("insert into " + table + " values (" + places + ")")) {
      for (int i = 0; i < values.length; i++) {
        row.setObject(i + 1, values[i]);
      }
      row.executeUpdate();
    }
  }
}
