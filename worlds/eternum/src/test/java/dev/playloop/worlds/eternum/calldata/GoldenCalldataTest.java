package dev.playloop.worlds.eternum.calldata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.eternum.model.EternumWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What each action's calls are, in both generations, as it is committed; `-Dgolden.update=true`
/// writes it anew.
class GoldenCalldataTest {
  private static final Path GOLDEN = Path.of("src/test/resources/eternum-calldata.json");

  @Test
  void eachActionHasASample() {
    assertThat(new EternumWorld().dispatched().specs())
        .extracting(ToolSpec::name)
        .hasSize(35)
        .containsExactlyInAnyOrderElementsOf(ActionSamples.ALL.keySet());
  }

  @Test
  void theCallsOfEachActionAreAsCommitted() throws IOException {
    ArrayNode all = Json.NODES.arrayNode();
    ActionSamples.ALL.forEach((tool, args) -> {
      ObjectNode sample = all.addObject().put("action", tool);
      sample.set("args", Json.tree(args));
      write(sample.putArray("s2"), calls(ActionSamples.S2, tool, args));
      write(sample.putArray("s1"), calls(ActionSamples.S1, tool, args));
    });
    String now = all.toPrettyString() + "\n";
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(GOLDEN, now);
    }
    assertThat(now).isEqualTo(Files.readString(GOLDEN));
  }

  private static List<ContractCall> calls(GameDirectory game, String tool, String args) {
    return new ActionCalls(game).of(ActionSamples.parse(tool, args), ActionSamples.ACCOUNT);
  }

  private static void write(ArrayNode into, List<ContractCall> calls) {
    for (ContractCall call : calls) {
      ObjectNode written = into.addObject();
      written.put("to", GameSystems.ALL.get((int) call.to().toLong() - 0x101));
      written.put("entrypoint", call.entrypoint());
      call.calldata().forEach(word -> written.withArray("calldata").add(word.value().toString()));
    }
  }
}
