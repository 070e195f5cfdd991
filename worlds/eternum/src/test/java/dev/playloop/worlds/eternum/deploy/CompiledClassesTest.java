package dev.playloop.worlds.eternum.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import dev.playloop.testkit.Effort;
import dev.playloop.worlds.chain.declare.SierraClass;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The compiled classes are those of the sources: all as their list has them, and some compiled
/// again in each build, which ones by the day. With `-Dplayloop.contracts.rebuild=true` the last
/// test writes them anew instead of comparing: that is how they are made.
@Tag("slow")
final class CompiledClassesTest {
  private static final Path CLASSES =
      Path.of("src/main/resources/dev/playloop/worlds/eternum/deploy/classes").toAbsolutePath();

  /// One a JVM: a second try plays the same.
  @SuppressWarnings("TimeInStaticInitializer")
  private static final long DAY =
      Long.getLong("playloop.contracts.day", LocalDate.now(ZoneOffset.UTC).toEpochDay());

  private static final boolean REBUILD = Boolean.getBoolean("playloop.contracts.rebuild");

  @Test
  void theSourcesAreThoseThatWereCompiled() throws IOException {
    Assumptions.assumeFalse(REBUILD);
    assertThat(list().path("sources").stringValue()).isEqualTo(ContractList.sha256());
    assertThat(list().path("compiler").stringValue()).isEqualTo("Cairo " + CairoCompiler.VERSION);
  }

  @Test
  void eachFileHasItsHashAndItsClassHash() throws IOException {
    Assumptions.assumeFalse(REBUILD);
    List<String> names = new ArrayList<>();
    for (JsonNode one : list().path("classes")) {
      String name = one.path("name").stringValue();
      names.add(name);
      byte[] sierra = ContractList.bytes(CLASSES.resolve(name + ".json"));
      assertThat(ContractList.sha256(sierra)).as(name).isEqualTo(one.path("sha256").stringValue());
      assertThat(SierraClass.read(sierra).classHash().hex())
          .as(name)
          .isEqualTo(one.path("classHash").stringValue());
    }
    assertThat(names)
        .isEqualTo(ContractList.entries().stream().map(ContractList.Entry::name).toList());
  }

  @Test
  void theCompilerMakesTheSameOfTheSources() throws IOException, InterruptedException {
    CairoCompiler compiler = CairoCompiler.found();
    Assumptions.assumeTrue(
        compiler != null,
        "NOT RUN: no Cairo " + CairoCompiler.VERSION + " by -D" + CairoCompiler.PROPERTY + "=…");
    Path out = Files.createDirectories(Path.of("target/compiled").toAbsolutePath());
    ObjectNode list = Json.NODES.objectNode();
    list.put("compiler", "Cairo " + CairoCompiler.VERSION).put("sources", ContractList.sha256());
    var classes = list.putArray("classes");
    for (ContractList.Entry entry : REBUILD ? ContractList.entries() : ofToday()) {
      Objects.requireNonNull(compiler).compile(ContractList.FOLDER, entry, out);
      CompiledContract compiled = CompiledContract.of(entry.name(), out);
      ObjectNode made =
          classes
              .addObject()
              .put("name", compiled.name())
              .put("classHash", compiled.classHash().hex())
              .put("compiledClassHash", compiled.compiledClassHash().hex())
              .put(
                  "sha256",
                  ContractList.sha256(compiled.sierra().getBytes(StandardCharsets.UTF_8)));
      if (REBUILD) {
        Files.createDirectories(CLASSES);
        Files.writeString(CLASSES.resolve(entry.name() + ".json"), compiled.sierra());
      } else {
        assertThat(list().path("classes")).as(entry.name()).contains(made);
      }
    }
    if (REBUILD) {
      Files.writeString(CLASSES.resolve("classes.json"), list.toPrettyString() + "\n");
    }
  }

  /// Each takes some seconds, and all have their turn within days.
  private static List<ContractList.Entry> ofToday() throws IOException {
    List<ContractList.Entry> all = new ArrayList<>(ContractList.entries());
    System.out.println("-Dplayloop.contracts.day=" + DAY);
    int inEachBuild = Math.min(Effort.of(3), all.size());
    Collections.rotate(all, Math.toIntExact(-DAY * inEachBuild % all.size()));
    return all.subList(0, inEachBuild);
  }

  private static JsonNode list() throws IOException {
    return Json.tree(Files.readString(CLASSES.resolve("classes.json")));
  }
}
