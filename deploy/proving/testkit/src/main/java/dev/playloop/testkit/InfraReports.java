package dev.playloop.testkit;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.classfile.Annotation;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Proves that no integration test went missing: compares the compiled test methods of all classes
/// that need servers with the reports of a run in each mode. `main REPOSITORY SUFFIX…`, where a
/// suffix is that of the reports (`-Dsurefire.reportNameSuffix`), or `-` for none. Exit code 1
/// where a compiled test has no report, was skipped, or ran another number of times in another
/// mode.
final class InfraReports {
  private static final Set<String> NEEDS =
      Set.of("Ldev/playloop/testkit/NeedsInfra;", "Ldev/playloop/testkit/EmbeddedOnly;");
  private static final Set<String> TESTS =
      Set.of(
          "Lorg/junit/jupiter/api/Test;",
          "Lorg/junit/jupiter/api/RepeatedTest;",
          "Lorg/junit/jupiter/api/TestFactory;",
          "Lorg/junit/jupiter/params/ParameterizedTest;");
  private static final Pattern CASE =
      Pattern.compile(
          "<testcase name=\"([^\"]*)\" classname=\"([^\"]*)\"[^>]*?(/>|>(.*?)</testcase>)",
          Pattern.DOTALL);

  private final Path root;
  private final List<String> problems = new ArrayList<>();

  InfraReports(Path root) {
    this.root = root;
  }

  static void main(String[] args) throws IOException {
    InfraReports reports = new InfraReports(Path.of(args[0]));
    reports.compare(List.of(args).subList(1, args.length), System.out);
    System.exit(reports.problems.isEmpty() ? 0 : 1);
  }

  /// What is wrong; empty where every compiled test ran, in each mode as often.
  List<String> compare(List<String> suffixes, PrintStream out) throws IOException {
    Map<String, Set<String>> compiled = compiled();
    Map<String, Integer> first = null;
    for (String suffix : suffixes) {
      Map<String, Integer> runs = runs(compiled, suffix.equals("-") ? "" : "-" + suffix);
      int methods = compiled.values().stream().mapToInt(Set::size).sum();
      out.printf(
          "%s: %d classes, %d test methods compiled, %d of them run, %d tests in all%n",
          suffix.equals("-") ? "embedded" : suffix,
          compiled.size(),
          methods,
          runs.size(),
          runs.values().stream().mapToInt(Integer::intValue).sum());
      if (first != null && !first.equals(runs)) {
        Map<String, Integer> before = first;
        Set<String> all = new TreeSet<>(before.keySet());
        all.addAll(runs.keySet());
        all.stream()
            .filter(test -> !before.getOrDefault(test, 0).equals(runs.getOrDefault(test, 0)))
            .forEach(test ->
                problems.add(
                    test
                        + " ran "
                        + before.getOrDefault(test, 0)
                        + " times in the first mode and "
                        + runs.getOrDefault(test, 0)
                        + " in "
                        + suffix));
      }
      first = first == null ? runs : first;
    }
    problems.forEach(out::println);
    return problems;
  }

  /// How often each test method ran, by `class#method`.
  private Map<String, Integer> runs(Map<String, Set<String>> compiled, String suffix)
      throws IOException {
    Map<String, Path> reports = new HashMap<>();
    for (Path file : files("/surefire-reports/", suffix + ".xml")) {
      reports.put(file.getFileName().toString(), file);
    }
    Map<String, Integer> runs = new TreeMap<>();
    for (var entry : compiled.entrySet()) {
      String type = entry.getKey();
      Path report = reports.get("TEST-" + type + suffix + ".xml");
      if (report == null) {
        problems.add(type + " has no report" + (suffix.isEmpty() ? "" : " in " + suffix));
        continue;
      }
      Matcher cases = CASE.matcher(Files.readString(report));
      while (cases.find()) {
        String method = cases.group(1).replaceFirst("[({\\[].*", "").strip();
        String body = cases.group(4);
        if (body != null && body.contains("<skipped")) {
          problems.add(type + "#" + method + " was skipped");
        } else if (body != null && (body.contains("<failure") || body.contains("<error"))) {
          problems.add(type + "#" + method + " failed");
        } else {
          runs.merge(type + "#" + method, 1, Integer::sum);
        }
      }
      for (String method : entry.getValue()) {
        if (!runs.containsKey(type + "#" + method)) {
          problems.add(type + "#" + method + " did not run" + suffix);
        }
      }
    }
    return runs;
  }

  /// The test methods of each class that needs servers, inherited ones included.
  private Map<String, Set<String>> compiled() throws IOException {
    Map<String, ClassModel> classes = new HashMap<>();
    for (Path file : files("/target/", ".class")) {
      ClassModel model = ClassFile.of().parse(file);
      classes.put(model.thisClass().asInternalName(), model);
    }
    Map<String, Set<String>> tests = new TreeMap<>();
    for (ClassModel model : classes.values()) {
      boolean isAbstract = (model.flags().flagsMask() & ClassFile.ACC_ABSTRACT) != 0;
      if (isAbstract || !carries(model, NEEDS)) {
        continue;
      }
      Set<String> methods = new TreeSet<>();
      ClassModel at = model;
      while (at != null) {
        for (MethodModel method : at.methods()) {
          if (carries(method, TESTS)) {
            methods.add(method.methodName().stringValue());
          }
        }
        at = at.superclass().map(s -> classes.get(s.asInternalName())).orElse(null);
      }
      tests.put(model.thisClass().asInternalName().replace('/', '.'), methods);
    }
    if (tests.isEmpty()) {
      problems.add("no compiled test that needs servers lies below " + root);
    }
    return tests;
  }

  private static boolean carries(AttributedElement element, Set<String> wanted) {
    return element.findAttribute(Attributes.runtimeVisibleAnnotations()).stream()
        .flatMap(found -> found.annotations().stream())
        .map(Annotation::className)
        .anyMatch(name -> wanted.contains(name.stringValue()));
  }

  private List<Path> files(String part, String end) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(file -> file.toString().endsWith(end) && file.toString().contains(part))
          .filter(file -> part.equals("/surefire-reports/") || isTestClass(file))
          .toList();
    }
  }

  private static boolean isTestClass(Path file) {
    return file.toString().contains("/test-classes/");
  }
}
