package dev.playloop.launcher.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.launcher.AllSettings;
import dev.playloop.launcher.UserProblem;
import dev.playloop.operator.gateway.GatewayAddress;
import dev.playloop.settings.Settings;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// A token is told to the gateway that it belongs to, and to no other.
class GatewayOptionsTest {
  private static final Settings OURS =
      AllSettings.read(
          Map.of("PLAYLOOP_GATEWAY", "http://127.0.0.1:8080", "PLAYLOOP_TOKEN", "0urs"), null);

  @Test
  void theTokenOfAFileGoesToItsGateway() {
    assertThat(options().address(OURS, null))
        .isEqualTo(new GatewayAddress(URI.create("http://127.0.0.1:8080"), "0urs"));
    assertThat(options("--gateway", "http://127.0.0.1:8080").address(OURS, null).token())
        .isEqualTo("0urs");
  }

  @Test
  void aGatewayThatIsNamedGetsTheEnvironmentsTokenOrNone() {
    GatewayOptions other = options("--gateway", "https://elsewhere.example");

    assertThat(other.address(OURS, "mine").token()).isEqualTo("mine");
    assertThatThrownBy(() -> other.address(OURS, null))
        .isInstanceOf(UserProblem.class)
        .hasMessageContaining("must be told who you are");
  }

  @Test
  void whatIsNoTokenAndWhatIsNoAddressIsRefused() {
    assertThatThrownBy(
            () -> options("--gateway", "https://elsewhere.example").address(OURS, "a\nb"))
        .hasMessageContaining("PLAYLOOP_TOKEN");
    assertThatThrownBy(() -> options("--gateway", "elsewhere").address(OURS, "a"))
        .hasMessageContaining("--gateway");
  }

  private static GatewayOptions options(String... args) {
    Some some = new Some();
    new CommandLine(some).parseArgs(args);
    return some.gateway;
  }

  /// A command that takes a gateway.
  @Command
  private static final class Some {
    @Mixin private GatewayOptions gateway = new GatewayOptions();
  }
}
