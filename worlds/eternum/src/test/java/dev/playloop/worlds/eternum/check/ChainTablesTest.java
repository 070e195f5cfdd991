package dev.playloop.worlds.eternum.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.JsonRpcNode;
import dev.playloop.worlds.eternum.server.OwnGame;
import dev.playloop.worlds.eternum.server.PlayedGame;
import dev.playloop.worlds.model.WorldUnavailable;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The chain as tables, and a node that answers what can't be.
@Tag("slow")
class ChainTablesTest {
  private static final Felt ADA = Felt.of(0xada);

  private static String rows(ChainTables tables, String query) {
    return tables.query(query).stream()
        .map(row ->
            row.values().stream().map(each -> each.asString()).collect(Collectors.joining(" ")))
        .collect(Collectors.joining(", "));
  }

  @Test
  void theTablesAreWhatWasPlayed() throws Exception {
    try (PlayedGame played = PlayedGame.simulated()) {
      played.act(
          PlayedGame.BOB,
          "add_guard",
          "{'forStructureId':22,'slot':'Charlie','category':'Knight','tier':'T1','amount':'40'}");
      played.act(
          PlayedGame.ADA,
          "create_explorer",
          "{'forStructureId':11,'category':'Paladin','tier':'T1','amount':'30',"
              + "'spawnDirection':'West'}");
      played.act(
          PlayedGame.ADA,
          "buy_resources",
          "{'bankEntityId':1,'entityId':11,'resourceType':'Stone','amount':'800'}");
      ChainTables tables =
          new ChainTables(
              played.node(),
              played.profile().world(),
              OwnGame.GAME_ID,
              List.of(PlayedGame.ADAS, PlayedGame.BOBS));

      assertThat(rows(tables, "select structure_id, slot, category, tier, count from guard"))
          .isEqualTo("22 1 0 0 40");
      assertThat(rows(tables, "select structure_id, x, y, count from explorer"))
          .isEqualTo("11 39 40 30");
      assertThat(rows(tables, "select structure_id from structure order by 1"))
          .isEqualTo("1, 2, 11, 12, 13, 22");
      assertThat(rows(tables, "select owner from structure where structure_id = 22"))
          .isEqualTo(PlayedGame.BOBS.hex());
      assertThat(
              rows(
                  tables,
                  "select resource_type, amount from balance where entity_id = 22 order by 1"))
          .isEqualTo("26 460, 35 1000");
      assertThat(rows(tables, "select nonce, status from sent order by account, nonce"))
          .isEqualTo("0 succeeded, 0 succeeded, 1 reverted");
      assertThat(rows(tables, "select sum(nonce) from account")).isEqualTo("3");
      assertThat(
              rows(
                  tables, "select count(*) from sent where cast(fee as integer) > 0 and block > 0"))
          .isEqualTo("3");
      assertThat(rows(tables, "select count(*) from account where length(fri) > 18"))
          .isEqualTo("2");
    }
  }

  @Test
  void anEmptyChainHasItsAccountsAndNothingElse() {
    try (AnsweringNode node = new AnsweringNode();
        JsonRpcNode rpc = JsonRpcNode.at(node.uri(), Duration.ofSeconds(60))) {
      ChainTables tables = new ChainTables(rpc, Felt.ONE, 1, List.of(ADA));
      assertThat(rows(tables, "select * from account")).isEqualTo("0xada 0 7");
      for (String table : List.of("sent", "structure", "guard", "explorer", "balance")) {
        assertThat(tables.query("select * from " + table)).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          balanceOf | []
          balanceOf | ['0x7']
          balanceOf | ['0x7','0x0','0x0']
          balanceOf | {}
          balanceOf | <html>
          starknet_getNonce | '0xffffffffffffffffffff'
          starknet_getNonce | 'seven'
          starknet_getNonce | {}
          starknet_getBlockWithTxHashes | {'block_number':9223372036854775807,'block_hash':'0x1','parent_hash':'0x0','timestamp':1,'transactions':[]}
          starknet_getBlockWithTxHashes | {}
          starknet_getBlockWithTxs | {}
          starknet_getBlockWithTxs | {'transactions':[7]}
          starknet_getBlockWithTxs | {'transactions':[{'type':'INVOKE','sender_address':'0xada'}]}
          starknet_getBlockWithTxs | {'transactions':[{'type':7,'sender_address':'0xada','transaction_hash':'0x1','nonce':'0x0'}]}
          starknet_getBlockWithTxs | {'transactions':[{'type':'INVOKE','sender_address':'0xada','transaction_hash':'0x1','nonce':'0x0'}]}
          get | []
          get | ['0x1']
          get | ['0x0','0x0']
          get | ['0x1e','0x1']
          get | ['0xffffffffffffffff']
          get | {}
          """)
  void whatCanNotBeIsAnOutageAndNoRow(String to, String answer) {
    try (AnsweringNode node = new AnsweringNode();
        JsonRpcNode rpc = JsonRpcNode.at(node.uri(), Duration.ofSeconds(5))) {
      node.says(to, answer);
      ChainTables tables = new ChainTables(rpc, Felt.ONE, 1, List.of(ADA));
      assertThatThrownBy(() -> tables.query("select 1")).isInstanceOf(WorldUnavailable.class);
    }
  }

  @Test
  void wordsThatAreNoNumbersOfTheGameAreAnOutage() {
    try (AnsweringNode node = new AnsweringNode();
        JsonRpcNode rpc = JsonRpcNode.at(node.uri(), Duration.ofSeconds(5))) {
      ChainTables tables = new ChainTables(rpc, Felt.ONE, 1, List.of(ADA));
      node.says("get", "['0x1e'" + ",'0xffffffffffffffffff'".repeat(30) + "]");
      assertThatThrownBy(() -> tables.query("select 1")).isInstanceOf(WorldUnavailable.class);
    }
  }

  @Test
  void aNodeThatIsAwayIsAnOutage() {
    JsonRpcNode away;
    try (AnsweringNode node = new AnsweringNode()) {
      away = JsonRpcNode.at(node.uri(), Duration.ofSeconds(5));
    }
    try (away) {
      ChainTables tables = new ChainTables(away, Felt.ONE, 1, List.of(ADA));
      assertThatThrownBy(() -> tables.query("select 1")).isInstanceOf(WorldUnavailable.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select * from dragons",
        "select nonsense from account",
        "selekt 1",
        "",
        "delete from account",
        "drop table account",
      })
  void whatIsNoQueryOfTheseTablesIsRefusedInWords(String query) {
    try (AnsweringNode node = new AnsweringNode();
        JsonRpcNode rpc = JsonRpcNode.at(node.uri(), Duration.ofSeconds(60))) {
      ChainTables tables = new ChainTables(rpc, Felt.ONE, 1, List.of(ADA));
      assertThatThrownBy(() -> tables.query(query))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("no query of these tables");
      assertThatThrownBy(() -> tables.seed(query)).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
