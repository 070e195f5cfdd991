package dev.playloop.audit.checkpoint;

import dev.playloop.settings.InvalidSettingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// PEM (RFC 7468), as `openssl genpkey -algorithm ed25519` writes it.
final class Pem {
  static final String PRIVATE = "PRIVATE KEY";
  static final String PUBLIC = "PUBLIC KEY";

  private Pem() {}

  static String write(String label, byte[] der) {
    String base64 =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(der);
    return "-----BEGIN " + label + "-----\n" + base64 + "\n-----END " + label + "-----\n";
  }

  /// The bytes between the lines of `label`. Throws [InvalidSettingException] where there are none.
  static byte[] read(String text, String label, String what) {
    Matcher found =
        Pattern.compile(
                "-----BEGIN " + label + "-----\\s*([A-Za-z0-9+/=\\s]+)-----END " + label + "-----")
            .matcher(text);
    if (!found.find()) {
      throw new InvalidSettingException(
          what + ": expected PEM with '-----BEGIN " + label + "-----', got something else");
    }
    try {
      return Base64.getMimeDecoder().decode(found.group(1));
    } catch (IllegalArgumentException e) {
      throw new InvalidSettingException(what + ": its Base64 can't be read: " + e.getMessage());
    }
  }
}
