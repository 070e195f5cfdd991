package dev.playloop.worlds.kernel.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.playloop.schemas.tool.Bounds;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.OneOf;
import dev.playloop.schemas.tool.Traits;
import org.jspecify.annotations.Nullable;

/// The tools that look. A read may cost its artifact's read price, once for each action id.
public sealed interface KernelRead extends KernelTool {

  @Describe(
      "Search for artifacts by a glob pattern of their id. * stands for any text, ? for one"
          + " character.")
  @Traits(effect = Effect.READ)
  record QueryArtifacts(
      @JsonProperty("name_pattern")
          @Describe("glob pattern, such as discourse_v4*")
          @Bounds(min = 1, max = MAX_ID)
          String namePattern,
      @Describe("only artifacts that this principal created") @Bounds(min = 1, max = MAX_ID)
          @Nullable String owner,
      @Describe("only artifacts of this type") @OneOf({"text", "json", "executable"})
          @Nullable String type,
      @Describe("only executable ones, or only others") @Nullable Boolean executable,
      @Describe("how many at most, 50 if left out") @Bounds(min = 1, max = 50)
          @Nullable Integer limit,
      @Describe("how many to skip, 0 if left out") @Bounds(min = 0, max = 1_000_000)
          @Nullable Integer offset)
      implements KernelRead {}

  @Describe("Read an artifact's content. Costs its read price, if it has one.")
  @Traits(effect = Effect.READ)
  record ReadArtifact(
      @JsonProperty("artifact_id") @Describe("id of the artifact") @Bounds(min = 1, max = MAX_ID)
          String artifactId,
      @JsonProperty("max_scrip") @Describe(MAX_SCRIP) @Bounds(min = 0, max = MAX_AMOUNT)
          @Nullable Long maxScrip)
      implements KernelRead {}
}
