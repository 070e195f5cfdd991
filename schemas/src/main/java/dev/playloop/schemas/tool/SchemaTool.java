package dev.playloop.schemas.tool;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A call of a tool that is declared by a JSON Schema: its arguments stay JSON.
///
/// @param args checked by the schema
public record SchemaTool(String name, JsonNode args) implements Tool {

  /// What such a tool declares beside its schema; [Traits] says what each means.
  ///
  /// @param limit how long one call may wait and take, from a second to an hour; null where that is
  ///   the agent's to say
  public record Declaration(
      Effect effect,
      @Nullable String replyTo,
      @Nullable String says,
      boolean endsRun,
      LaneBy laneBy,
      @Nullable String lane,
      @Nullable Duration limit) {
    /// One that is no reply, in the lane that follows from its effect.
    public static Declaration of(Effect effect) {
      return new Declaration(effect, null, null, false, LaneBy.EFFECT, null, null);
    }

    /// A reply to the message whose id this parameter holds.
    public Declaration replyTo(String parameter) {
      return new Declaration(effect, parameter, says, endsRun, laneBy, lane, limit);
    }

    /// People will read what this parameter holds.
    public Declaration says(String parameter) {
      return new Declaration(effect, replyTo, parameter, endsRun, laneBy, lane, limit);
    }

    /// A successful call ends the run when nothing else is open.
    public Declaration ending() {
      return new Declaration(effect, replyTo, says, true, laneBy, lane, limit);
    }

    public Declaration lane(LaneBy by, @Nullable String name) {
      return new Declaration(effect, replyTo, says, endsRun, by, name, limit);
    }

    public Declaration limit(Duration limit) {
      return new Declaration(effect, replyTo, says, endsRun, laneBy, lane, limit);
    }
  }
}
