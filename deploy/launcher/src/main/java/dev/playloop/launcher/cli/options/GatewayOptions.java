package dev.playloop.launcher.cli.options;

import dev.playloop.launcher.AllSettings;
import dev.playloop.launcher.UserProblem;
import dev.playloop.operator.gateway.GatewayAddress;
import dev.playloop.operator.gateway.GatewayClient;
import dev.playloop.schemas.Require;
import dev.playloop.settings.Settings;
import java.net.URI;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Which gateway a command speaks through, and as whom: `--gateway`, else what the settings say,
/// else the one of the system that `./playloop up` runs on this machine.
public final class GatewayOptions {
  /// What a header takes.
  private static final Pattern TOKEN = Pattern.compile("[\\x21-\\x7e]{1,512}");

  @Option(
      names = "--gateway",
      paramLabel = "URL",
      description =
          "The gateway to speak through; PLAYLOOP_TOKEN says as whom. Default: that of"
              + " './playloop up', as who runs it.")
  private @Nullable String gateway;

  /// Opens it; nothing is sent yet. Throws [UserProblem] where none is known, or nobody to be.
  public GatewayClient open(Settings settings) {
    return GatewayClient.of(address(settings, System.getenv(AllSettings.TOKEN.name())));
  }

  /// `environment` is the token of the environment alone: the one that a file has is that of the
  /// file's own gateway, and told to no other.
  GatewayAddress address(Settings settings, @Nullable String environment) {
    Optional<String> set = settings.optional(AllSettings.GATEWAY);
    String url = gateway == null ? set.orElse(null) : gateway;
    if (url == null) {
      throw UserProblem.environment(
          "no gateway is known through which that could be said",
          "start a system with './playloop up', or name its gateway with --gateway URL.",
          null);
    }
    URI address = Require.webAddress("the gateway's URL (--gateway)", url);
    boolean other = set.isPresent() && !set.get().equals(url);
    String token = other ? environment : settings.optional(AllSettings.TOKEN).orElse(null);
    if (token == null || token.isEmpty()) {
      throw UserProblem.environment(
          "the gateway at " + address + " must be told who you are",
          "set PLAYLOOP_TOKEN to what './playloop principals add' printed.",
          null);
    }
    if (!TOKEN.matcher(token).matches()) {
      throw UserProblem.usage(
          "PLAYLOOP_TOKEN: expected what 'principals add' printed, got something else",
          "set it anew; it has no blanks and no line breaks.");
    }
    return new GatewayAddress(address, token);
  }
}
