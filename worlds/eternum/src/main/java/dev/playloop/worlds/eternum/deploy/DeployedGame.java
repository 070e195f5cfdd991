package dev.playloop.worlds.eternum.deploy;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.CheckedJson;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.Felt;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A deployment of the game: on which chain, and each contract by its name, without a namespace
/// (`world`, `setup`, `resource_systems`, …). Immutable. Its file is the part of a world's profile
/// that is compared at every start.
///
/// @param genesis hash of block 0
public record DeployedGame(Felt chainId, Felt genesis, Map<String, DeployedContract> contracts) {
  /// Our own game has 16.
  private static final int MAX_CONTRACTS = 64;

  private static final int MAX_NAME = 31;

  public DeployedGame {
    contracts = Collections.unmodifiableMap(new TreeMap<>(contracts));
  }

  /// Throws [IllegalArgumentException] where the game has no such contract.
  public Felt address(String name) {
    DeployedContract contract = contracts.get(name);
    if (contract == null) {
      throw new IllegalArgumentException("the game has no contract " + name);
    }
    return contract.address();
  }

  /// As [#read] takes it.
  public byte[] json() {
    ObjectNode json = Json.NODES.objectNode();
    json.put("chainId", chainId.hex()).put("genesis", genesis.hex());
    ObjectNode all = json.putObject("contracts");
    contracts.forEach((name, contract) ->
        all.putObject(name)
            .put("address", contract.address().hex())
            .put("classHash", contract.classHash().hex()));
    return Json.bytes(json);
  }

  /// Throws [InvalidValueException] for what is no such file.
  public static DeployedGame read(byte[] json) {
    JsonNode tree = CheckedJson.of(json, Edge.REQUEST).tree();
    JsonNode all = tree.path("contracts");
    if (!all.isObject() || all.size() > MAX_CONTRACTS) {
      throw new InvalidValueException(
          "contracts", "an object of at most " + MAX_CONTRACTS + " contracts", kind(all));
    }
    Map<String, DeployedContract> contracts = new TreeMap<>();
    for (Map.Entry<String, JsonNode> one : all.properties()) {
      String name = one.getKey();
      if (!name.matches("[a-z_]{1," + MAX_NAME + "}")) {
        throw new InvalidValueException("contracts", "names of 1 to 31 of a-z and _", name);
      }
      contracts.put(
          name,
          new DeployedContract(
              felt(name + ".address", one.getValue().get("address")),
              felt(name + ".classHash", one.getValue().get("classHash"))));
    }
    return new DeployedGame(
        felt("chainId", tree.get("chainId")), felt("genesis", tree.get("genesis")), contracts);
  }

  private static Felt felt(String field, @Nullable JsonNode value) {
    if (value == null || !value.isString()) {
      throw new InvalidValueException(field, "0x and hex digits", kind(value));
    }
    return Felt.parse(field, value.stringValue());
  }

  private static String kind(@Nullable JsonNode value) {
    return value == null ? "nothing" : value.getNodeType().name();
  }
}
