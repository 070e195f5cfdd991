package dev.playloop.worlds.chain.evm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.id.AgentId;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.account.AccountBook;
import dev.playloop.worlds.chain.account.AccountChoice;
import dev.playloop.worlds.chain.account.SigningAccount;
import dev.playloop.worlds.model.CannotOpenWorld;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.web3j.crypto.Sign;

/// A book of accounts whose keys are of secp256k1.
final class EvmAccountsTest {
  /// The first account that every development node of the EVM has.
  private static final String KEY =
      "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";

  private static final String ADDRESS = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
  private static final AgentId ADA = new AgentId("evm/ada");

  @TempDir private Path folder;

  private AccountBook book(String account, String key, String reference) throws IOException {
    Path file = folder.resolve("ada.key");
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(file, key, StandardCharsets.US_ASCII);
    Path accounts = folder.resolve("accounts.yaml");
    Files.writeString(
        accounts,
        """
        - account: '%s'
          agents: [evm/ada]
          key: %s
          caps: {perAction: '1000', perDay: '1000'}
        """
            .formatted(account, reference));
    return EvmChain.accounts(accounts);
  }

  @Test
  void anAgentActsAsTheAccountOfItsKey() throws Exception {
    try (AccountBook book = book(ADDRESS, KEY + "\n", "{file: ada.key}")) {
      SigningAccount account =
          ((AccountChoice.Allowed) book.find(ADA, Felt.hex(ADDRESS))).account();
      EvmKey key = (EvmKey) account.signer();
      byte[] hash = new byte[32];
      hash[31] = 9;
      EvmKey.Signed signed = key.sign(hash);

      assertThat(signed).as("the same each time").isEqualTo(key.sign(hash));
      assertThat(signed.s()).isLessThanOrEqualTo(Sign.CURVE_PARAMS.getN().shiftRight(1));
      assertThat(account.toString()).contains("***").doesNotContain(KEY.substring(2));
      assertThat(book.find(new AgentId("evm/mallory"), Felt.hex(ADDRESS)))
          .isInstanceOf(AccountChoice.Refused.class);
    }
  }

  @Test
  void aKeyOfAnotherAccountIsRefused() {
    assertThatThrownBy(() -> book("0x1234", KEY, "{file: ada.key}"))
        .isInstanceOf(CannotOpenWorld.class)
        .hasMessageContaining("the address of its key, " + Felt.hex(ADDRESS))
        .hasMessageNotContaining(KEY.substring(2));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "ac0974",
        "0x",
        "0x0",
        "0xg1",
        "0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141",
        "0x1ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"
      })
  void whatIsNoKeyIsRefusedAndNotShown(String key) {
    assertThatThrownBy(() -> book(ADDRESS, key, "{file: ada.key}"))
        .isInstanceOf(CannotOpenWorld.class)
        .hasMessageContaining("the key in");
  }

  @Test
  void aSignerElsewhereSignsForStarknetOnly() {
    assertThatThrownBy(() ->
            book(
                ADDRESS,
                KEY,
                "{remote: 'http://127.0.0.1:1/', publicKey: '0x1', tokenFile: ada.key}"))
        .isInstanceOf(CannotOpenWorld.class)
        .hasMessageContaining("must be in a file here");
  }
}
