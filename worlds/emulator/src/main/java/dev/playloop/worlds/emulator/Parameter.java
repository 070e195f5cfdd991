package dev.playloop.worlds.emulator;

import dev.playloop.worlds.emulator.machine.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A parameter of a route: where its value comes from, and what it becomes in the script's message.
sealed interface Parameter {
  String name();

  /// The value for the script.
  String value(Request request) throws BadRequest;

  /// Any text; the script reads it.
  record Text(String name) implements Parameter {
    @Override
    public String value(Request request) throws BadRequest {
      return request.first(name).orElseThrow(() -> missing("string " + name));
    }
  }

  /// A decimal number of 32 bits.
  record Whole(String name) implements Parameter {
    @Override
    public String value(Request request) throws BadRequest {
      return whole(name, request.first(name).orElseThrow(() -> missing("int " + name)));
    }
  }

  /// The same, with a default.
  record OptionalWhole(String name, String otherwise) implements Parameter {
    @Override
    public String value(Request request) throws BadRequest {
      return whole(name, request.first(name).orElse(otherwise));
    }
  }

  /// The name of a key.
  record Button(String name) implements Parameter {
    @Override
    public String value(Request request) throws BadRequest {
      String type = "ButtonEnum " + name;
      return label(type, request.first(name).orElseThrow(() -> missing(type)));
    }
  }

  /// Names of keys, each a parameter of its own; none is an empty list.
  record Buttons(String name) implements Parameter {
    @Override
    public String value(Request request) throws BadRequest {
      List<String> labels = new ArrayList<>();
      for (String each : request.all(name)) {
        labels.add(label("ButtonEnum[] " + name, each));
      }
      return String.join(";", labels);
    }
  }

  /// The body, without white space.
  record Body() implements Parameter {
    @Override
    public String name() {
      return "body";
    }

    @Override
    public String value(Request request) {
      return request.body().replaceAll("\\s", "");
    }
  }

  private static String label(String type, String text) throws BadRequest {
    return Key.named(text.toUpperCase(Locale.ROOT))
        .orElseThrow(() -> unreadable(type, text))
        .label();
  }

  private static String whole(String name, String text) throws BadRequest {
    try {
      return Integer.toString(Integer.parseInt(text.strip()));
    } catch (NumberFormatException e) {
      throw unreadable("int " + name, text);
    }
  }

  private static BadRequest missing(String parameter) {
    return new BadRequest(
        "Required parameter \"" + parameter + "\" was not provided from query string.");
  }

  private static BadRequest unreadable(String parameter, String text) {
    return new BadRequest("Failed to bind parameter \"" + parameter + "\" from \"" + text + "\".");
  }
}
