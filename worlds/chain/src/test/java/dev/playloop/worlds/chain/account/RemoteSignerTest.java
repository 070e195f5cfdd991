package dev.playloop.worlds.chain.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.http.Secret;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Signer;
import dev.playloop.worlds.chain.account.SigningServer.Mood;
import dev.playloop.worlds.chain.crypto.KeySigner;
import dev.playloop.worlds.model.WorldUnavailable;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A signer elsewhere, and all that it may answer.
final class RemoteSignerTest {
  private static final KeySigner KEY = KeySigner.of(BigInteger.valueOf(123_456_789));
  private static final Felt HASH = Felt.hex("0x1234abcd");
  private static final String TOKEN = "signing-token-of-the-test";

  private final SigningServer server = new SigningServer(KEY, TOKEN);

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void signsElsewhere() throws InterruptedException {
    try (RemoteSigner signer = signer(TOKEN)) {
      assertThat(signer.sign(HASH)).isEqualTo(KEY.sign(HASH));
      assertThat(signer.toString()).doesNotContain(TOKEN);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SIGNS")
  void whateverIsNoSignatureOfTheHashIsAnOutage(Mood mood) throws InterruptedException {
    server.is(mood);
    try (RemoteSigner signer = signer(TOKEN)) {
      assertThatThrownBy(() -> signer.sign(HASH))
          .isInstanceOf(WorldUnavailable.class)
          .hasMessageContaining("the signer at 127.0.0.1")
          .hasMessageNotContaining(TOKEN);
      server.is(Mood.SIGNS);
      assertThat(signer.sign(HASH)).isEqualTo(KEY.sign(HASH));
    }
  }

  @Test
  void anotherKeysSignatureIsAnOutage() {
    Felt other = KeySigner.of(BigInteger.TWO).publicKey();
    try (RemoteSigner signer =
        RemoteSigner.of(server.uri(), new Secret(TOKEN), other, Duration.ofSeconds(60))) {
      assertThatThrownBy(() -> signer.sign(HASH))
          .isInstanceOf(WorldUnavailable.class)
          .hasMessageContaining("no signature of " + other);
    }
  }

  @Test
  void aTokenThatIsNotTakenIsAnOutage() {
    try (RemoteSigner signer = signer("another")) {
      assertThatThrownBy(() -> signer.sign(HASH))
          .isInstanceOf(WorldUnavailable.class)
          .hasMessageContaining("HTTP 401");
    }
  }

  @Test
  void nobodyThereIsAnOutage() {
    RemoteSigner signer = signer(TOKEN);
    server.close();
    assertThatThrownBy(() -> signer.sign(HASH)).isInstanceOf(WorldUnavailable.class);
    signer.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://signer.example/",
        "http://127.0.0.1.example/",
        "http://10.0.0.1/",
        "ftp://127.0.0.1/",
        "file:///etc/passwd"
      })
  void isAskedOverTlsOrOnThisMachineOnly(String address) {
    Secret token = new Secret(TOKEN);
    assertThatThrownBy(() ->
            RemoteSigner.of(URI.create(address), token, KEY.publicKey(), Duration.ofSeconds(1)))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("remote");
  }

  @Test
  void theFileNamesItWithItsToken(@TempDir Path folder) throws IOException, InterruptedException {
    SecretFiles.write(folder.resolve("token"), TOKEN + "\n");
    Path file = folder.resolve("accounts.yaml");
    Files.writeString(
        file,
        """
        - account: 0x64b4
          agents: ['*']
          key: {remote: '%s', publicKey: '%s', tokenFile: token}
          caps: {perAction: '1', perDay: '1'}
        """
            .formatted(server.uri(), KEY.publicKey()));
    try (AccountBook book = AccountBook.read(file)) {
      AccountChoice choice = book.find(new AgentId("eternum/ada"), "0x64b4");
      SigningAccount account = ((AccountChoice.Allowed) choice).account();
      assertThat(((Signer) account.signer()).sign(HASH)).isEqualTo(KEY.sign(HASH));
      assertThat(server.asked()).isEqualTo(1);
    }
  }

  private RemoteSigner signer(String token) {
    return RemoteSigner.of(server.uri(), new Secret(token), KEY.publicKey(), Duration.ofSeconds(6));
  }
}
