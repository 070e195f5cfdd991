package dev.playloop.worlds.eternum.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.AgentConfig.Boundary;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.ToolDeclaration;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.worlds.model.Catalogue;
import dev.playloop.worlds.model.GoldenCatalogue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The tools as models see them.
class EternumCatalogueTest {
  private static final Path SEEN = Path.of("src/test/resources/eternum-seen.json");

  /// What all of them may cost in every prompt of an agent that may do everything.
  private static final int MAX_TOKENS = 9_000;

  private final EternumWorld world = new EternumWorld();
  private final List<ToolDeclaration> seen =
      Catalogue.of(world).declarations(new Boundary(List.of("*"))).subList(0, 4);

  @Test
  void theCatalogueIsAsCommitted() throws IOException {
    GoldenCatalogue.compare(world);
  }

  @Test
  void whatAModelSeesIsAsCommitted() throws IOException {
    String now = Json.LOG.valueToTree(seen).toPrettyString() + "\n";
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(SEEN, now);
    }
    assertThat(now).isEqualTo(Files.readString(SEEN));
    assertThat(seen)
        .extracting(ToolDeclaration::name)
        .containsExactly("execute_action", "simulate_action", "observe_game", "list_actions");
  }

  @Test
  void theirTokensAreCountedAndBounded() {
    int all = 0;
    for (ToolDeclaration tool : seen) {
      int text = tokens(tool.description());
      int schema = tokens(tool.parameters().text());
      System.out.printf("%s: %d tokens of text, %d of schema%n", tool.name(), text, schema);
      all += text + schema;
    }
    System.out.printf("tools of eternum: %d tokens in all%n", all);
    assertThat(all).isLessThanOrEqualTo(MAX_TOKENS);
  }

  /// As elsewhere: four bytes each.
  private static int tokens(String text) {
    return (text.getBytes(StandardCharsets.UTF_8).length + 3) / 4;
  }

  @Test
  void parametersThatClashAreToldApartAndNoOthers() {
    assertThat(Json.tree(seen.getFirst().parameters().text()).path("properties").propertyNames())
        .filteredOn(name -> name.contains("_of_"))
        .containsExactly("slot_of_claim_arrivals", "slot_of_add_guard", "slot_of_delete_guard");
  }

  @Test
  void aWriteRunsInItsAccountsLaneAndWaitsAsLongAsTheChainMayTake() {
    AgentId ada = AgentId.of("eternum", "ada");
    AgentId bob = AgentId.of("eternum", "bob");
    for (ToolSpec<?> spec : world.tools().specs()) {
      boolean write = EternumWrite.class.isAssignableFrom(spec.type());
      assertThat(spec.effect()).as(spec.name()).isEqualTo(write ? Effect.WRITE : Effect.READ);
      if (write) {
        assertThat(spec.timeLimit()).isEqualTo(Duration.ofMinutes(2));
        ActionId action = ActionId.of(RunId.of(ada, "t1").turn(1), 1);
        ActionId other = ActionId.of(RunId.of(bob, "t2").turn(1), 1);
        assertThat(spec.lane(ada, "0x1", action, Json.NODES.objectNode()))
            .isEqualTo(spec.lane(bob, "0x1", other, Json.NODES.objectNode()))
            .isNotEqualTo(spec.lane(ada, "0x2", action, Json.NODES.objectNode()));
      }
    }
  }

  @Test
  void aViewMayComeAsLateAsAnIndexIsBehindTheChain() {
    assertThat(world.viewWait()).isEqualTo(Duration.ofSeconds(15));
  }
}
