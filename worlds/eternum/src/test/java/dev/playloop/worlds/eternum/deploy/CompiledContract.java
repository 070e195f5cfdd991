package dev.playloop.worlds.eternum.deploy;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.declare.CompiledClassHash;
import dev.playloop.worlds.chain.declare.SierraClass;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What the compiler made of one contract, as it is kept and as the chain hashes it. Of the CASM
/// only the hash is kept: a node compiles the Sierra by itself, and a declaration vouches for what
/// comes of it.
///
/// @param sierra minified, without debug info
record CompiledContract(String name, String sierra, Felt classHash, Felt compiledClassHash) {
  static CompiledContract of(String name, Path folder) {
    byte[] compiled = ContractList.bytes(folder.resolve(name + ".sierra.json"));
    JsonNode full = Json.tree(new String(compiled, StandardCharsets.UTF_8));
    ObjectNode kept = Json.NODES.objectNode();
    for (String field :
        new String[] {"sierra_program", "contract_class_version", "entry_points_by_type", "abi"}) {
      kept.set(field, full.get(field));
    }
    String sierra = Json.text(kept);
    return new CompiledContract(
        name,
        sierra,
        SierraClass.read(sierra.getBytes(StandardCharsets.UTF_8)).classHash(),
        CompiledClassHash.of(ContractList.bytes(folder.resolve(name + ".casm.json"))));
  }
}
