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

  /// @param sources folders, of which some need not be there
  /// @return the first errors; empty where all is compiled
  static List<String> compile(List<Path> sources, List<Path> classPath, Path to)
      throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path folder : sources) {
      if (Files.isDirectory(folder)) {
        try (Stream<Path> walk = Files.walk(folder)) {
          walk.filter(file -> file.toString().endsWith(".java")).forEach(files::add);
        }
      }
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
