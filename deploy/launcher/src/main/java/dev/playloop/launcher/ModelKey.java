package dev.playloop.launcher;

import org.jspecify.annotations.Nullable;

/// Which environment variable holds the model's key. Keys themselves are read by the reasoner when
/// it calls, and are never part of a config.
final class ModelKey {
  private static final String[] NAMES = {AllSettings.MODEL_KEY.name(), "OPENAI_API_KEY"};

  private ModelKey() {}

  /// The first of the variables that is set, or null: then calls carry no key.
  static @Nullable String reference() {
    for (String name : NAMES) {
      String key = System.getenv(name);
      if (key != null && !key.isBlank()) {
        return name;
      }
    }
    return null;
  }
}
