package dev.playloop.manifests;

import java.util.List;
import java.util.function.Function;

/// What holds of every system that is built of `deploy/kubernetes`.
///
/// @param broken a line for each place where it does not hold
record ManifestRule(String name, Function<BuiltSystem, List<String>> broken) {
  @Override
  public String toString() {
    return name;
  }
}
