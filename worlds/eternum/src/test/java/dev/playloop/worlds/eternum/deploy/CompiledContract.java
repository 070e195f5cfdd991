package dev.playloop.worlds.eternum.deploy;

import com.swmansion.starknet.crypto.HashMethod;
import com.swmansion.starknet.data.Cairo1ClassHashCalculator;
import com.swmansion.starknet.data.types.CasmContractDefinition;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.crypto.Poseidon;
import dev.playloop.worlds.chain.crypto.Selector;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What the compiler made of one contract, as it is kept and as the chain hashes it.
///
/// @param sierra minified, as a declaration carries it
record CompiledContract(String name, byte[] sierra, Felt classHash, Felt compiledClassHash) {
  static CompiledContract of(String name, Path folder) throws IOException {
    JsonNode full = Json.tree(Files.readString(folder.resolve(name + ".sierra.json")));
    ObjectNode kept = Json.NODES.objectNode();
    kept.set("sierra_program", full.get("sierra_program"));
    kept.set("contract_class_version", full.get("contract_class_version"));
    kept.set("entry_points_by_type", full.get("entry_points_by_type"));
    kept.put("abi", spaced(Json.text(full.get("abi"))));
    String casm = Files.readString(folder.resolve(name + ".casm.json"));
    return new CompiledContract(
        name,
        Json.bytes(kept),
        classHash(kept),
        Felt.of(
            Cairo1ClassHashCalculator.INSTANCE
                .computeCasmClassHash(new CasmContractDefinition(casm), HashMethod.BLAKE2S)
                .getValue()));
  }

  /// A space after each comma and colon outside of strings: nodes hash the ABI as Python writes it,
  /// in whatever form they were given it.
  private static String spaced(String json) {
    StringBuilder spaced = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      spaced.append(c);
      quoted ^= c == '"';
      if (!quoted && (c == ',' || c == ':')) {
        spaced.append(' ');
      }
    }
    return spaced.toString();
  }

  /// Source: Starknet's documentation, "Class hash".
  static Felt classHash(JsonNode sierra) {
    JsonNode points = sierra.get("entry_points_by_type");
    List<Felt> program = new ArrayList<>();
    sierra.get("sierra_program").forEach(word -> program.add(Felt.hex(word.stringValue())));
    return Poseidon.hash(
        List.of(
            Felt.shortString("CONTRACT_CLASS_V0.1.0"),
            points(points.get("EXTERNAL")),
            points(points.get("L1_HANDLER")),
            points(points.get("CONSTRUCTOR")),
            Selector.keccak(sierra.get("abi").stringValue().getBytes(StandardCharsets.UTF_8)),
            Poseidon.hash(program)));
  }

  private static Felt points(JsonNode points) {
    List<Felt> words = new ArrayList<>();
    for (JsonNode point : points) {
      words.add(Felt.hex(point.get("selector").stringValue()));
      words.add(Felt.of(point.get("function_idx").longValue()));
    }
    return Poseidon.hash(words);
  }
}
