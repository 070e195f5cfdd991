package dev.playloop.schemas.seal;

import dev.playloop.schemas.InvalidValueException;
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

  /// The bytes between the lines of `label`. Throws [InvalidValueException] where there are none.
  static byte[] read(String text, String label, String what) {
    Matcher found =
        Pattern.compile(
                "-----BEGIN " + label + "-----\\s*([A-Za-z0-9+/=\\s]+)-----END " + label + "-----")
            .matcher(text);
    if (!found.find()) {
      throw new InvalidValueException(
          what, "PEM with '-----BEGIN " + label + "-----'", "something else");
    }
    try {
      return Base64.getMimeDecoder().decode(found.group(1));
    } catch (IllegalArgumentException e) {
      throw new InvalidValueException(what, "PEM in Base64", String.valueOf(e.getMessage()));
    }
  }
}
