package dev.playloop.loop;

import dev.playloop.schemas.approval.ApprovalRule;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.ApprovalEvent.How;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.id.RunId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What people are asked about one write, as [PeopleOracle] understands it, and who may answer.
final class AskedWrite {

  final RunId run;
  final String tool;
  final JsonNode own;
  JsonNode args;
  ApprovalRule rule;
  String approval;
  List<String> roles;
  Instant expires;
  boolean escalated;
  boolean edited;
  int again;
  final Set<String> words = new HashSet<>();
  final Set<String> heard = new HashSet<>();
  final Map<String, Instant> back = new HashMap<>();
  @Nullable How how;
  @Nullable How due;
  final int order;

  AskedWrite(RunId run, LoopEvent.ApprovalAsked event, ApprovalRule rule, Instant at, int order) {
    this.run = run;
    this.order = order;
    this.rule = rule;
    tool = event.tool();
    own = event.args();
    args = own;
    approval = event.question().approval();
    roles = rule.roles();
    expires = at.plus(rule.expires());
  }

  boolean isOpen() {
    return how == null && due == null;
  }

  @Override
  public String toString() {
    return approval + " of " + rule + " until " + expires + ", " + words + back + ", " + how;
  }

  /// The rule that asks about a call; null where none does.
  static @Nullable ApprovalRule rule(AgentConfig config, String tool, JsonNode args) {
    for (ApprovalRule rule : config.approvals()) {
      boolean fits = rule.when() == null || Rules.isOf(rule.when().when(), args);
      if (fits && (rule.tools().contains("*") || rule.tools().contains(tool))) {
        return rule;
      }
    }
    return null;
  }

  static boolean isOwn(RunOracle.Known run, String who) {
    return who.equals(Configs.ADA.value())
        || who.equals(run.config().actor())
        || who.equals(run.subject());
  }

  static boolean mayAnswer(Author author, List<String> asked) {
    List<String> all = new ArrayList<>(asked);
    all.retainAll(author.roles());
    return author.roles().contains("*")
        || !all.isEmpty()
        || (asked.isEmpty() && !author.roles().isEmpty());
  }
}
