package dev.playloop.ingest.webhook;

import dev.playloop.http.Secret;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Require;
import dev.playloop.settings.InvalidSettingException;
import dev.playloop.settings.SettingKey;
import dev.playloop.settings.Settings;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where events of approvals go, and with what they are signed.
public record WebhookSettings(URI target, Secret secret) {
  public static final SettingKey TARGET =
      SettingKey.required(
          "PLAYLOOP_APPROVALS_WEBHOOK",
          "http(s) address that each question to people, and each end of one, is posted to as a"
              + " CloudEvent; without it nobody is told");
  public static final SettingKey SECRET =
      SettingKey.secret(
          "PLAYLOOP_APPROVALS_WEBHOOK_SECRET",
          "what those posts are signed with (HMAC-SHA-256 in `X-Playloop-Signature`); at least 16"
              + " characters");

  private static final int SHORTEST = 16;

  public WebhookSettings {
    if (secret.text().length() < SHORTEST) {
      throw new InvalidSettingException(
          SECRET.name() + ": expected at least " + SHORTEST + " characters, got fewer");
    }
  }

  /// Null where nobody is to be told. Throws [InvalidSettingException].
  public static @Nullable WebhookSettings from(Settings settings) {
    Optional<String> target = settings.optional(TARGET);
    Optional<String> secret = settings.optional(SECRET);
    if (target.isPresent() != secret.isPresent()) {
      throw new InvalidSettingException(
          TARGET.name() + " and " + SECRET.name() + " go together: set both, or neither");
    }
    return target.isEmpty()
        ? null
        : new WebhookSettings(address(target.get()), new Secret(secret.orElseThrow()));
  }

  private static URI address(String text) {
    try {
      return Require.webAddress(TARGET.name(), text);
    } catch (InvalidValueException e) {
      throw new InvalidSettingException(String.valueOf(e.getMessage()));
    }
  }
}
