package dev.playloop.launcher.cli;

import dev.playloop.launcher.example.Example;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;

/// The built-in examples, for the help of commands; the first is taken where none is named.
final class ExampleNames implements Iterable<String>, IDefaultValueProvider {
  @Override
  public Iterator<String> iterator() {
    return Example.builtIn().iterator();
  }

  @Override
  public @Nullable String defaultValue(ArgSpec argument) {
    return argument.isPositional() ? first() : null;
  }

  static String first() {
    return Example.builtIn().getFirst();
  }
}
