package dev.playloop.worlds.eternum.calldata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import dev.playloop.testkit.NpmFolder;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.eternum.calldata.RandomActions.Given;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Another implementation, starknet.js, encodes generated actions from the entrypoints' ABI and
/// must come to the same words. Its script and ABI know nothing of our annotations. NOT RUN where
/// there is no Node.js, or it can't be installed.
@Tag("slow")
class StarknetJsTest {
  private static final Path INSTALLED = Path.of("target/node");
  private static final int ACTIONS = 2_000;

  @BeforeAll
  static void install() throws IOException, InterruptedException {
    NpmFolder.require();
    NpmFolder.installed();
    NpmFolder.script("oracle.mjs");
    NpmFolder.script("eternum-abi.json");
  }

  private static int run(Path input, String answers, String... command)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .directory(INSTALLED.toFile())
            .redirectErrorStream(true)
            .redirectOutput(INSTALLED.resolve(answers).toFile())
            .redirectInput(input.toFile())
            .start();
    if (!process.waitFor(3, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      return -1;
    }
    return process.exitValue();
  }

  @Test
  void anotherImplementationComesToTheSameWords() throws IOException, InterruptedException {
    long seed = 15_000;
    RandomActions generated = new RandomActions(seed);
    List<Given> asked = new ArrayList<>();
    ActionSamples.ALL.forEach(
        (tool, args) -> asked.add(new Given(tool, (ObjectNode) Json.tree(args))));
    while (asked.size() < ACTIONS) {
      asked.add(generated.next());
    }
    List<String> lines = asked.stream().map(StarknetJsTest::line).toList();
    Path input = Files.write(INSTALLED.resolve("asked.jsonl"), lines);

    assertThat(run(input, "answers.jsonl", "node", "oracle.mjs")).isZero();

    List<String> answers = Files.readAllLines(INSTALLED.resolve("answers.jsonl"));
    assertThat(answers).hasSize(asked.size());
    ActionCalls calls = new ActionCalls(ActionSamples.S2);
    for (int i = 0; i < asked.size(); i++) {
      Given given = asked.get(i);
      List<ContractCall> ours =
          calls.of(ActionSamples.parse(given.tool(), given.args()), ActionSamples.ACCOUNT);
      assertThat(ours)
          .as("seed %d, action %d: %s", seed, i, lines.get(i))
          .isEqualTo(read(answers.get(i)));
    }
    System.out.printf("%d actions encoded as starknet.js does, seed %d%n", asked.size(), seed);
  }

  private static String line(Given given) {
    ObjectNode line = Json.NODES.objectNode().put("action", given.tool());
    line.set("args", given.args());
    line.put("gameId", ActionSamples.GAME).put("account", ActionSamples.ACCOUNT.hex());
    ObjectNode addresses = line.putObject("addresses");
    GameSystems.ALL.forEach(each -> addresses.put(each, ActionSamples.S2.address(each).hex()));
    return line.toString();
  }

  private static List<ContractCall> read(String answer) {
    JsonNode calls = Json.tree(answer);
    assertThat(calls.isArray()).as(answer).isTrue();
    List<ContractCall> read = new ArrayList<>();
    for (JsonNode call : calls) {
      List<Felt> words =
          call.path("calldata").valueStream().map(word -> Felt.hex(word.asString())).toList();
      ContractCall made =
          new ContractCall(
              Felt.hex(call.path("to").asString()), call.path("entrypoint").asString(), words);
      assertThat(made.selector().hex()).isEqualTo(call.path("selector").asString());
      read.add(made);
    }
    return read;
  }
}
