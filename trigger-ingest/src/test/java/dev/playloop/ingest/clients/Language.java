package dev.playloop.ingest.clients;

import dev.playloop.testkit.Programs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The clients of other languages and ours, and what carries out a judge's orders on each.
public enum Language {
  PYTHON("python3") {
    @Override
    List<String> command() {
      return List.of("python3", "clients/python/test/driver.py");
    }
  },
  TYPESCRIPT("node") {
    @Override
    List<String> command() {
      return List.of("node", "clients/typescript/test/driver.js");
    }
  },
  JAVA(Path.of(System.getProperty("java.home"), "bin", "java").toString()) {
    @Override
    List<String> command() throws IOException, InterruptedException {
      return JavaDriver.command();
    }
  },
  /// Of Debian: mono-mcs, mono-runtime, libmono-system-net-http4.0-cil.
  CSHARP("mcs", "mono") {
    @Override
    List<String> command() throws IOException, InterruptedException {
      return CSharpDriver.command();
    }
  };

  /// A line each.
  private final String programs;

  Language(String... programs) {
    this.programs = String.join("\n", programs);
  }

  abstract List<String> command() throws IOException, InterruptedException;

  /// A driver, of another client where `more` names one; the test is not run where the machine
  /// lacks what it runs on.
  public DriverProcess driver(String... more) throws IOException, InterruptedException {
    Programs.require(programs.lines().toArray(String[]::new));
    List<String> command = new ArrayList<>(command());
    command.addAll(List.of(more));
    return new DriverProcess(command);
  }
}
