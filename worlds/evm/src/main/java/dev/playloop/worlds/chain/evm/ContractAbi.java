package dev.playloop.worlds.chain.evm;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Printable;
import dev.playloop.worlds.chain.Felt;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.web3j.abi.FunctionEncoder;
import org.web3j.abi.TypeDecoder;
import org.web3j.abi.datatypes.Function;
import org.web3j.abi.datatypes.Type;
import tools.jackson.databind.JsonNode;

/// What a contract can be called for: its entrypoints, by name, with the types of their arguments,
/// of which each is one word: `uint…`, `address` and `bool`. Others of its entrypoints, and those
/// of one name, can't be called. Immutable.
final class ContractAbi {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,251}");
  private static final Pattern UINT = Pattern.compile("uint(\\d{1,3})");
  private static final int MAX_FUNCTIONS = 1_000;
  private static final int MAX_ARGUMENTS = 64;
  private static final int MAX_UINT = 256;
  private static final int SHOWN = 80;

  private final Map<String, List<String>> entrypoints;

  private ContractAbi(Map<String, List<String>> entrypoints) {
    this.entrypoints = Map.copyOf(entrypoints);
  }

  /// What a call comes to.
  sealed interface Encoding {
    /// @param data `0x` and hex
    record Encoded(String data) implements Encoding {}

    record Refused(String why) implements Encoding {}
  }

  /// Reads what the compiler of Solidity writes. Throws [InvalidValueException].
  static ContractAbi read(JsonNode abi) {
    if (!abi.isArray() || abi.size() > MAX_FUNCTIONS) {
      throw new InvalidValueException("abi", "a list of at most 1000", brief(abi.toString()));
    }
    Map<String, List<String>> found = new HashMap<>();
    List<String> twice = new ArrayList<>();
    for (JsonNode each : abi) {
      String name = each.path("name").asString("");
      if (each.path("type").asString("").equals("function")
          && found.put(name, arguments(name, each.path("inputs"))) != null) {
        twice.add(name);
      }
    }
    twice.forEach(found::remove);
    found.values().removeIf(types -> !types.stream().allMatch(type -> bits(type) > 0));
    return new ContractAbi(found);
  }

  private static List<String> arguments(String name, JsonNode inputs) {
    if (!NAME.matcher(name).matches() || !inputs.isArray() || inputs.size() > MAX_ARGUMENTS) {
      throw new InvalidValueException("abi", "functions with names and inputs", brief(name));
    }
    List<String> types = new ArrayList<>();
    inputs.forEach(input -> types.add(input.path("type").asString("")));
    return List.copyOf(types);
  }

  private static String brief(String text) {
    return Printable.brief(text, SHOWN);
  }

  /// How many bits an argument of the type has; 0 of a type that is none of ours.
  private static int bits(String type) {
    Matcher uint = UINT.matcher(type);
    if (uint.matches()) {
      int bits = Integer.parseInt(uint.group(1));
      return bits % Byte.SIZE == 0 && bits <= MAX_UINT ? bits : 0;
    }
    return switch (type) {
      case "address" -> EvmAddress.BITS;
      case "bool" -> 1;
      default -> 0;
    };
  }

  /// The bytes that call an entrypoint, or why there are none.
  @SuppressWarnings("rawtypes") // as the library takes them
  Encoding encode(String entrypoint, List<Felt> words) {
    List<String> types = entrypoints.get(entrypoint);
    if (types == null) {
      return new Encoding.Refused("the contract has no entrypoint " + brief(entrypoint));
    }
    if (types.size() != words.size()) {
      return new Encoding.Refused(
          "%s has %d arguments, not %d".formatted(entrypoint, types.size(), words.size()));
    }
    List<Type> arguments = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      Type<?> argument = argument(types.get(i), words.get(i));
      if (argument == null) {
        return new Encoding.Refused(
            "argument %d of %s is no %s: %s"
                .formatted(i + 1, entrypoint, types.get(i), words.get(i)));
      }
      arguments.add(argument);
    }
    return new Encoding.Encoded(
        FunctionEncoder.encode(new Function(entrypoint, arguments, List.of())));
  }

  private static @Nullable Type<?> argument(String type, Felt word) {
    if (word.value().bitLength() > bits(type)) {
      return null;
    }
    Object value =
        switch (type) {
          case "address" -> EvmAddress.text(word);
          case "bool" -> !word.isZero();
          default -> word.value();
        };
    try {
      return TypeDecoder.instantiateType(type, value);
    } catch (InvocationTargetException
        | NoSuchMethodException
        | InstantiationException
        | IllegalAccessException
        | ClassNotFoundException e) {
      throw new IllegalStateException("the library has no type " + type, e);
    }
  }
}
