package dev.playloop.schemas.event;

import com.fasterxml.jackson.annotation.JsonProperty;

/// The class of a kind of trigger; it gives the default priority and the route.
public enum TriggerClass {
  @JsonProperty("conversation")
  CONVERSATION(80),
  @JsonProperty("event")
  EVENT(60),
  @JsonProperty("schedule")
  SCHEDULE(40),
  @JsonProperty("idle")
  IDLE(20);

  private final int priority;

  TriggerClass(int priority) {
    this.priority = priority;
  }

  public int priority() {
    return priority;
  }

  /// By the first part of the kind: chat is conversation, schedule is a schedule, idle is idle. By
  /// the last: an iteration, by which an agent goes on with work of its own, is a schedule whatever
  /// world it is of. Everything else is an event.
  public static TriggerClass of(String kind) {
    int dot = kind.indexOf('.');
    return switch (dot < 0 ? kind : kind.substring(0, dot)) {
      case "chat" -> CONVERSATION;
      case "schedule" -> SCHEDULE;
      case "idle" -> IDLE;
      default -> kind.endsWith(".iteration") ? SCHEDULE : EVENT;
    };
  }
}
