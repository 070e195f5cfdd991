package dev.playloop.worlds.eternum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.settings.InvalidSettingException;
import dev.playloop.worlds.chain.account.SecretFiles;
import dev.playloop.worlds.eternum.server.KeptParts;
import dev.playloop.worlds.model.CannotOpenWorld;
import dev.playloop.worlds.model.CannotOpenWorld.Fault;
import dev.playloop.worlds.model.MachineCheck;
import dev.playloop.worlds.model.Opening.Purpose;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Settings that are wrong are told with what is wrong and what to do.
@Tag("slow")
final class EternumSettingsTest extends DoorCase {
  @ParameterizedTest
  @CsvSource({
    "RPC, ftp://node, PLAYLOOP_ETERNUM_RPC: expected a URL that begins with http",
    "RPC, no url at all, PLAYLOOP_ETERNUM_RPC: expected a URL that begins with http",
    "RPC, 'http://', PLAYLOOP_ETERNUM_RPC: expected a URL",
    "RPC, 'http:///path', PLAYLOOP_ETERNUM_RPC: expected a URL",
    "RPC, 'http://user:secret@host/', PLAYLOOP_ETERNUM_RPC: expected a URL",
    "TORII, localhost:8080, PLAYLOOP_ETERNUM_TORII: expected a URL",
    "TORII, 'https://', PLAYLOOP_ETERNUM_TORII: expected a URL",
  })
  void anAddressThatIsNoneIsRefusedByItsSetting(String setting, String value, String told)
      throws Exception {
    set(setting, value);

    CannotOpenWorld refused = refused(Purpose.WORK);

    assertThat(refused.fault()).isEqualTo(Fault.SETTING);
    assertThat(refused).hasMessageContaining(told).hasMessageNotContaining("secret");
  }

  @ParameterizedTest
  @CsvSource({
    "PROFILE, none.yaml, the world profile",
    "PROFILE, ., the world profile",
    "ACCOUNTS, none.yaml, the file of accounts",
    "ACCOUNTS, ., the file of accounts",
  })
  void aFileThatIsNotThereIsNamed(String setting, String file, String told) throws Exception {
    set(setting, folder.resolve(file).toString());

    CannotOpenWorld refused = refused(Purpose.WORK);

    assertThat(refused.fault()).isEqualTo(Fault.SETTING);
    assertThat(refused).hasMessageContaining(told);
    assertThat(refused.nextStep()).isNotBlank();
  }

  @Test
  void aNodeThatAnswersHtmlIsToldAsSuch() throws Exception {
    node.withHtml();

    CannotOpenWorld refused = refused(Purpose.WORK);

    assertThat(refused.fault()).isEqualTo(Fault.MACHINE);
    assertThat(refused)
        .hasMessageContaining("what is no JSON: '<!DOCTYPE html>")
        .hasMessageNotContaining("secret-of-mine");
    withoutProfile();
    assertThat(refused(Purpose.WORK))
        .hasMessageContaining("does not answer as one")
        .hasMessageContaining("<!DOCTYPE html>")
        .hasMessageNotContaining("secret-of-mine");
  }

  @Test
  void aNodeThatIsNotThereIsToldAsSuch() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    set("RPC", "http://127.0.0.1:" + port + "/secret-of-mine");
    for (int i = 0; i < 2; i++) {
      CannotOpenWorld refused = refused(Purpose.WORK);

      assertThat(refused.fault()).isEqualTo(Fault.MACHINE);
      assertThat(refused)
          .hasMessageContaining("is not reached")
          .hasMessageNotContaining("secret-of-mine");
      assertThat(refused.nextStep()).contains("Start it, or name another");
      withoutProfile();
    }
  }

  @Test
  void aProfileNeedsItsNodeAndItsTorii() throws Exception {
    unset("TORII");
    isRefusedFor("PLAYLOOP_ETERNUM_TORII");
    unset("RPC");
    isRefusedFor("PLAYLOOP_ETERNUM_RPC");
    withoutProfile();
    set("ACCOUNTS", folder.resolve("accounts.yaml").toString());
    assertThat(refused(Purpose.WORK))
        .hasMessageContaining("PLAYLOOP_ETERNUM_ACCOUNTS is of a game that a world profile names");
  }

  @Test
  void aPathThatIsNoneIsRefusedByItsSetting() {
    set("ACCOUNTS", "a\0b");
    isRefusedFor("PLAYLOOP_ETERNUM_ACCOUNTS");
    set("PROFILE", "a\0b");
    isRefusedFor("PLAYLOOP_ETERNUM_PROFILE");
  }

  private void isRefusedFor(String setting) {
    assertThatThrownBy(
            () -> {
              try (KeptParts opening = opening(Purpose.WORK)) {
                new EternumModule().open(opening);
              }
            })
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(setting);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0x0",
        "0x800000000000010ffffffffffffffffb781126dcae7b2321e66a241adc64d2f",
        "0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "e1406455b7d66b1690803be066cbe5e",
        "0xe1406455b7d66b1690803be066cbe5e 0x1"
      })
  void aKeyThatIsNoneIsNotShown(String key) throws Exception {
    SecretFiles.write(folder.resolve("ada.key"), key);

    CannotOpenWorld refused = refused(Purpose.WORK);

    assertThat(refused.fault()).isEqualTo(Fault.SETTING);
    assertThat(refused)
        .hasMessageContaining("ada.key")
        .hasMessageContaining("privateKey: expected 0x and hex digits, above 0 and below the order")
        .hasMessageNotContaining("e1406455")
        .hasMessageNotContaining("e7b2321e")
        .hasMessageNotContaining("fffffff");
  }

  @Test
  void aDevnetThatIsNoneIsTold() throws Exception {
    withoutProfile();
    unset("RPC");
    set("DEVNET", folder.resolve("no-devnet").toString());
    assertThat(refused(Purpose.WORK))
        .hasMessageContaining("the starknet-devnet did not start")
        .hasMessageContaining("no-devnet");
    Files.writeString(folder.resolve("no-program"), "x");
    set("DEVNET", folder.resolve("no-program").toString());
    assertThat(refused(Purpose.WORK).nextStep()).contains("cargo install starknet-devnet");
  }

  @Test
  void doctorSaysHowToGetANode() {
    List<MachineCheck> checks = new EternumModule().checks();

    assertThat(checks).hasSize(1);
    assertThat(checks.getFirst().state()).isNotEqualTo(MachineCheck.State.MISSING);
    assertThat(EternumModule.check(null).state()).isEqualTo(MachineCheck.State.OPTIONAL);
    assertThat(EternumModule.check(null).text())
        .contains("starknet-devnet", "PATH", "simulated chain")
        .contains("cargo install starknet-devnet --version 0.10.1 --locked")
        .contains("PLAYLOOP_ETERNUM_DEVNET", "PLAYLOOP_ETERNUM_RPC");
    assertThat(EternumModule.check(folder.resolve("starknet-devnet")))
        .isEqualTo(
            MachineCheck.fine(
                "a Starknet node for development at " + folder.resolve("starknet-devnet")));
  }
}
