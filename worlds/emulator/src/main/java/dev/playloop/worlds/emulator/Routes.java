package dev.playloop.worlds.emulator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The API of mGBA-http 0.10: verb and path of each command, its parameters, and the message that
/// mGBA's script gets for it.
final class Routes {
  private static final String SAVE_FLAGS = "31";
  private static final String LOAD_FLAGS = "29";

  private static final Map<String, Route> ALL = all();

  private Routes() {}

  /// One command. Each is reachable by one verb.
  record Route(String verb, String type, List<Parameter> parameters) {
    Route {
      parameters = List.copyOf(parameters);
    }

    Message message(Request request) throws BadRequest {
      List<String> values = new ArrayList<>();
      for (Parameter parameter : parameters) {
        String value = parameter.value(request);
        if (!value.isEmpty()) {
          values.add(value);
        }
      }
      return new Message(type, values);
    }
  }

  static Optional<Route> at(String path) {
    return Optional.ofNullable(ALL.get(path));
  }

  private static Map<String, Route> all() {
    Map<String, Route> routes = new HashMap<>();
    core(routes);
    states(routes);
    domains(routes);
    buttons(routes);
    for (String name : List.of("log", "warn", "error")) {
      post(routes, "console." + name, text("message"));
    }
    post(routes, "coreAdapter.reset");
    get(routes, "coreAdapter.memory");
    return Map.copyOf(routes);
  }

  private static void core(Map<String, Route> routes) {
    for (String name :
        List.of(
            "checksum",
            "currentFrame",
            "frameCycles",
            "frequency",
            "getGameCode",
            "getGameTitle",
            "getKeys",
            "platform",
            "romSize")) {
      get(routes, "core." + name);
    }
    for (String bits : List.of("8", "16", "32")) {
      get(routes, "core.read" + bits, text("address"));
      post(routes, "core.write" + bits, text("address"), whole("value"));
    }
    get(routes, "core.readRange", text("address"), text("length"));
    get(routes, "core.readRegister", text("regName"));
    post(routes, "core.writeRegister", text("regName"), whole("value"));
    get(routes, "core.getKey", whole("key"));
    post(routes, "core.addKey", whole("key"));
    post(routes, "core.clearKey", whole("key"));
    post(routes, "core.setKeys", whole("keys"));
    post(routes, "core.addKeys", whole("keyBitmask"));
    post(routes, "core.clearKeys", whole("keyBitmask"));
    post(routes, "core.screenshot", text("path"));
    post(routes, "core.step");
    post(routes, "core.loadFile", text("path"));
    post(routes, "core.loadSaveFile", text("path"), text("temporary"));
    post(routes, "core.autoloadSave");
  }

  private static void states(Map<String, Route> routes) {
    post(routes, "core.saveStateFile", text("path"), flags(SAVE_FLAGS));
    post(routes, "core.loadStateFile", text("path"), flags(LOAD_FLAGS));
    post(routes, "core.saveStateSlot", text("slot"), flags(SAVE_FLAGS));
    post(routes, "core.loadStateSlot", text("slot"), flags(LOAD_FLAGS));
    post(routes, "core.saveStateBuffer", flags(SAVE_FLAGS));
    post(routes, "core.loadStateBuffer", new Parameter.Body(), flags(LOAD_FLAGS));
  }

  private static void domains(Map<String, Route> routes) {
    Parameter domain = text("memoryDomain");
    for (String name : List.of("base", "bound", "name", "size")) {
      get(routes, "memoryDomain." + name, domain);
    }
    for (String bits : List.of("8", "16", "32")) {
      get(routes, "memoryDomain.read" + bits, domain, text("address"));
      post(routes, "memoryDomain.write" + bits, domain, text("address"), whole("value"));
    }
    get(routes, "memoryDomain.readRange", domain, text("address"), text("length"));
  }

  private static void buttons(Map<String, Route> routes) {
    Parameter one = new Parameter.Button("button");
    Parameter many = new Parameter.Buttons("buttons");
    String group = "mgba-http.button.";
    for (String name : List.of("add", "clear", "tap")) {
      post(routes, group + name, one);
      post(routes, group + name + "Many", many);
    }
    post(routes, group + "hold", one, whole("duration"));
    post(routes, group + "holdMany", many, whole("duration"));
    get(routes, group + "get", one);
    get(routes, group + "getAll");
    post(routes, "mgba-http.extension.loadFile", text("path"));
  }

  private static Parameter text(String name) {
    return new Parameter.Text(name);
  }

  private static Parameter whole(String name) {
    return new Parameter.Whole(name);
  }

  private static Parameter flags(String otherwise) {
    return new Parameter.OptionalWhole("flags", otherwise);
  }

  private static void get(Map<String, Route> routes, String type, Parameter... parameters) {
    add(routes, "GET", type, parameters);
  }

  private static void post(Map<String, Route> routes, String type, Parameter... parameters) {
    add(routes, "POST", type, parameters);
  }

  /// A command's path is its type with slashes.
  private static void add(
      Map<String, Route> routes, String verb, String type, Parameter... parameters) {
    String path = "/" + type.replace('.', '/').toLowerCase(Locale.ROOT);
    routes.put(path, new Route(verb, type, List.of(parameters)));
  }
}
