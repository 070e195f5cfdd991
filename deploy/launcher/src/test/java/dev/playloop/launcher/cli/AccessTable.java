package dev.playloop.launcher.cli;

import dev.playloop.schemas.topic.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/// The table of `docs/operations.md` as the ACLs that an administrator makes of it. A principal is
/// the first word of its row; a name without prefix gets it; a `*` at the end is a prefixed
/// pattern.
record AccessTable(Map<String, List<AclBinding>> rows) {
  private static final String HEAD =
      "| principal | describes | reads | writes | creates and deletes | groups | transactional ids |";
  private static final Pattern NAME = Pattern.compile("`([^`]+)`");

  private record Right(ResourceType type, List<AclOperation> operations) {}

  /// By column, after the principal.
  private static final List<Right> COLUMNS =
      List.of(
          new Right(ResourceType.TOPIC, List.of(AclOperation.DESCRIBE)),
          new Right(ResourceType.TOPIC, List.of(AclOperation.READ)),
          new Right(ResourceType.TOPIC, List.of(AclOperation.WRITE)),
          new Right(ResourceType.TOPIC, List.of(AclOperation.CREATE, AclOperation.DELETE)),
          new Right(ResourceType.GROUP, List.of(AclOperation.READ)),
          new Right(ResourceType.TRANSACTIONAL_ID, List.of(AclOperation.WRITE)));

  static AccessTable read() {
    try {
      List<String> lines = Files.readAllLines(repository().resolve("docs/operations.md"));
      int head = lines.indexOf(HEAD);
      if (head < 0) {
        throw new AssertionError("docs/operations.md has no table that begins with " + HEAD);
      }
      Map<String, List<AclBinding>> rows = new LinkedHashMap<>();
      for (String line : lines.subList(head + 2, lines.size())) {
        if (!line.startsWith("|")) {
          break;
        }
        String[] cells = line.substring(1).split("\\|", -1);
        rows.put(cells[0].strip().split(" ", -1)[0], row(cells));
      }
      return new AccessTable(rows);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /// All rows but those.
  List<AclBinding> without(String... principals) {
    List<AclBinding> all = new ArrayList<>();
    rows.forEach((principal, acls) -> {
      if (!List.of(principals).contains(principal)) {
        all.addAll(acls);
      }
    });
    return all;
  }

  private static List<AclBinding> row(String[] cells) {
    String principal = cells[0].strip().split(" ", -1)[0];
    List<AclBinding> acls = new ArrayList<>();
    for (int column = 0; column < COLUMNS.size(); column++) {
      Matcher name = NAME.matcher(cells[column + 1]);
      while (name.find()) {
        acls.addAll(acls(principal, COLUMNS.get(column), name.group(1)));
      }
    }
    return acls;
  }

  private static List<AclBinding> acls(String principal, Right right, String written) {
    String name = written.replace("<world>", "society");
    String full = name.startsWith(Topics.DEFAULT_PREFIX) ? name : Topics.DEFAULT_PREFIX + name;
    boolean prefixed = full.endsWith("*");
    ResourcePattern pattern =
        new ResourcePattern(
            right.type,
            prefixed ? full.substring(0, full.length() - 1) : full,
            prefixed ? PatternType.PREFIXED : PatternType.LITERAL);
    return right.operations.stream()
        .map(operation ->
            new AclBinding(
                pattern,
                new AccessControlEntry(
                    "User:" + principal, "*", operation, AclPermissionType.ALLOW)))
        .toList();
  }

  private static Path repository() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("playloop"))) {
      folder = Objects.requireNonNull(folder.getParent(), "no folder above holds ./playloop");
    }
    return folder;
  }
}
