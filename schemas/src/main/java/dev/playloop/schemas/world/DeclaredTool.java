package dev.playloop.schemas.world;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.json.Default;
import dev.playloop.schemas.json.RawJson;
import dev.playloop.schemas.tool.Bounds;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.LaneBy;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A tool of a world that is data.
@RecordBuilder
public record DeclaredTool(
    @Describe("lower-case letters, digits and _") @Bounds(min = 1, max = 64) String name,
    @Describe("what it does, for the model") @Bounds(min = 1, max = 1_000) String description,
    @Describe("read looks, write changes the world") Deed effect,
    @Describe("JSON Schema of the arguments, an object's") @Default("{\"type\":\"object\"}")
        RawJson arguments,
    @Describe("the parameter that holds the id of the message which it answers")
        @Nullable String replyTo,
    @Describe("the parameter with what players will read, at which the world's guard looks first")
        @Nullable String says,
    @Describe("whether a call that succeeds ends the run when nothing else is open")
        @Default("false")
        Boolean endsRun,
    @Describe("what its calls share a lane with; a write's agent where left out")
        @Nullable SharedLane lane,
    @Describe("how long one call may wait and take, PT1S to PT1H; the agent's limit without it")
        @Nullable Duration limit)
    implements DeclaredToolBuilder.With {
  private static final RawJson NO_ARGUMENTS = new RawJson("{\"type\":\"object\"}");
  private static final int MAX_NAME = 64;
  private static final int MAX_DESCRIPTION = 1_000;

  public DeclaredTool {
    Require.text("name", name, MAX_NAME);
    Require.text("description", description, MAX_DESCRIPTION);
    Require.present("effect", effect, "read or write");
    arguments = arguments == null ? NO_ARGUMENTS : arguments;
    endsRun = endsRun != null && endsRun;
  }

  /// Calls of one lane run one at a time.
  public record SharedLane(
      @Describe("agent, actor, world with a name, or argument with a parameter's") Sharing by,
      @Describe("of the lane by world, of the parameter by argument") @Nullable String name) {
    public SharedLane {
      Require.present("by", by, "agent, actor, world or argument");
    }
  }

  /// [Effect], as the file writes it.
  public enum Deed {
    @JsonProperty("read")
    READ,
    @JsonProperty("write")
    WRITE;

    public Effect effect() {
      return this == READ ? Effect.READ : Effect.WRITE;
    }
  }

  /// [LaneBy], as the file writes it.
  public enum Sharing {
    @JsonProperty("agent")
    AGENT(LaneBy.AGENT),
    @JsonProperty("actor")
    ACTOR(LaneBy.ACTOR),
    @JsonProperty("world")
    WORLD(LaneBy.WORLD),
    @JsonProperty("argument")
    ARGUMENT(LaneBy.ARGUMENT);

    private final LaneBy lane;

    Sharing(LaneBy lane) {
      this.lane = lane;
    }

    public LaneBy lane() {
      return lane;
    }
  }
}
