package dev.playloop.worlds.kernel.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.playloop.schemas.tool.Bounds;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.OneOf;
import dev.playloop.schemas.tool.Traits;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The tools that change something. Each is one transaction. Who acts is never an argument.
public sealed interface KernelWrite extends KernelTool {

  @Describe(
      "Create or update an artifact. Content is a string: send structured data as a JSON text"
          + " within it. An executable one's content is its code, with a function run.")
  @Traits(effect = Effect.WRITE)
  record WriteArtifact(
      @JsonProperty("artifact_id")
          @Describe("id of the artifact; a new id creates it")
          @Bounds(min = 1, max = MAX_ID)
          String artifactId,
      @Describe(
              "the content as a string (for structured data a JSON text, such as"
                  + " \"{\\\"a\\\":1}\"), or the code")
          @Bounds(min = 0, max = MAX_CONTENT)
          String content,
      @JsonProperty("artifact_type")
          @Describe("what it is; never changes later")
          @OneOf({"text", "json", "executable"})
          String artifactType,
      @JsonProperty("is_executable")
          @Describe("whether content is code that can be invoked; false if left out")
          @Nullable Boolean isExecutable,
      @JsonProperty("has_standing")
          @Describe("whether a new artifact is a principal that can hold scrip; false if left out")
          @Nullable Boolean hasStanding,
      @JsonProperty("access_contract_id")
          @Describe(
              "who may do what with it: freeware, transferable_freeware, self_owned, private,"
                  + " public, or the id of a contract artifact. A new artifact needs one")
          @Bounds(min = 1, max = MAX_ID)
          @Nullable String accessContractId,
      @Describe("language of the code, javascript if left out") @OneOf({"javascript", "python"})
          @Nullable String language,
      @JsonProperty("max_scrip") @Describe(MAX_SCRIP) @Bounds(min = 0, max = MAX_AMOUNT)
          @Nullable Long maxScrip)
      implements KernelWrite {}

  @Describe("Replace a piece of an artifact's content, or of its code where it is executable.")
  @Traits(effect = Effect.WRITE)
  record EditArtifact(
      @JsonProperty("artifact_id") @Describe("id of the artifact") @Bounds(min = 1, max = MAX_ID)
          String artifactId,
      @JsonProperty("old_string")
          @Describe("the text to replace; it must occur exactly once")
          @Bounds(min = 1, max = MAX_CONTENT)
          String oldString,
      @JsonProperty("new_string")
          @Describe("the text to put there")
          @Bounds(min = 0, max = MAX_CONTENT)
          String newString,
      @JsonProperty("max_scrip") @Describe(MAX_SCRIP) @Bounds(min = 0, max = MAX_AMOUNT)
          @Nullable Long maxScrip)
      implements KernelWrite {}

  @Describe("Delete an artifact. Its id stays taken.")
  @Traits(effect = Effect.WRITE)
  record DeleteArtifact(
      @JsonProperty("artifact_id") @Describe("id of the artifact") @Bounds(min = 1, max = MAX_ID)
          String artifactId,
      @JsonProperty("max_scrip") @Describe(MAX_SCRIP) @Bounds(min = 0, max = MAX_AMOUNT)
          @Nullable Long maxScrip)
      implements KernelWrite {}

  @Describe(
      "Set what an artifact costs others to read or to invoke. What is left out stays as it is.")
  @Traits(effect = Effect.WRITE)
  record SetArtifactPrices(
      @JsonProperty("artifact_id") @Describe("id of the artifact") @Bounds(min = 1, max = MAX_ID)
          String artifactId,
      @JsonProperty("read_price") @Describe("scrip for one read") @Bounds(min = 0, max = MAX_AMOUNT)
          @Nullable Long readPrice,
      @JsonProperty("invoke_price")
          @Describe("scrip for one successful invocation")
          @Bounds(min = 0, max = MAX_AMOUNT)
          @Nullable Long invokePrice,
      @JsonProperty("max_scrip") @Describe(MAX_SCRIP) @Bounds(min = 0, max = MAX_AMOUNT)
          @Nullable Long maxScrip)
      implements KernelWrite {}

  @Describe("Invoke an executable artifact. Costs its invoke price, if it succeeds.")
  @Traits(effect = Effect.WRITE)
  record InvokeArtifact(
      @JsonProperty("artifact_id") @Describe("id of the artifact") @Bounds(min = 1, max = MAX_ID)
          String artifactId,
      @Describe("the arguments; one that is JSON is parsed before the call")
          @Bounds(min = 0, max = 32)
          @Nullable List<String> args,
      @Describe("run it, or describe tells its interface for free; run if left out")
          @OneOf({"run", "describe"})
          @Nullable String method,
      @JsonProperty("max_scrip") @Describe(MAX_SCRIP) @Bounds(min = 0, max = MAX_AMOUNT)
          @Nullable Long maxScrip)
      implements KernelWrite {}

  @Describe("Transfer scrip to another principal.")
  @Traits(effect = Effect.WRITE)
  record TransferScrip(
      @Describe("id of the recipient, a principal") @Bounds(min = 1, max = MAX_ID) String to,
      @Describe("how much, a whole number") @Bounds(min = 1, max = MAX_AMOUNT) long amount)
      implements KernelWrite {}

  @Describe("Give some of your LLM budget to another principal.")
  @Traits(effect = Effect.WRITE)
  record TransferResource(
      @Describe("id of the recipient, a principal") @Bounds(min = 1, max = MAX_ID) String to,
      @Describe("which resource") @OneOf({"llm_budget"}) String resource,
      @Describe("how much, in USD, at most 8 decimals") @Bounds(min = 0, max = 1_000_000)
          BigDecimal amount)
      implements KernelWrite {}

  @Describe(
      "Submit an executable artifact of yours as the solution of a task. The first that passes all"
          + " tests, public and hidden, earns the reward.")
  @Traits(effect = Effect.WRITE)
  record SubmitToTask(
      @JsonProperty("task_id") @Describe("id of the task") @Bounds(min = 1, max = MAX_ID)
          String taskId,
      @JsonProperty("artifact_id") @Describe("id of the artifact") @Bounds(min = 1, max = MAX_ID)
          String artifactId,
      @JsonProperty("max_scrip") @Describe(MAX_SCRIP) @Bounds(min = 0, max = MAX_AMOUNT)
          @Nullable Long maxScrip)
      implements KernelWrite {}
}
