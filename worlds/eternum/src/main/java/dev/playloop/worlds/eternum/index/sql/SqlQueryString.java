package dev.playloop.worlds.eternum.index.sql;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Finds the statement in what stands behind a URL's question mark.
final class SqlQueryString {
  private static final String NAME = "query=";

  private SqlQueryString() {}

  /// The statement, decoded. Throws [RefusedQuery] where there is none, or more than one.
  static String statement(@Nullable String query) {
    String found = null;
    for (String part : query == null ? new String[0] : query.split("&", -1)) {
      if (part.startsWith(NAME)) {
        if (found != null) {
          throw RefusedQuery.because("'query' stands there twice");
        }
        found = part.substring(NAME.length());
      }
    }
    if (found == null || found.isEmpty()) {
      throw RefusedQuery.because("ask by /sql?query=SELECT…, encoded as URLs are");
    }
    return decoded(found);
  }

  private static String decoded(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '%') {
        bytes.write(octet(text, i));
        i += 2;
      } else if (c < 0x80) {
        bytes.write(c == '+' ? ' ' : c);
      } else {
        throw RefusedQuery.because("the query is not encoded as URLs are");
      }
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.toByteArray()))
          .toString();
    } catch (CharacterCodingException e) {
      throw RefusedQuery.because("the query is no UTF-8");
    }
  }

  private static int octet(String text, int at) {
    int high = at + 2 < text.length() ? Character.digit(text.charAt(at + 1), 16) : -1;
    int low = at + 2 < text.length() ? Character.digit(text.charAt(at + 2), 16) : -1;
    if (high < 0 || low < 0) {
      throw RefusedQuery.because("a percent sign in the query has no two hex digits behind it");
    }
    return high << 4 | low;
  }
}
