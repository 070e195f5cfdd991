package dev.playloop.worlds.chain.simulator.chain;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.CheckedJson;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.GasBound;
import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.simulator.BlockContext;
import dev.playloop.worlds.chain.simulator.Broadcast;
import dev.playloop.worlds.chain.simulator.GasPrices;
import dev.playloop.worlds.chain.simulator.pool.Sent;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32C;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// One line of a chain's folder: eight hex digits of CRC-32C, a space, JSON, a line feed. The first
/// line is the genesis, each other one a block or an abort. Pure functions.
final class BlockLine {
  static final int CHECKSUM = 9;

  private static final int BOUNDS = 6;

  private BlockLine() {}

  static byte[] of(ChainGenesis genesis) {
    ObjectNode line = Json.NODES.objectNode();
    line.put("chain", genesis.chainId().hex());
    line.put("seed", genesis.seed().hex());
    return sealed(line.put("at", genesis.at()));
  }

  static byte[] of(ChainBlock block) {
    BlockContext context = block.context();
    ObjectNode line = Json.NODES.objectNode();
    line.put("block", context.number());
    line.put("hash", block.hash().hex());
    line.put("at", context.timestamp());
    GasPrices prices = context.prices();
    line.set("prices", numbers(List.of(prices.l1Gas(), prices.l2Gas(), prices.l1DataGas())));
    ArrayNode all = line.putArray("transactions");
    block.transactions().forEach(one -> all.add(transaction(one)));
    return sealed(line);
  }

  static byte[] ofAbort(long from) {
    return sealed(Json.NODES.objectNode().put("abort", from));
  }

  private static ObjectNode transaction(Executed executed) {
    Broadcast sent = executed.transaction();
    ResourceBounds bounds = sent.offer().bounds();
    ObjectNode one = Json.NODES.objectNode();
    one.put("hash", executed.hash().hex());
    one.put("sender", sent.sender().hex());
    one.put("nonce", sent.nonce().hex());
    one.set("tip", numbers(List.of(sent.offer().tip())));
    List<BigInteger> offered = new ArrayList<>();
    for (GasBound bound : List.of(bounds.l1Gas(), bounds.l2Gas(), bounds.l1DataGas())) {
      offered.add(BigInteger.valueOf(bound.maxAmount()));
      offered.add(bound.maxPrice());
    }
    one.set("bounds", numbers(offered));
    one.set("calldata", numbers(sent.calldata().stream().map(Felt::value).toList()));
    one.set("signature", numbers(sent.signature().stream().map(Felt::value).toList()));
    return one;
  }

  private static ArrayNode numbers(List<BigInteger> numbers) {
    ArrayNode all = Json.NODES.arrayNode();
    numbers.forEach(number -> all.add("0x" + number.toString(16)));
    return all;
  }

  private static byte[] sealed(ObjectNode line) {
    byte[] json = Json.bytes(line);
    byte[] head = (checksum(json) + " ").getBytes(StandardCharsets.US_ASCII);
    byte[] all = Arrays.copyOf(head, head.length + json.length + 1);
    System.arraycopy(json, 0, all, head.length, json.length);
    all[all.length - 1] = '\n';
    return all;
  }

  private static String checksum(byte[] json) {
    CRC32C crc = new CRC32C();
    crc.update(json);
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }

  /// The JSON of a line without its line feed. Throws [InvalidValueException].
  private static JsonNode opened(byte[] line) {
    if (line.length <= CHECKSUM) {
      throw broken("a checksum and JSON");
    }
    byte[] json = Arrays.copyOfRange(line, CHECKSUM, line.length);
    String head = new String(line, 0, CHECKSUM, StandardCharsets.ISO_8859_1);
    if (!head.equals(checksum(json) + " ")) {
      throw broken("the checksum of its bytes");
    }
    return CheckedJson.of(json, Edge.TOPIC).tree();
  }

  private static InvalidValueException broken(String expected) {
    return new InvalidValueException("line", expected, "another text");
  }

  /// Throws [InvalidValueException].
  static ChainGenesis genesis(byte[] line) {
    JsonNode json = opened(line);
    return new ChainGenesis(felt(json, "chain"), felt(json, "seed"), number(json, "at"));
  }

  /// Throws [InvalidValueException].
  static KeptBlock block(byte[] line) {
    JsonNode json = opened(line);
    if (json.has("abort")) {
      return new KeptBlock.Aborted(number(json, "abort"));
    }
    List<BigInteger> prices = felts(json, "prices").stream().map(Felt::value).toList();
    if (prices.size() != 3) {
      throw broken("three prices");
    }
    List<Sent> transactions = new ArrayList<>();
    json.path("transactions").forEach(one -> transactions.add(sent(one)));
    try {
      GasPrices each = new GasPrices(prices.get(0), prices.get(1), prices.get(2));
      return new KeptBlock.Closed(
          felt(json, "hash"),
          new BlockContext(number(json, "block"), number(json, "at"), each),
          transactions);
    } catch (InvalidValueException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw broken(String.valueOf(e.getMessage()));
    }
  }

  private static Sent sent(JsonNode json) {
    List<BigInteger> bounds = felts(json, "bounds").stream().map(Felt::value).toList();
    List<Felt> tip = felts(json, "tip");
    if (bounds.size() != BOUNDS || tip.size() != 1) {
      throw broken("a tip and three bounds");
    }
    try {
      ResourceBounds each =
          new ResourceBounds(bound(bounds, 0), bound(bounds, 2), bound(bounds, 4));
      Broadcast.Offer offer = new Broadcast.Offer(tip.getFirst().value(), each);
      Broadcast sent =
          new Broadcast(
              felt(json, "sender"),
              felt(json, "nonce"),
              offer,
              felts(json, "calldata"),
              felts(json, "signature"));
      return new Sent(felt(json, "hash"), sent);
    } catch (ArithmeticException e) {
      throw broken("bounds of 64 and 128 bits");
    }
  }

  private static GasBound bound(List<BigInteger> bounds, int at) {
    return new GasBound(bounds.get(at).longValueExact(), bounds.get(at + 1));
  }

  private static Felt felt(JsonNode json, String field) {
    return Felt.parse(field, json.path(field).asString(""));
  }

  private static long number(JsonNode json, String field) {
    JsonNode value = json.path(field);
    if (!value.isIntegralNumber() || !value.canConvertToLong() || value.asLong() < 0) {
      throw broken("a number as " + field);
    }
    return value.asLong();
  }

  private static List<Felt> felts(JsonNode json, String field) {
    List<Felt> all = new ArrayList<>();
    json.path(field).forEach(word -> all.add(Felt.parse(field, word.asString(""))));
    return all;
  }
}
