package dev.playloop.worlds.chain.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.id.AgentId;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.account.AccountBook;
import dev.playloop.worlds.chain.account.CallPolicy;
import dev.playloop.worlds.chain.account.SecretFiles;
import dev.playloop.worlds.chain.lane.ChainAccounts.Found;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The executor's file as a lane asks it.
final class BookedAccountsTest {
  private static final AgentId ADA = new AgentId("eternum/ada");
  private static final String FILE =
      """
      - account: 0x64b4
        agents: [eternum/ada]
        key: {file: ada.key}
        caps: {perAction: '1000', perDay: '20000'}
        calls: {contracts: {0x5: {methods: [{entrypoint: move}, {entrypoint: attack}]}}}
      """;

  @TempDir private Path folder;

  @Test
  void aCallIsAllowedWhereBothTheWorldAndTheAccountAllowIt() throws Exception {
    SecretFiles.write(folder.resolve("ada.key"), "0x71d7bb07b9a64f6f78ac4c816aff4da9");
    Files.writeString(folder.resolve("accounts.yaml"), FILE);
    CallPolicy world = CallPolicy.of(Map.of(Felt.of(5), Set.of("move", "build")));
    try (AccountBook book = AccountBook.read(folder.resolve("accounts.yaml"))) {
      BookedAccounts accounts = new BookedAccounts(book, world);

      Found.Granted granted = (Found.Granted) accounts.find(Felt.hex("0x64b4"), ADA);
      assertThat(granted.fees().perAction()).isEqualTo(BigInteger.valueOf(1_000));
      assertThat(granted.fees().perDay()).isEqualTo(BigInteger.valueOf(20_000));
      assertThat(granted.calls().refuses(calls("move"))).isNull();
      assertThat(granted.calls().refuses(calls("build"))).contains("build");
      assertThat(granted.calls().refuses(calls("attack"))).contains("attack");
      assertThat(accounts.find(Felt.hex("0x64b4"), new AgentId("eternum/bob")))
          .isInstanceOf(Found.Denied.class);
      assertThat(accounts.find(Felt.hex("0x64b5"), ADA)).isInstanceOf(Found.Denied.class);
    }
  }

  private static List<ContractCall> calls(String entrypoint) {
    return List.of(new ContractCall(Felt.of(5), entrypoint, List.of()));
  }
}
