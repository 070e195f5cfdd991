package dev.playloop.client;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;

/** Writes JSON as every client writes it. */
final class Json {
  private static final int MAX_DEPTH = 100;
  private static final String HEX = "0123456789abcdef";

  private Json() {}

  static byte[] utf8(CharSequence json) {
    return json.toString().getBytes(StandardCharsets.UTF_8);
  }

  static void write(StringBuilder out, Object value) throws Refusal {
    write(out, value, 0);
  }

  private static void write(StringBuilder out, Object value, int depth) throws Refusal {
    if (value == null || value instanceof Boolean) {
      out.append(value);
    } else if (value instanceof CharSequence || value instanceof Character
        || value instanceof Enum) {
      text(out, value.toString());
    } else if (value instanceof Number) {
      out.append(number((Number) value));
    } else if (depth < MAX_DEPTH && value instanceof Map) {
      String comma = "";
      out.append('{');
      for (Map.Entry<?, ?> field : ((Map<?, ?>) value).entrySet()) {
        text(out.append(comma), String.valueOf(field.getKey()));
        write(out.append(':'), field.getValue(), depth + 1);
        comma = ",";
      }
      out.append('}');
    } else if (depth < MAX_DEPTH && value instanceof Collection) {
      String comma = "";
      out.append('[');
      for (Object each : (Collection<?>) value) {
        write(out.append(comma), each, depth + 1);
        comma = ",";
      }
      out.append(']');
    } else if (depth < MAX_DEPTH && value.getClass().isArray()) {
      out.append('[');
      for (int i = 0; i < Array.getLength(value); i++) {
        write(out.append(i == 0 ? "" : ","), Array.get(value, i), depth + 1);
      }
      out.append(']');
    } else {
      throw noJson();
    }
  }

  private static String number(Number number) throws Refusal {
    if (number instanceof Double || number instanceof Float) {
      double value = number.doubleValue();
      if (Double.isNaN(value) || Double.isInfinite(value)) {
        throw noJson();
      }
      return value == Math.rint(value) && Math.abs(value) < 1e15
          ? Long.toString((long) value)
          : number.toString();
    }
    if (number instanceof BigDecimal || number instanceof BigInteger || number instanceof Long
        || number instanceof Integer || number instanceof Short || number instanceof Byte) {
      return number.toString();
    }
    return Long.toString(number.longValue()); // an AtomicInteger and its like
  }

  private static Refusal noJson() {
    return new Refusal("data", "JSON, nested at most 100 deep", "something else");
  }

  /** Half a surrogate pair, of which no UTF-8 can be made, becomes U+FFFD. */
  static void text(StringBuilder out, String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> out.append('\\').append(c);
        case '\b' -> out.append("\\b");
        case '\t' -> out.append("\\t");
        case '\n' -> out.append("\\n");
        case '\f' -> out.append("\\f");
        case '\r' -> out.append("\\r");
        default -> {
          if (c < ' ') {
            out.append("\\u00").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
          } else if (Character.isHighSurrogate(c) && i + 1 < text.length()
              && Character.isLowSurrogate(text.charAt(i + 1))) {
            out.append(c).append(text.charAt(++i));
          } else {
            out.append(Character.isSurrogate(c) ? '\ufffd' : c);
          }
        }
      }
    }
    out.append('"');
  }
}
