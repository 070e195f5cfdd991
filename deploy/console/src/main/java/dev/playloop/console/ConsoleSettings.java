package dev.playloop.console;

import dev.playloop.audit.checkpoint.CheckpointFiles;
import dev.playloop.console.oidc.OidcSettings;
import dev.playloop.http.EdgeOptions;
import dev.playloop.http.Secret;
import dev.playloop.http.TlsFiles;
import dev.playloop.schemas.seal.TrustedKey;
import dev.playloop.settings.InvalidSettingException;
import dev.playloop.settings.SettingKey;
import dev.playloop.settings.Settings;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The settings of a console.
public final class ConsoleSettings {
  public static final SettingKey PORT =
      SettingKey.of("PLAYLOOP_CONSOLE_PORT", "0", "where the console listens; 0 takes a free port");
  public static final SettingKey WORDS =
      SettingKey.of(
          "PLAYLOOP_CONSOLE_WORDS",
          "unsealed",
          "whether the console keeps an index of words, by which texts are found: unsealed (where no"
              + " payload is sealed), on (sealed ones too, as far as PLAYLOOP_SUBJECT_MASTER_KEY opens"
              + " them; what is erased leaves it), or off");

  public static final SettingKey HOST =
      SettingKey.of(
          "PLAYLOOP_CONSOLE_HOST",
          "127.0.0.1",
          "address that 'worker console' listens on; beyond loopback only with TLS");
  public static final SettingKey NAMES =
      SettingKey.required(
          "PLAYLOOP_CONSOLE_NAMES",
          "host names under which browsers know the console, with commas between; localhost and the"
              + " address that a browser reaches are always known");
  public static final SettingKey TLS_CERTIFICATE =
      SettingKey.required(
          "PLAYLOOP_CONSOLE_TLS_CERTIFICATE",
          "PEM file with the console's certificate chain, read again when it changes");
  public static final SettingKey TLS_KEY =
      SettingKey.required(
          "PLAYLOOP_CONSOLE_TLS_KEY", "PEM file with its key (PKCS#8, not encrypted), likewise");
  public static final SettingKey PLAIN =
      SettingKey.of(
          "PLAYLOOP_CONSOLE_PLAIN",
          "false",
          "true where something in front of the console ends TLS, so that it may listen beyond"
              + " loopback without a certificate");
  public static final SettingKey FOLDER =
      SettingKey.required(
          "PLAYLOOP_CONSOLE_FOLDER",
          "folder of the index of 'worker console', its own; without it a temporary one, so that each"
              + " start reads the journal from its beginning");

  public static final SettingKey PICTURES =
      SettingKey.required(
          "PLAYLOOP_CONSOLE_PICTURES",
          "folder of the pictures that views name, each in a file of its SHA-256 and .png or .jpg;"
              + " without it consoles of 'up' and 'run' show those that a world of theirs keeps in a"
              + " folder, and others none");

  public static final SettingKey CHECKPOINT_KEYS =
      SettingKey.required(
          "PLAYLOOP_CONSOLE_CHECKPOINT_KEYS",
          "files with the public keys of who signs checkpoints, as 'audit keygen' wrote them, with"
              + " commas between; what others signed the console's Audit page shows as unknown");

  public static final SettingKey OIDC_ISSUER =
      SettingKey.required(
          "PLAYLOOP_CONSOLE_OIDC_ISSUER",
          "OpenID provider that vouches for people at 'worker console', as it calls itself; without it"
              + " people log in with a principal's token");
  public static final SettingKey OIDC_CLIENT =
      SettingKey.of(
          "PLAYLOOP_CONSOLE_OIDC_CLIENT", "playloop", "what the provider knows the console by");
  public static final SettingKey OIDC_SECRET =
      SettingKey.required(
          "PLAYLOOP_CONSOLE_OIDC_SECRET",
          "the client's secret; without it PKCE alone guards a login");
  public static final SettingKey OIDC_CALLBACK =
      SettingKey.required(
          "PLAYLOOP_CONSOLE_OIDC_CALLBACK",
          "address of /login/oidc of the console, as browsers and the provider know it");
  public static final SettingKey OIDC_NAME =
      SettingKey.of(
          "PLAYLOOP_CONSOLE_OIDC_NAME",
          "email",
          "claim of the ID token that is the name of a principal; email only where it is verified");

  private ConsoleSettings() {}

  public static List<SettingKey> keys() {
    return List.of(
        PORT,
        WORDS,
        HOST,
        NAMES,
        TLS_CERTIFICATE,
        TLS_KEY,
        PLAIN,
        FOLDER,
        PICTURES,
        CHECKPOINT_KEYS,
        OIDC_ISSUER,
        OIDC_CLIENT,
        OIDC_SECRET,
        OIDC_CALLBACK,
        OIDC_NAME);
  }

  /// Where a console listens that is a role of its own. Throws [InvalidSettingException].
  static EdgeOptions edge(Settings settings) {
    boolean certified = settings.optional(TLS_CERTIFICATE).isPresent();
    if (certified != settings.optional(TLS_KEY).isPresent()) {
      throw new InvalidSettingException(
          TLS_CERTIFICATE.name() + " and " + TLS_KEY.name() + " go together: set both, or neither");
    }
    return EdgeOptions.loopback("the console", PORT.name(), settings.number(PORT, 0, 65_535))
        .withHost(settings.text(HOST))
        .withNames(
            Set.copyOf(settings.optional(NAMES).isEmpty() ? List.of() : settings.list(NAMES)))
        .withTls(
            certified ? new TlsFiles(settings.path(TLS_CERTIFICATE), settings.path(TLS_KEY)) : null,
            settings.flag(PLAIN));
  }

  /// Who vouches for people; null: nobody does. Throws [InvalidSettingException].
  static @Nullable OidcSettings oidc(Settings settings) {
    if (settings.optional(OIDC_ISSUER).isEmpty()) {
      return null;
    }
    try {
      return new OidcSettings(
          URI.create(settings.text(OIDC_ISSUER)),
          settings.text(OIDC_CLIENT),
          settings.optional(OIDC_SECRET).map(Secret::new).orElse(null),
          URI.create(settings.text(OIDC_CALLBACK)),
          settings.text(OIDC_NAME));
    } catch (IllegalArgumentException e) {
      throw new InvalidSettingException(
          "PLAYLOOP_CONSOLE_OIDC_…: " + e.getMessage() + ": set them as docs/console.md says");
    }
  }

  /// Where pictures lie that a console shows; null: not said.
  public static @Nullable Path pictures(Settings settings) {
    return settings.optional(PICTURES).isEmpty() ? null : settings.path(PICTURES);
  }

  /// Whose checkpoints are believed. Throws [InvalidSettingException] where a file is no key.
  public static List<TrustedKey> signers(Settings settings) {
    return CheckpointFiles.keys(settings.list(CHECKPOINT_KEYS).stream().map(Path::of).toList());
  }

  /// Whether texts can be searched for; null: where nothing is sealed.
  public static @Nullable Boolean words(Settings settings) {
    return switch (settings.text(WORDS)) {
      case "unsealed" -> null;
      case "on" -> true;
      case "off" -> false;
      default ->
          throw new InvalidSettingException(
              WORDS.name() + " must be unsealed, on or off, not '" + settings.text(WORDS) + "'");
    };
  }
}
