package dev.playloop.worlds.declared.model;

import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.world.DeclaredTool;
import dev.playloop.schemas.world.WorldDeclaration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What one declaration of a world has otherwise than another, in lines for people. Pure.
public final class Differences {
  private Differences() {}

  /// Empty where the two are equal.
  ///
  /// @param before null where there was none
  public static List<String> between(@Nullable WorldDeclaration before, WorldDeclaration after) {
    List<String> lines = new ArrayList<>();
    Map<String, DeclaredTool> old = byName(before);
    Map<String, DeclaredTool> now = byName(after);
    now.forEach((name, tool) -> {
      DeclaredTool was = old.get(name);
      if (was == null) {
        lines.add("+ tool " + name);
      } else if (!was.equals(tool)) {
        lines.add("~ tool " + name + ": " + String.join(", ", changed(was, tool)));
      }
    });
    old.keySet().stream()
        .filter(name -> !now.containsKey(name))
        .forEach(name -> lines.add("- tool " + name));
    if (before != null) {
      changed(lines, "triggers", before.triggers(), after.triggers());
      changed(lines, "owesReply", before.owesReply(), after.owesReply());
      changed(lines, "perspective", before.perspective(), after.perspective());
      changed(lines, "viewWait", before.viewWait(), after.viewWait());
      changed(lines, "group", before.group(), after.group());
      changed(lines, "actions", before.actions().told(), after.actions().told());
      changed(lines, "guard", before.guard(), after.guard());
      if (lines.isEmpty() && !before.equals(after)) {
        lines.add("~ order of the tools");
      }
    }
    return List.copyOf(lines);
  }

  private static Map<String, DeclaredTool> byName(@Nullable WorldDeclaration declaration) {
    Map<String, DeclaredTool> tools = new LinkedHashMap<>();
    if (declaration != null) {
      declaration.tools().forEach(tool -> tools.put(tool.name(), tool));
    }
    return tools;
  }

  private static List<String> changed(DeclaredTool was, DeclaredTool is) {
    Map<String, Boolean> same = new LinkedHashMap<>();
    same.put("description", was.description().equals(is.description()));
    same.put("effect", was.effect() == is.effect());
    same.put("arguments", was.arguments().equals(is.arguments()));
    same.put("replyTo", Objects.equals(was.replyTo(), is.replyTo()));
    same.put("says", Objects.equals(was.says(), is.says()));
    same.put("endsRun", was.endsRun().equals(is.endsRun()));
    same.put("lane", Objects.equals(was.lane(), is.lane()));
    same.put("limit", Objects.equals(was.limit(), is.limit()));
    return same.entrySet().stream()
        .filter(each -> !each.getValue())
        .map(Map.Entry::getKey)
        .toList();
  }

  private static void changed(
      List<String> lines, String field, @Nullable Object was, @Nullable Object is) {
    if (!Objects.equals(was, is)) {
      lines.add("~ " + field + ": " + text(was) + " -> " + text(is));
    }
  }

  private static String text(@Nullable Object value) {
    return value == null ? "none" : Json.text(value);
  }
}
