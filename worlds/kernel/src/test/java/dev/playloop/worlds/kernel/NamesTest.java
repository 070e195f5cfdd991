package dev.playloop.worlds.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.json.Json;
import dev.playloop.testkit.NeedsInfra;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/// What agents may call what they make.
@NeedsInfra
class NamesTest {
  private TestKernel kernel;

  @BeforeEach
  void open() {
    kernel = TestKernel.seeded();
  }

  @AfterEach
  void close() {
    kernel.close();
  }

  private ActionResult write(String id) {
    ObjectNode args =
        Json.NODES
            .objectNode()
            .put("artifact_id", id)
            .put("content", "x")
            .put("artifact_type", "text")
            .put("has_standing", true)
            .put("access_contract_id", "freeware");
    return kernel.perform("delta", "write_artifact", Json.text(args));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "alph\u0430", // Cyrillic
        "\u0430\u0440\u0440\u0435", // nothing else but Cyrillic
        "a\u001b[31mb\u202ec",
        "al\u200bpha",
        "\uff41lpha", // fullwidth
        "cafe\u0301",
        "alpha ",
        " alpha",
        "new\nline",
        "a*b",
        "-x",
        "\ud835\udc1alpha", // mathematical bold
      })
  void idsAreOfPlainLetters(String id) {
    String before = kernel.everything();
    ActionResult result = write(id);
    assertThat(TestKernel.error(result).code()).isEqualTo("invalid_argument");
    assertThat(TestKernel.error(result).field()).isEqualTo("artifact_id");
    assertThat(kernel.everything()).isEqualTo(before);
  }

  @ParameterizedTest(name = "{0} beside {1}")
  @CsvSource({
    "a1pha, alpha",
    "aIpha, alpha",
    "de1ta, delta",
    "c0rpus2, cOrpus2",
    "rnoney, money",
    "vvallet, wallet"
  })
  void anIdThatLooksLikeAnotherIsRefusedWithWhich(String twin, String known) {
    if (!known.equals("alpha") && !known.equals("delta")) {
      assertThat(write(known).error()).isNull();
    }
    ActionResult result = write(twin);
    assertThat(TestKernel.error(result).code()).isEqualTo("already_exists");
    assertThat(TestKernel.error(result).message()).contains(twin + " looks like " + known);
  }

  @Test
  void aNameFromBeforeIsUsedAsEverAndKeepsItsTwinsAway() {
    kernel.execute("select kernel_principal('p\u0430yer', 5)");
    kernel.execute("select kernel_artifact('caf\u00e9 notes', 'text', 'old', 'alpha')");
    kernel.done("alpha", "transfer_scrip", "{\"to\":\"p\u0430yer\",\"amount\":1}");
    kernel.done("beta", "read_artifact", "{\"artifact_id\":\"caf\u00e9 notes\"}");
    kernel.done(
        "alpha",
        "write_artifact",
        "{\"artifact_id\":\"caf\u00e9 notes\",\"content\":\"new\",\"artifact_type\":\"text\"}");
    assertThat(TestKernel.error(write("payer")).message()).contains("looks like p\u0430yer");
  }
}
