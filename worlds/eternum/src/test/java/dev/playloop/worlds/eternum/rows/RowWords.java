package dev.playloop.worlds.eternum.rows;

import dev.playloop.worlds.chain.Felt;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// The words of a row as felts. A number stands for itself, `5e9` for 5 000 000 000, `@alice` for
/// an account, `&world` for a contract, `$name` for what an earlier step told, `now+60` for a
/// moment, `Enum.Variant` for its place, `'text` for a short string, `0x…` for hex. A list is a
/// span: its length first; a list in a list is a tuple.
final class RowWords {
  private final GameChain chain;
  private final RowModels models;
  private final Map<String, Felt> told = new HashMap<>();

  RowWords(GameChain chain, RowModels models) {
    this.chain = chain;
    this.models = models;
  }

  void tell(String name, Felt value) {
    told.put(name, value);
  }

  List<Felt> all(JsonNode words) throws InterruptedException {
    List<Felt> felts = new ArrayList<>();
    for (JsonNode word : words) {
      add(word, felts, true);
    }
    return felts;
  }

  private void add(JsonNode word, List<Felt> felts, boolean span) throws InterruptedException {
    if (!word.isArray()) {
      felts.add(one(word));
      return;
    }
    if (span) {
      felts.add(Felt.of(word.size()));
    }
    for (JsonNode item : word) {
      add(item, felts, false);
    }
  }

  Felt one(JsonNode word) throws InterruptedException {
    if (word.isBoolean()) {
      return word.booleanValue() ? Felt.ONE : Felt.ZERO;
    }
    return word.isNumber() ? Felt.of(word.bigIntegerValue()) : text(word.stringValue());
  }

  private Felt text(String word) throws InterruptedException {
    String rest = word.substring(1);
    return switch (word.charAt(0)) {
      case '@' -> chain.account(rest);
      case '&' -> chain.contract(rest);
      case '$' -> known(rest);
      case '\'' -> Felt.shortString(rest);
      case 'n' -> Felt.of(chain.now() + Long.parseLong(word.substring("now".length())));
      default -> plain(word);
    };
  }

  private Felt plain(String word) {
    if (word.startsWith("0x")) {
      return Felt.hex(word);
    }
    if (Character.isDigit(word.charAt(0))) {
      int e = word.indexOf('e');
      return e < 0
          ? Felt.of(new BigInteger(word))
          : Felt.of(
              new BigInteger(word.substring(0, e))
                  .multiply(BigInteger.TEN.pow(Integer.parseInt(word.substring(e + 1)))));
    }
    return Felt.of(models.variant(word));
  }

  private Felt known(String name) {
    Felt value = told.get(name);
    if (value == null) {
      throw new IllegalArgumentException("no step has told " + name);
    }
    return value;
  }
}
