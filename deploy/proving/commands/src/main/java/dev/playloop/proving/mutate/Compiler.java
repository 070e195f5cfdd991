package dev.playloop.proving.mutate;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// Compiles one module as the build does, without its checks: a mutation may well be ugly.
final class Compiler {
  private static final int MAX_LINES = 5;

  private Compiler() {}

  /// @return the first errors; empty where all is compiled
  static List<String> compile(Path sources, List<Path> classPath, Path to) throws IOException {
    List<Path> files;
    try (Stream<Path> walk = Files.walk(sources)) {
      files = walk.filter(file -> file.toString().endsWith(".java")).toList();
    }
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
    List<String> options = new ArrayList<>();
    options.addAll(List.of("-d", to.toString(), "-parameters", "-proc:none", "-nowarn"));
    options.addAll(List.of("-encoding", "UTF-8", "-g"));
    // The module's own classes of before are not on it: what is not compiled now is not there.
    options.add("-cp");
    options.add(
        classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
    try (StandardJavaFileManager manager =
        javac.getStandardFileManager(said, Locale.ROOT, StandardCharsets.UTF_8)) {
      boolean done =
          javac
              .getTask(
                  new StringWriter(),
                  manager,
                  said,
                  options,
                  null,
                  manager.getJavaFileObjectsFromPaths(files))
              .call();
      return done
          ? List.of()
          : said.getDiagnostics().stream()
              .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
              .limit(MAX_LINES)
              .map(each -> each.getLineNumber() + ": " + each.getMessage(Locale.ROOT))
              .toList();
    }
  }
}
