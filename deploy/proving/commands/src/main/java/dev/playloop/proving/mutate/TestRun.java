package dev.playloop.proving.mutate;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.PrintWriter;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/// The main class of the process that runs one test in a broken tree: it stands behind that tree's
/// own class path, and knows nothing but JUnit.
final class TestRun {
  static final int GREEN = 0;
  static final int RED = 10;
  static final int NONE = 11;

  private TestRun() {}

  /// Arguments: the tags left out, with commas between them; the class; its method, or nothing.
  public static void main(String[] args) {
    List<DiscoverySelector> selectors = selectors(args[1], args.length > 2 ? args[2] : "");
    var request = LauncherDiscoveryRequestBuilder.request().selectors(selectors);
    List<String> tags =
        Arrays.stream(args[0].split(",", -1)).filter(tag -> !tag.isBlank()).toList();
    if (!tags.isEmpty()) {
      request.filters(TagFilter.excludeTags(tags));
    }
    System.exit(run(request.build()));
  }

  /// A method is found by its name alone, whatever its parameters are.
  private static List<DiscoverySelector> selectors(String type, String method) {
    if (method.isEmpty()) {
      return List.of(DiscoverySelectors.selectClass(type));
    }
    List<DiscoverySelector> found = new ArrayList<>();
    try {
      Class<?> test = Class.forName(type, false, TestRun.class.getClassLoader());
      for (Class<?> at = test; at != null; at = at.getSuperclass()) {
        for (Method declared : at.getDeclaredMethods()) {
          if (declared.getName().equals(method) && !declared.isSynthetic()) {
            found.add(DiscoverySelectors.selectMethod(test, declared));
          }
        }
      }
    } catch (ClassNotFoundException e) {
      System.exit(NONE);
    }
    if (found.isEmpty()) {
      System.exit(NONE);
    }
    return found;
  }

  private static int run(LauncherDiscoveryRequest request) {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create().execute(request, listener);
    TestExecutionSummary summary = listener.getSummary();
    summary.printFailuresTo(new PrintWriter(System.out, true, UTF_8), 12);
    // A failing set-up of a class is the failure of a container.
    if (summary.getTotalFailureCount() > 0) {
      return RED;
    }
    return summary.getTestsSucceededCount() > 0 ? GREEN : NONE;
  }
}
