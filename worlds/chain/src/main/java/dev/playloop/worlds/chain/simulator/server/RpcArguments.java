package dev.playloop.worlds.chain.simulator.server;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.BlockTag;
import dev.playloop.worlds.chain.simulator.chain.BlockRef;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What came with a request, read field by field. Whatever is not what it should be throws
/// [RpcError]. Immutable.
final class RpcArguments {
  private static final int U64 = 64;

  private final ObjectNode fields;

  private RpcArguments(ObjectNode fields) {
    this.fields = fields;
  }

  /// By name, by place, or none at all.
  static RpcArguments of(@Nullable JsonNode params, List<String> names) {
    if (params == null || params.isNull()) {
      return new RpcArguments(Json.NODES.objectNode());
    }
    if (params instanceof ObjectNode object) {
      return new RpcArguments(object);
    }
    if (!params.isArray()) {
      throw RpcError.params("params must be an object or an array");
    }
    if (params.size() > names.size()) {
      throw RpcError.params("at most " + names.size() + " parameters");
    }
    ObjectNode named = Json.NODES.objectNode();
    for (int i = 0; i < params.size(); i++) {
      named.set(names.get(i), params.get(i));
    }
    return new RpcArguments(named);
  }

  /// An object in another one.
  static RpcArguments in(JsonNode node, String name) {
    if (node instanceof ObjectNode object) {
      return new RpcArguments(object);
    }
    throw RpcError.params(name + ": expected an object");
  }

  boolean has(String name) {
    return fields.hasNonNull(name);
  }

  void refuseOthers(List<String> known) {
    fields
        .propertyNames()
        .forEach(name -> {
          if (!known.contains(name)) {
            throw RpcError.params("unknown field `" + shortened(name) + "`");
          }
        });
  }

  JsonNode node(String name) {
    JsonNode node = fields.get(name);
    if (node == null || node.isNull()) {
      throw RpcError.params("missing field `" + name + "`");
    }
    return node;
  }

  RpcArguments object(String name) {
    return in(node(name), name);
  }

  String text(String name) {
    JsonNode node = node(name);
    if (!node.isString()) {
      throw RpcError.params(name + ": expected a text");
    }
    return node.asString();
  }

  boolean flag(String name) {
    JsonNode node = node(name);
    if (!node.isBoolean()) {
      throw RpcError.params(name + ": expected true or false");
    }
    return node.asBoolean();
  }

  Felt felt(String name) {
    return felt(node(name), name);
  }

  static Felt felt(JsonNode node, String name) {
    if (!node.isString()) {
      throw RpcError.params(name + ": expected a hex string");
    }
    try {
      return Felt.parse(name, node.asString());
    } catch (InvalidValueException e) {
      throw RpcError.params(String.valueOf(e.getMessage()));
    }
  }

  List<Felt> felts(String name) {
    return felts(node(name), name);
  }

  static List<Felt> felts(JsonNode node, String name) {
    List<Felt> all = new ArrayList<>();
    list(node, name).forEach(word -> all.add(felt(word, name)));
    return all;
  }

  static JsonNode list(JsonNode node, String name) {
    if (!node.isArray()) {
      throw RpcError.params(name + ": expected an array");
    }
    return node;
  }

  /// A hex text of at most so many bits.
  BigInteger unsigned(String name, int bits) {
    BigInteger value = felt(name).value();
    if (value.bitLength() > bits) {
      throw RpcError.params(name + ": expected at most " + bits + " bits");
    }
    return value;
  }

  /// A whole JSON number from 0 to a bound.
  BigInteger number(String name, BigInteger most) {
    JsonNode node = node(name);
    if (!node.isIntegralNumber()
        || node.bigIntegerValue().signum() < 0
        || node.bigIntegerValue().compareTo(most) > 0) {
      throw RpcError.params(name + ": expected a whole number from 0 to " + most);
    }
    return node.bigIntegerValue();
  }

  long number(String name, long most) {
    return number(name, BigInteger.valueOf(most)).longValueExact();
  }

  /// As much as a bound's amount; above what ours holds nothing can be paid.
  long amount(String name) {
    BigInteger amount = unsigned(name, U64);
    return amount.min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact();
  }

  BlockRef block(String name) {
    return block(node(name));
  }

  static BlockRef block(JsonNode node) {
    if (node.isString()) {
      for (BlockTag tag : BlockTag.values()) {
        if (tag.tag().equals(node.asString())) {
          return new BlockRef.Tagged(tag);
        }
      }
    } else if (node instanceof ObjectNode object && object.size() == 1) {
      RpcArguments ref = new RpcArguments(object);
      if (ref.has("block_number")) {
        return new BlockRef.Numbered(ref.number("block_number", Long.MAX_VALUE));
      }
      if (ref.has("block_hash")) {
        return new BlockRef.Hashed(ref.felt("block_hash"));
      }
    }
    throw RpcError.params(
        "Invalid block ID. Expected object with key (block_hash or block_number) or tag"
            + " ('pre_confirmed' or 'latest' or 'l1_accepted').");
  }

  static String shortened(String text) {
    return text.length() <= 32 ? text : text.substring(0, 32) + "…";
  }
}
