package dev.playloop.worlds.chain.node;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Printable;
import dev.playloop.schemas.json.CheckedJson;
import dev.playloop.schemas.json.Edge;
import dev.playloop.worlds.chain.Felt;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// Why a transaction is reverted, in the words of the contract that refused: the innermost reason
/// of the call stack that a node writes around it. One line of at most 500 characters, never empty.
/// Contracts are anybody's, and so are their words.
public record RevertReason(String text) {
  private static final int MAX = 500;
  private static final String NONE = "the node gives no reason";

  /// Before a panic with a text of more than 31 characters, which Cairo encodes as a ByteArray.
  private static final Felt BYTE_ARRAY =
      Felt.hex("0x46a6158a16a947e5916b2a2ca68501a45e93d7110e81aa2d6438b1c57c879a3");

  private static final int WORD = 31;

  /// What each contract that did not catch a failure adds to it.
  private static final String PASSED_ON = "ENTRYPOINT_FAILED";

  /// The lines above a reason.
  private static final Pattern FRAME =
      Pattern.compile(
          "(\\d+: )?Error in .*\\(contract address: .*\\):"
              + "|.*Failure reason:|.*panicked with:|Transaction execution has failed:");

  private static final Pattern TRACE =
      Pattern.compile(
          "Error at pc=.*|Cairo traceback.*|Unknown location.*|\\[(\"0x[0-9a-fA-F]*\"(, ?)?)*\\]");

  /// A felt with the short string that it spells, or a ByteArray. A node does not escape what
  /// stands in them.
  private static final Pattern WORDS =
      Pattern.compile("0x[0-9a-fA-F]+ \\('(?<felt>.*?)'\\)|\"(?<bytes>.*?)\"(?=[,.)]|$)");

  /// Reads a transaction's failure reason, or the data of a node's error, in whatever form.
  public static RevertReason of(String said) {
    String inner = innermost(said);
    String reason = inner.startsWith("[") ? panic(inner) : lastLines(inner);
    String brief = Printable.brief(reason.isBlank() ? NONE : reason, MAX);
    return new RevertReason(brief);
  }

  /// An error of the RPC as a tree, from call to call, ends in a text.
  private static String innermost(String said) {
    if (!said.startsWith("{")) {
      return said.strip();
    }
    JsonNode at;
    try {
      at = CheckedJson.of(said, Edge.REPLY).tree();
    } catch (InvalidValueException e) {
      return said.strip(); // cut, as it is too long
    }
    while (at.isObject()) {
      JsonNode next = null;
      for (String name : List.of("revert_error", "execution_error", "error")) {
        next = next == null ? at.get(name) : next;
      }
      if (next == null) {
        return at.toString();
      }
      at = next;
    }
    return at.isString() ? at.stringValue().strip() : at.toString();
  }

  /// What stands below the last frame.
  private static String lastLines(String text) {
    List<String> lines = new ArrayList<>();
    for (String line : text.split("\\R", -1)) {
      if (FRAME.matcher(line).matches()) {
        lines.clear();
      } else if (!line.isBlank() && !TRACE.matcher(line.strip()).matches()) {
        lines.add(line.strip());
      }
    }
    String reason = String.join(" ", lines);
    String words = words(reason);
    return words.isEmpty() ? reason : words;
  }

  /// Where the reason is words only, these; else nothing.
  private static String words(String reason) {
    if (!reason.startsWith("0x") && !reason.startsWith("\"") && !reason.startsWith("(")) {
      return "";
    }
    List<String> all = new ArrayList<>();
    Matcher word = WORDS.matcher(reason);
    while (word.find()) {
      String felt = word.group("felt");
      all.add(felt == null ? word.group("bytes") : felt);
    }
    return joined(all);
  }

  /// Each once: a node may tell a panic again for every call that it went through.
  private static String joined(List<String> words) {
    Set<String> told = new LinkedHashSet<>(words);
    told.removeIf(word -> word.isBlank());
    if (told.stream().anyMatch(word -> !word.equals(PASSED_ON))) {
      told.removeIf(word -> word.equals(PASSED_ON));
    }
    return String.join(", ", told);
  }

  /// The data of a panic as a list of felts.
  private static String panic(String list) {
    List<Felt> felts = new ArrayList<>();
    try {
      JsonNode all = CheckedJson.of(list, Edge.REPLY).tree();
      for (JsonNode each : all) {
        felts.add(Felt.parse("felt", each.asString()));
      }
    } catch (InvalidValueException e) {
      return list;
    }
    List<String> words = new ArrayList<>();
    for (int at = 0; at < felts.size(); ) {
      int end = felts.get(at).equals(BYTE_ARRAY) ? byteArrayEnd(felts, at + 1) : 0;
      if (end > 0) {
        words.add(byteArray(felts.subList(at + 2, end)));
        at = end;
      } else {
        words.add(shortString(felts.get(at)));
        at++;
      }
    }
    String joined = joined(words);
    return joined.isEmpty() ? list : joined;
  }

  /// Behind its last word; 0 where it is none. It has a number of whole words, those, a word that
  /// is not whole, and the number of bytes in that.
  private static int byteArrayEnd(List<Felt> felts, int from) {
    int left = felts.size() - from - 3;
    if (left < 0 || felts.get(from).value().bitLength() > Integer.SIZE - 2) {
      return 0;
    }
    int whole = felts.get(from).value().intValue();
    return whole <= left ? from + whole + 3 : 0;
  }

  private static String byteArray(List<Felt> words) {
    StringBuilder text = new StringBuilder();
    int whole = words.size() - 2;
    for (int i = 0; i < whole; i++) {
      text.append(text(words.get(i), WORD));
    }
    Felt rest = words.getLast();
    int bytes = rest.value().bitLength() <= 5 ? rest.value().intValue() : WORD;
    return text.append(text(words.get(whole), bytes)).toString();
  }

  /// The lowest bytes of the word, as text.
  private static String text(Felt word, int bytes) {
    byte[] all = word.bytes();
    return new String(all, all.length - bytes, bytes, StandardCharsets.UTF_8);
  }

  /// What the word spells; its hex digits where that can't be read.
  private static String shortString(Felt word) {
    int bytes = (word.value().bitLength() + 7) / 8;
    String text = text(word, bytes);
    boolean readable = text.chars().allMatch(c -> c >= ' ' && c < 0x7f);
    return readable && bytes > 1 ? text : word.isZero() ? "" : word.hex();
  }

  @Override
  public String toString() {
    return text;
  }
}
