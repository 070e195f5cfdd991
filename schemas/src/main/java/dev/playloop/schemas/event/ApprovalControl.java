package dev.playloop.schemas.event;

import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A person's word on writes that wait for one, beyond [Control.Approve] and [Control.Deny]. This
/// release journals each as [ApprovalEvent.Ignored], and does nothing else. `argsHash` is the
/// SHA-256 of the arguments' JSON that the person saw; null where they saw none.
public sealed interface ApprovalControl extends Control {
  Author author();

  /// Release the write with other arguments.
  record Edit(
      AgentId agent,
      ActionId action,
      @Nullable String argsHash,
      JsonNode args,
      Author author,
      @Nullable String reason,
      Instant at)
      implements ApprovalControl {
    /// An approval with other arguments.
    public static Edit of(Control.Approve approve, JsonNode args) {
      return new Edit(
          approve.agent(),
          approve.action(),
          approve.argsHash(),
          args,
          approve.author(),
          approve.reason(),
          approve.at());
    }
  }

  /// Take one's own word back, as long as it has led to nothing.
  record Withdraw(
      AgentId agent,
      ActionId action,
      @Nullable String argsHash,
      Author author,
      @Nullable String reason,
      Instant at)
      implements ApprovalControl {
    /// An approval taken back.
    public static Withdraw of(Control.Approve approve) {
      return new Withdraw(
          approve.agent(),
          approve.action(),
          approve.argsHash(),
          approve.author(),
          approve.reason(),
          approve.at());
    }
  }

  /// Say whether a write that is UNKNOWN has happened.
  record Confirm(
      AgentId agent,
      ActionId action,
      boolean happened,
      Author author,
      @Nullable String reason,
      Instant at)
      implements ApprovalControl {
    public static Confirm of(
        AgentId agent, ActionId action, boolean happened, Author author, Instant at) {
      return new Confirm(agent, action, happened, author, null, at);
    }
  }

  /// Approve in advance.
  ///
  /// @param grant its id
  /// @param rule the rule that it answers
  /// @param pattern what the arguments must be, by field
  /// @param uses how often it counts
  /// @param until when it ends at the latest
  record Grant(
      AgentId agent,
      String grant,
      String rule,
      JsonNode pattern,
      int uses,
      Instant until,
      Author author,
      @Nullable String reason,
      Instant at)
      implements ApprovalControl {
    /// One that is good for a single use and ends at once: [#good] says otherwise.
    public static Grant of(AgentId agent, String grant, String rule, Author author, Instant at) {
      return new Grant(agent, grant, rule, Json.NODES.objectNode(), 1, at, author, null, at);
    }

    /// For arguments like these, so often, until then.
    public Grant good(JsonNode pattern, int uses, Instant until) {
      return new Grant(agent, grant, rule, pattern, uses, until, author, reason, at);
    }

    public Grant reason(String reason) {
      return new Grant(agent, grant, rule, pattern, uses, until, author, reason, at);
    }
  }

  /// End a grant.
  record Revoke(AgentId agent, String grant, Author author, @Nullable String reason, Instant at)
      implements ApprovalControl {}
}
