package dev.playloop.worlds.chain.simulator;

import dev.playloop.worlds.chain.Felt;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/// Why a transaction was undone, with the texts of a devnet 0.10.1.
public sealed interface Revert {
  /// As the node's RPC tells it.
  String text();

  /// As it is told where the account refuses a transaction, before anything is executed.
  String validation();

  /// A contract panicked.
  ///
  /// @param path who called whom, down to the contract that panicked
  record Panicked(List<CallSite> path, List<Felt> data) implements Revert {
    private static final String LAST = "Error in contract";

    public Panicked {
      path = List.copyOf(path);
      data = List.copyOf(data);
    }

    @Override
    public String text() {
      StringBuilder text = new StringBuilder("Transaction execution has failed:\n0: ");
      text.append(place("Error in the called contract", path.getFirst()));
      text.append("Execution failed. Failure reason:\n");
      path.forEach(site -> text.append(place(LAST, site)));
      return text.append(PanicData.text(data)).append(".\n").toString();
    }

    @Override
    public String validation() {
      return "The `validate` entry point panicked with:\n"
          + place(LAST, path.getLast())
          + PanicData.text(data)
          + ".\n";
    }
  }

  /// There is no contract where one was called.
  record NotDeployed(List<CallSite> path) implements Revert {
    public NotDeployed {
      path = List.copyOf(path);
    }

    @Override
    public String text() {
      return "Transaction execution has failed:\n0: "
          + place("Error in the called contract", path.getFirst())
          + "1: "
          + missing();
    }

    @Override
    public String validation() {
      return "Transaction validation has failed:\n0: " + missing();
    }

    private String missing() {
      return place("Error in the called contract", path.getLast())
          + "Requested contract address "
          + path.getLast().contract().padded()
          + " is not deployed.\n";
    }
  }

  /// It took more than it offered, or has nothing left to pay for what it took.
  record Overspent(String text) implements Revert {
    @Override
    public String validation() {
      return text;
    }
  }

  private static String place(String what, CallSite site) {
    return what
        + " (contract address: "
        + site.contract().padded()
        + ", class hash: "
        + site.classHash().padded()
        + ", selector: "
        + site.selector().padded()
        + "):\n";
  }

  /// What a contract panicked with, as text.
  final class PanicData {
    /// What stands before a ByteArray: the hash of its type's name, as Cairo's core library has it.
    private static final Felt BYTE_ARRAY =
        Felt.hex("0x46a6158a16a947e5916b2a2ca68501a45e93d7110e81aa2d6438b1c57c879a3");

    private static final int WORD = 31;
    private static final int FIRST_PRINTABLE = 0x20;
    private static final int LAST_PRINTABLE = 0x7e;

    private PanicData() {}

    static String text(List<Felt> data) {
      if (data.size() > 3 && data.getFirst().equals(BYTE_ARRAY)) {
        String bytes = byteArray(data.subList(1, data.size()));
        if (!bytes.isEmpty()) {
          return "\"" + bytes + "\"";
        }
      }
      String words = data.stream().map(PanicData::word).collect(Collectors.joining(", "));
      return data.size() == 1 ? words : "(" + words + ")";
    }

    private static String word(Felt word) {
      String text = ascii(word.value());
      return word.hex() + (text.isEmpty() ? "" : " ('" + text + "')");
    }

    /// Empty where it is no text.
    private static String ascii(BigInteger value) {
      String text =
          value.signum() == 0 ? "" : new String(bytes(value), StandardCharsets.ISO_8859_1);
      boolean printable = text.chars().allMatch(c -> c >= FIRST_PRINTABLE && c <= LAST_PRINTABLE);
      return printable ? text : "";
    }

    private static byte[] bytes(BigInteger value) {
      byte[] raw = value.toByteArray();
      return raw[0] == 0 ? java.util.Arrays.copyOfRange(raw, 1, raw.length) : raw;
    }

    /// Number of words of 31 bytes, these, then the rest and its length; empty where it is no such.
    private static String byteArray(List<Felt> words) {
      int rest = words.size() - 3;
      if (!words.getFirst().equals(Felt.of(rest))
          || words.getLast().value().compareTo(BigInteger.valueOf(WORD)) >= 0) {
        return "";
      }
      StringBuilder text = new StringBuilder();
      for (Felt word : words.subList(1, 1 + rest)) {
        text.append(ascii(word.value()));
      }
      return text.append(ascii(words.get(1 + rest).value())).toString();
    }
  }
}
