package dev.playloop.launcher;

import dev.playloop.schemas.topic.Topics;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/// Who may do what: the table of `docs/operations.md`, which a test compares with this. A name gets
/// the prefix of topics and groups, and a `*` at its end is a prefixed pattern. Used by one thread.
public final class AccessRights {
  public static final String INGEST = "ingest";
  public static final String PROJECTOR = "projector";
  public static final String REASONER = "reasoner";
  public static final String AUDITOR = "auditor";
  public static final String CONSOLE = "console";
  public static final String EXECUTOR = "executor";
  public static final String GAME = "game";
  public static final String OPERATOR = "operator";

  private final String prefix;
  private final List<AclBinding> all = new ArrayList<>();
  private String principal = "";

  private AccessRights(String prefix) {
    this.prefix = prefix;
  }

  /// The table, with a row's worth of rights for each world.
  public static List<AclBinding> table(Topics topics, Collection<String> worlds) {
    return new AccessRights(topics.prefix()).roles(worlds).clients().all;
  }

  /// The table for one machine: who runs the system there may also do what a cluster's
  /// administrator gives its operator from case to case, such as to delete records that are
  /// archived.
  static List<AclBinding> ofOneMachine(Topics topics, Collection<String> worlds) {
    AccessRights rights = new AccessRights(topics.prefix()).roles(worlds).clients();
    // Its executor performs the actions of every world, those of groups too that come later.
    rights
        .row(EXECUTOR)
        .reads("actions.*", "ledger.*")
        .writes("ledger.*")
        .groups("executor.*")
        .transactions("executor.*");
    rights.row(OPERATOR);
    rights.add(ResourceType.TOPIC, List.of("*"), AclOperation.ALL);
    rights.add(ResourceType.GROUP, List.of("*"), AclOperation.ALL);
    rights.add(ResourceType.TRANSACTIONAL_ID, List.of("*"), AclOperation.ALL);
    return rights.all;
  }

  private AccessRights roles(Collection<String> worlds) {
    row(INGEST)
        .describes("*")
        .reads("agents", "sources", "source-cursors", "decisions", "halts", "worlds")
        .reads("approvals", "principals", "journal", "subject-keys")
        .writes("triggers", "world-events", "controls", "halts", "source-cursors", "dead-letters")
        .groups("ingest")
        .transactions("ingest-*");
    row(PROJECTOR)
        .describes("*")
        .reads("agents", "triggers", "controls", "world-events", "views", "decisions", "results")
        .reads("principals", "halts", "worlds", "actor-scenes", "view-needs", "world-*", "loop-*")
        .writes("turns", "actions.*", "journal", "approvals", "subject-keys", "views", "triggers")
        .writes("world-events", "actor-scenes", "view-needs", "dead-letters", "world-*", "loop-*")
        .owns("world-*", "loop-*")
        .groups("world", "loop")
        .transactions("world-*", "loop-*");
    row(REASONER)
        .describes("*")
        .reads("turns", "halts", "worlds")
        .writes("decisions", "dead-letters")
        .groups("reasoner")
        .transactions("reasoner-*");
    row(AUDITOR)
        .describes("*")
        .reads("journal", "sources", "source-cursors")
        .writes("checkpoints", "source-cursors", "dead-letters")
        .groups("auditor")
        .transactions("auditor-*");
    row(CONSOLE).describes("*").reads("*").writes("agents", "halts", "triggers");
    row(EXECUTOR)
        .describes("*")
        .reads("halts", "worlds", "principals")
        .writes("results", "dead-letters");
    for (String world : worlds) {
      reads("actions." + world, "ledger." + world)
          .writes("ledger." + world)
          .groups("executor." + world)
          .transactions("executor." + world + "-*");
    }
    return this;
  }

  private AccessRights clients() {
    row(GAME).writes("triggers", "world-events");
    return row(OPERATOR)
        .describes("*")
        .reads("*")
        .writes("agents", "principals", "halts", "worlds", "triggers");
  }

  private AccessRights row(String name) {
    principal = name;
    return this;
  }

  private AccessRights describes(String... names) {
    return add(ResourceType.TOPIC, List.of(names), AclOperation.DESCRIBE);
  }

  private AccessRights reads(String... names) {
    return add(ResourceType.TOPIC, List.of(names), AclOperation.READ);
  }

  private AccessRights writes(String... names) {
    return add(ResourceType.TOPIC, List.of(names), AclOperation.WRITE);
  }

  private AccessRights owns(String... names) {
    return add(ResourceType.TOPIC, List.of(names), AclOperation.CREATE, AclOperation.DELETE);
  }

  private AccessRights groups(String... names) {
    return add(ResourceType.GROUP, List.of(names), AclOperation.READ);
  }

  private AccessRights transactions(String... names) {
    return add(ResourceType.TRANSACTIONAL_ID, List.of(names), AclOperation.WRITE);
  }

  private AccessRights add(ResourceType type, List<String> names, AclOperation... operations) {
    for (String name : names) {
      boolean prefixed = name.endsWith("*");
      ResourcePattern pattern =
          new ResourcePattern(
              type,
              prefix + (prefixed ? name.substring(0, name.length() - 1) : name),
              prefixed ? PatternType.PREFIXED : PatternType.LITERAL);
      Stream.of(operations)
          .map(operation ->
              new AccessControlEntry("User:" + principal, "*", operation, AclPermissionType.ALLOW))
          .forEach(entry -> all.add(new AclBinding(pattern, entry)));
    }
    return this;
  }
}
