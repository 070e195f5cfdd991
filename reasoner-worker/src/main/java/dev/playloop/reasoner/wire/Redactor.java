package dev.playloop.reasoner.wire;

import dev.playloop.schemas.Text;
import java.util.regex.Pattern;

/// Makes provider texts fit for logs and decisions: keys and tokens are blotted out, control
/// characters dropped, the length bounded. Providers quote keys (also half-masked ones) and headers
/// in their errors, so whatever looks like one goes.
final class Redactor {
  static final String MARK = "[redacted]";
  private static final int MAX_CHARACTERS = 400;

  /// `Bearer …`, `Authorization: …`, `x-api-key: …`, `api_key=…`, `"token": "…"`, `?key=…`.
  private static final Pattern NAMED =
      Pattern.compile(
          "(?i)((?:bearer|basic)\\s+|(?:authorization|x-api-key|api[-_ ]?key|secret|password|token|[?&]key)"
              + "[\"']?\\s*[:=]\\s*[\"']?(?:bearer\\s+|basic\\s+)?)[^\\s\"',;&<>)]+");

  /// Keys known by their beginning; half-masked ones (`sk-ab***yz`) too.
  private static final Pattern PREFIXED =
      Pattern.compile(
          "\\b(?:sk|pk|rk|gsk|xai|hf|r8|ghp|gho|AIza|AKIA|ASIA|eyJ|fw|nvapi|pplx|tgp)[-_]?[A-Za-z0-9*._-]{6,}");

  /// Anything long that mixes letters and digits without a blank.
  private static final Pattern OPAQUE =
      Pattern.compile("\\b(?=[A-Za-z_-]*[0-9])(?=[0-9_-]*[A-Za-z])[A-Za-z0-9_-]{32,}\\b");

  private Redactor() {}

  /// Blots out what looks like a key or a token.
  static String redact(String text) {
    String named =
        NAMED.matcher(text).replaceAll("$1" + java.util.regex.Matcher.quoteReplacement(MARK));
    String prefixed =
        PREFIXED.matcher(named).replaceAll(java.util.regex.Matcher.quoteReplacement(MARK));
    return OPAQUE.matcher(prefixed).replaceAll(java.util.regex.Matcher.quoteReplacement(MARK));
  }

  /// Redacted, on one line, at most 400 characters.
  public static String brief(String text) {
    // Cut with room to spare first: a megabyte of HTML needs no regular expression.
    String head = Text.cut(text, 8_000);
    String clean = redact(head).replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
    return Text.brief(clean, MAX_CHARACTERS);
  }
}
