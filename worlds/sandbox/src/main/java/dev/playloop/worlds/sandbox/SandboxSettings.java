package dev.playloop.worlds.sandbox;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// How many children there are, and when one is replaced.
///
/// @param size runs at a time that no other run has started, and children that are kept warm
/// @param maxDepth how deep runs may nest, the first one counted. There are never more than `size *
///   maxDepth` children of a language
/// @param heapMegabytes the heap of a child. Its resident set is some 65 MB more where that is used
///   up
/// @param patience how long a run waits for a free place, before the sandbox is busy for it
/// @param callsPerChild runs after which a child is replaced
/// @param idle how long a child above `size` is kept after its last run
/// @param wrapper command that starts a child, such as `unshare -rn`; empty for none. It must
///   replace itself by the child (exec): what is killed is the process that was started
/// @param python folder of the jars that run Python; empty for none, and then a program in it fails
public record SandboxSettings(
    int size,
    int maxDepth,
    int heapMegabytes,
    Duration patience,
    int callsPerChild,
    Duration idle,
    List<String> wrapper,
    Optional<Path> python) {
  public static final SandboxSettings DEFAULT =
      new SandboxSettings(
          2,
          5,
          96,
          Duration.ofSeconds(10),
          1_000,
          Duration.ofSeconds(30),
          List.of(),
          Optional.empty());

  public SandboxSettings {
    between("size", size, 1, 64);
    between("maxDepth", maxDepth, 1, 10);
    between("heapMegabytes", heapMegabytes, 48, 1_024);
    between("callsPerChild", callsPerChild, 1, 1_000_000);
    if (patience.isNegative() || idle.isNegative()) {
      throw new IllegalArgumentException("patience, idle: expected no negative time");
    }
    wrapper = List.copyOf(wrapper);
  }

  public SandboxSettings withSize(int size) {
    return new SandboxSettings(
        size, maxDepth, heapMegabytes, patience, callsPerChild, idle, wrapper, python);
  }

  public SandboxSettings withMaxDepth(int maxDepth) {
    return new SandboxSettings(
        size, maxDepth, heapMegabytes, patience, callsPerChild, idle, wrapper, python);
  }

  public SandboxSettings withHeapMegabytes(int heapMegabytes) {
    return new SandboxSettings(
        size, maxDepth, heapMegabytes, patience, callsPerChild, idle, wrapper, python);
  }

  public SandboxSettings withPatience(Duration patience) {
    return new SandboxSettings(
        size, maxDepth, heapMegabytes, patience, callsPerChild, idle, wrapper, python);
  }

  public SandboxSettings withCallsPerChild(int callsPerChild) {
    return new SandboxSettings(
        size, maxDepth, heapMegabytes, patience, callsPerChild, idle, wrapper, python);
  }

  public SandboxSettings withIdle(Duration idle) {
    return new SandboxSettings(
        size, maxDepth, heapMegabytes, patience, callsPerChild, idle, wrapper, python);
  }

  public SandboxSettings withWrapper(List<String> wrapper) {
    return new SandboxSettings(
        size, maxDepth, heapMegabytes, patience, callsPerChild, idle, wrapper, python);
  }

  public SandboxSettings withPython(Path python) {
    return new SandboxSettings(
        size, maxDepth, heapMegabytes, patience, callsPerChild, idle, wrapper, Optional.of(python));
  }

  private static void between(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          name + ": expected " + min + " to " + max + ", got " + value);
    }
  }
}
