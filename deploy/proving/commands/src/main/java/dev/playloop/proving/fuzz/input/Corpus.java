package dev.playloop.proving.fuzz.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.playloop.schemas.id.AgentId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Inputs of one surface that have mattered: they broke something once, or are of a kind that did.
/// Each run begins with them, and breaks some of them again later. One JSON object a line:
///
/// - `why`: what it is, or the finding that it was
/// - `where`: what the surface needs beside the bytes, such as a topic or a content type
/// - `bytes`: a text whose characters U+0000 to U+00FF are the bytes; or a list of such texts,
///   where a number says how often the text before it stands there. `{agent}` and `{world}` are
///   those of whom it is played on.
///
/// Immutable.
public record Corpus(List<Entry> entries) {
  /// Jackson as it is: what our own reader refuses is what this is about.
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// How many inputs that are no entries come to one that is a broken one.
  private static final int RARE = 12;

  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Entry(String why, String where, byte[] bytes) {
    public byte[] about(AgentId agent) {
      return about(agent, "");
    }

    /// @param mark what this input is seen by on its topic
    public byte[] about(AgentId agent, String mark) {
      return new String(bytes, ISO_8859_1)
          .replace("{agent}", agent.value())
          .replace("{world}", agent.world())
          .replace("{mark}", mark)
          .getBytes(ISO_8859_1);
    }

    /// The same with a place broken, without any knowledge of what it is.
    Entry broken(Chance chance) {
      byte[] good = bytes;
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      int at = chance.below(good.length + 1);
      out.write(good, 0, at);
      int from = at;
      switch (chance.below(4)) {
        case 0 -> out.writeBytes(Hostile.value(chance));
        case 1 -> out.writeBytes(chance.bytes(4));
        case 2 -> from = Math.min(good.length, at + 1 + chance.below(8));
        default -> {
          out.writeBytes(Hostile.value(chance));
          from = Math.min(good.length, at + 1 + chance.below(40));
        }
      }
      out.write(good, from, good.length - from);
      return new Entry(why, where, out.toByteArray());
    }
  }

  public Corpus {
    entries = List.copyOf(entries);
  }

  public static Corpus of(String surface) {
    String name = "corpus/" + surface + ".jsonl";
    List<Entry> entries = new ArrayList<>();
    try (InputStream in = Corpus.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("no " + name);
      }
      int number = 0;
      for (String line : new String(in.readAllBytes(), UTF_8).lines().toList()) {
        number++;
        if (!line.isBlank()) {
          entries.add(entry(line, name + ", line " + number));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Corpus(entries);
  }

  static Entry entry(String written, String place) {
    JsonNode line = JSON.readTree(written);
    if (!line.path("why").isString()
        || !line.path("where").isString()
        || !(line.path("bytes").isString() || line.path("bytes").isArray())) {
      throw new IllegalStateException(place + ": expected why, where and bytes");
    }
    return new Entry(
        line.get("why").stringValue(), line.get("where").stringValue(), bytes(line.get("bytes")));
  }

  private static byte[] bytes(JsonNode written) {
    StringBuilder text = new StringBuilder();
    if (written.isString()) {
      text.append(written.stringValue());
    }
    String last = "";
    for (JsonNode part : written) {
      if (part.isNumber()) {
        text.append(last.repeat(part.intValue() - 1));
      } else {
        last = part.stringValue();
        text.append(last);
      }
    }
    return text.toString().getBytes(ISO_8859_1);
  }

  /// Those whose place begins with this name.
  public Corpus within(String name) {
    return new Corpus(entries.stream().filter(e -> e.where().startsWith(name + "/")).toList());
  }

  /// The line that keeps an input.
  public static String line(String why, String where, byte[] bytes) {
    return JSON.writeValueAsString(
        JSON.createObjectNode()
            .put("why", why)
            .put("where", where)
            .put("bytes", new String(bytes, ISO_8859_1)));
  }

  /// What the input of this number takes from here: an entry as it is for the first numbers, a
  /// broken one now and then; null where the input is to be made otherwise.
  public @Nullable Entry at(long number, Chance chance) {
    if (number <= entries.size()) {
      return entries.get((int) number - 1);
    }
    return !entries.isEmpty() && chance.oneIn(RARE) ? chance.of(entries).broken(chance) : null;
  }
}
