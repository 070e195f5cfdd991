package dev.playloop.worlds.chain.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.config.InvalidFileException;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Signer;
import dev.playloop.worlds.chain.crypto.KeySigner;
import dev.playloop.worlds.chain.crypto.VerifyingKey;
import dev.playloop.worlds.model.CannotOpenWorld;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The executor's file, and whom it lets act as whom.
final class AccountBookTest {
  private static final AgentId ADA = new AgentId("eternum/ada");
  private static final AgentId BOB = new AgentId("eternum/bob");
  private static final String KEY = "0x71d7bb07b9a64f6f78ac4c816aff4da9";
  private static final Felt PUBLIC = KeySigner.of(new BigInteger(KEY.substring(2), 16)).publicKey();
  private static final String GOOD =
      """
      - account: 0x64b4
        agents: [eternum/ada]
        key: {file: keys/ada.key}
        caps: {perAction: '1000', perDay: '20000'}
        calls: {contracts: {0x5: {name: troops, methods: [{name: Move, entrypoint: move}]}}}
      - account: 0x0777
        agents: ['*']
        key: {file: keys/ada.key}
        caps: {perAction: '1', perDay: '1'}
      """;

  @TempDir private Path folder;

  @BeforeEach
  void key() throws IOException {
    Files.createDirectories(folder.resolve("keys"));
    SecretFiles.write(folder.resolve("keys/ada.key"), KEY + "\n");
  }

  @Test
  void letsAnAgentActAsItsAccount() throws IOException, InterruptedException {
    try (AccountBook book = read(GOOD)) {
      AccountChoice choice = book.find(ADA, "0x000064B4");
      assertThat(choice).isInstanceOf(AccountChoice.Allowed.class);
      SigningAccount account = ((AccountChoice.Allowed) choice).account();
      assertThat(account.address()).isEqualTo(Felt.hex("0x64b4"));
      assertThat(account.caps())
          .isEqualTo(new FeeCaps(BigInteger.valueOf(1_000), BigInteger.valueOf(20_000)));
      Signer signer = (Signer) account.signer();
      assertThat(signer.publicKey()).isEqualTo(PUBLIC);
      assertThat(VerifyingKey.of(PUBLIC).verifies(Felt.of(9), signer.sign(Felt.of(9)))).isTrue();
      CallPolicy calls = Objects.requireNonNull(account.calls());
      assertThat(calls.allows(new ContractCall(Felt.of(5), "move", List.of()))).isTrue();
      assertThat(book.accounts()).hasSize(2);
    }
  }

  @Test
  void letsEveryAgentActWhereTheFileSaysSo() throws IOException {
    try (AccountBook book = read(GOOD)) {
      assertThat(book.find(BOB, "0x777")).isInstanceOf(AccountChoice.Allowed.class);
      assertThat(book.find(ADA, "0x777")).isInstanceOf(AccountChoice.Allowed.class);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "eternum/bob, 0x64b4, agent eternum/bob may not act as account 0x64b4",
    "eternum/ada, 0x64b5, account 0x64b5 is none that this executor signs for",
    "eternum/ada, ada, the agent's actor is no address of an account: ada",
    "eternum/ada, '', 'the agent''s actor is no address of an account: '",
  })
  void refusesEverybodyElse(String agent, String actor, String why) throws IOException {
    try (AccountBook book = read(GOOD)) {
      assertThat(book.find(new AgentId(agent), actor)).isEqualTo(new AccountChoice.Refused(why));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "account: 0x64b4 | account: '64b4' | [0].account",
        "account: 0x64b4 | account: 0x0 | [0].account",
        "account: 0x0777 | account: 0x64b4 | each once",
        "agents: [eternum/ada] | agents: [] | [0].agents",
        "agents: [eternum/ada] | agents: [Ada] | [0].agent",
        "agents: [eternum/ada] | agent: eternum/ada | agent",
        "key: {file: keys/ada.key} | key: {} | [0].key",
        "key: {file: keys/ada.key} | key: {file: a, remote: 'https://b/'} | [0].key",
        "key: {file: keys/ada.key} | key: {remote: 'http://b.example/'} | [0].key.remote",
        "key: {file: keys/ada.key} | key: {remote: 'https://b.example/'} | [0].key.publicKey",
        "key: {file: keys/ada.key} | key: {key: 0x1} | key",
        "perAction: '1000' | perAction: '-1' | perAction",
        "perAction: '1000' | perAction: '1e3' | perAction",
        "perAction: '1000' | perAction: '0' | [0].caps",
        "perDay: '20000' | perDay: '999' | [0].caps",
        "caps: {perAction: '1000', perDay: '20000'} | | [0].caps",
        "{0x5: {name | {5: {name | contracts",
        "entrypoint: move | entrypoint: 'a b' | entrypoint",
        "methods: [{name: Move, entrypoint: move}] | method: [] | method",
      })
  void refusesABrokenFileByLineAndField(String was, String is, String named) {
    assertThat(GOOD).contains(was);
    String broken = GOOD.replaceFirst(Pattern.quote(was), is == null ? "" : is);
    assertThatThrownBy(() -> read(broken))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("accounts.yaml:")
        .hasMessageContaining(named);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----", "rwx------"})
  void refusesAKeyThatOthersMayRead(String rights) throws IOException {
    SecretFiles.write(
        folder.resolve("keys/ada.key"), KEY.getBytes(StandardCharsets.US_ASCII), rights);
    assertThatThrownBy(() -> read(GOOD))
        .isInstanceOf(CannotOpenWorld.class)
        .hasMessageContaining("can be read by others")
        .hasMessageNotContaining("71d7bb07");
  }

  @Test
  void aKeyMayBeReadOnly() throws IOException {
    SecretFiles.write(
        folder.resolve("keys/ada.key"), KEY.getBytes(StandardCharsets.US_ASCII), "r--------");
    read(GOOD).close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "71d7bb07b9a64f6f78ac4c816aff4da9", "0x71d7bb07 and more", "0x0"})
  void refusesAKeyThatIsNoneAndDoesNotShowIt(String text) throws IOException {
    SecretFiles.write(folder.resolve("keys/ada.key"), text);
    assertThatThrownBy(() -> read(GOOD))
        .isInstanceOf(CannotOpenWorld.class)
        .hasMessageContaining("ada.key")
        .hasMessageNotContaining("71d7bb07");
  }

  @Test
  void refusesAKeyThatIsNotThereOrBeyondAllBounds() throws IOException {
    SecretFiles.write(folder.resolve("keys/ada.key"), "0x" + "1".repeat(10_000));
    assertThatThrownBy(() -> read(GOOD)).hasMessageContaining("more than 4096 bytes");
    Files.delete(folder.resolve("keys/ada.key"));
    assertThatThrownBy(() -> read(GOOD)).hasMessageContaining("no file is there");
  }

  @Test
  void refusesAFileBeyondItsBound() {
    assertThatThrownBy(() -> read("#".repeat(300_000)))
        .isInstanceOf(CannotOpenWorld.class)
        .hasMessageContaining("more than 262144 bytes");
  }

  @Test
  void nothingThatIsPrintedShowsAKey() throws IOException {
    try (AccountBook book = read(GOOD)) {
      assertThat(book.accounts().toString()).doesNotContain("71d7bb07").contains("***");
    }
  }

  private AccountBook read(String text) throws IOException {
    Path file = folder.resolve("accounts.yaml");
    Files.writeString(file, text);
    return AccountBook.read(file);
  }
}
