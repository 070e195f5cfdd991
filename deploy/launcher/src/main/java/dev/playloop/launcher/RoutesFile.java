package dev.playloop.launcher;

import dev.playloop.launcher.example.ExampleFiles;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Nearest;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.event.Route;
import dev.playloop.schemas.event.TriggerClass;
import dev.playloop.settings.Settings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// The routes of agents that have none, by class of trigger, as a file has them. Immutable.
///
/// @param routes by the class's name in lower case, or `*`; written as in `agents.yaml`
record RoutesFile(Map<String, Route> routes) {
  static final String ANY = "*";

  public RoutesFile {
    routes = Map.copyOf(new TreeMap<>(Require.present("routes", routes, "routes by class")));
    List<String> classes = classes();
    for (String name : routes.keySet()) {
      if (!classes.contains(name)) {
        String nearest = Nearest.of(name, classes);
        throw new InvalidValueException(
            "routes",
            "one of " + String.join(", ", classes),
            "'" + name + "'" + (nearest == null ? "" : "; did you mean '" + nearest + "'?"));
      }
    }
  }

  private static List<String> classes() {
    List<String> names = new ArrayList<>();
    Arrays.stream(TriggerClass.values())
        .map(each -> each.name().toLowerCase(Locale.ROOT))
        .forEach(names::add);
    names.add(ANY);
    return names;
  }

  /// Of the file that the settings name; none where they name none. Throws [UserProblem] for one
  /// that can't be read, or is wrong.
  static RoutesFile from(Settings settings) {
    return settings
        .optional(AllSettings.ROUTES)
        .map(file -> ExampleFiles.as(Path.of(file), RoutesFile.class))
        .orElseGet(() -> new RoutesFile(Map.of()));
  }
}
