package dev.playloop.launcher.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/// What a command answered that was typed.
record Said(int code, String out, String err) {

  static Said playloop(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line =
        Playloop.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    int code = line.execute(args);
    return new Said(code, out.toString(), err.toString());
  }
}
