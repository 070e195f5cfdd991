package dev.playloop.proving.fuzz.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.playloop.schemas.json.Json;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Writes a valid JSON tree with one or two places broken: a value, a name, or the document around
/// it. What stands beside the break stays valid, so that the break gets as deep as it can. One
/// thread; used once.
public final class Breaker {
  private final Chance chance;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Set<Integer> places = new HashSet<>();
  private int at;

  private Breaker(Chance chance) {
    this.chance = chance;
  }

  public static byte[] broken(JsonNode tree, Chance chance) {
    Breaker breaker = new Breaker(chance);
    int nodes = count(tree);
    int breaks = chance.oneIn(3) ? 2 : 1;
    for (int i = 0; i < breaks; i++) {
      breaker.places.add(chance.below(nodes));
    }
    if (chance.oneIn(12)) {
      breaker.places.clear(); // only the document around it, or nothing at all
    }
    breaker.write(tree);
    byte[] bytes = breaker.out.toByteArray();
    return chance.oneIn(12) ? document(bytes, chance) : bytes;
  }

  private static int count(JsonNode node) {
    int count = 1;
    for (JsonNode child : node) {
      count += count(child);
    }
    return count;
  }

  private void write(JsonNode node) {
    boolean here = places.contains(at++);
    if (here && (!node.isContainer() || chance.oneIn(4))) {
      skip(node);
      if (node.isString() && chance.oneIn(3)) {
        mixed(node.stringValue());
      } else {
        out.writeBytes(Hostile.value(chance));
      }
    } else if (node.isObject()) {
      object(node, here);
    } else if (node.isArray()) {
      array(node, here);
    } else {
      text(Json.text(node));
    }
  }

  /// The numbers of what is not written count all the same.
  private void skip(JsonNode node) {
    at += count(node) - 1;
  }

  /// A good text with a hostile one inside.
  private void mixed(String good) {
    byte[] hostile = Hostile.value(chance);
    boolean quoted = hostile.length > 1 && hostile[0] == '"';
    String begin = Json.text(good);
    text(begin.substring(0, begin.length() - 1));
    out.write(hostile, quoted ? 1 : 0, quoted ? hostile.length - 2 : hostile.length);
    text(chance.oneIn(2) ? "\\n\"" : "\"");
  }

  private void object(JsonNode node, boolean here) {
    int broken = here && !node.isEmpty() ? chance.below(node.size()) : -1;
    int number = 0;
    String comma = "{";
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      if (number++ == broken) {
        int how = chance.below(5);
        if (how == 0) {
          skip(field.getValue());
          at++;
          continue; // missing
        }
        text(comma);
        comma = ",";
        name(field.getKey(), how);
        write(field.getValue());
        if (how == 1) {
          text("," + Json.text(field.getKey()) + ":");
          out.writeBytes(Hostile.value(chance));
        }
      } else {
        text(comma);
        comma = ",";
        text(Json.text(field.getKey()) + ":");
        write(field.getValue());
      }
    }
    text(comma.equals("{") ? "{}" : "}");
  }

  private void name(String good, int how) {
    switch (how) {
      case 1 -> text(Json.text(good) + ":"); // twice
      case 2 -> text("\"" + good + "\\ud800\":");
      case 3 -> text("\"unknown\":1," + Json.text(good) + ":");
      default -> text(Json.text(chance.of(List.of("", good + "\0", "__proto__", "V"))) + ":");
    }
  }

  private void array(JsonNode node, boolean here) {
    String comma = "[";
    for (JsonNode child : node) {
      text(comma);
      comma = ",";
      write(child);
      if (here && chance.oneIn(2)) {
        text(",");
        out.writeBytes(Hostile.value(chance));
      }
    }
    text(comma.equals("[") ? "[]" : "]");
  }

  private void text(String text) {
    out.writeBytes(text.getBytes(UTF_8));
  }

  private static byte[] document(byte[] good, Chance chance) {
    String text = new String(good, UTF_8);
    return switch (chance.below(10)) {
      case 0 -> ("\ufeff" + text).getBytes(UTF_8);
      case 1 -> text.getBytes(StandardCharsets.UTF_16LE);
      case 2 -> text.getBytes(StandardCharsets.UTF_16);
      case 3 -> (text + "{}").getBytes(UTF_8);
      case 4 -> (text + "\u0000").getBytes(UTF_8);
      case 5 -> java.util.Arrays.copyOf(good, chance.below(good.length + 1));
      case 6 -> new byte[0];
      case 7 -> chance.bytes(200);
      case 8 -> ("[" + text + "]").getBytes(UTF_8);
      default -> text.getBytes(StandardCharsets.ISO_8859_1);
    };
  }
}
