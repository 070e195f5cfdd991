package dev.playloop.worlds.sandbox;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A child that was taken over by what it ran: says and does what no child of ours would. What it
/// does is its argument.
final class RogueChild {
  private static final String READY = "{\"type\":\"READY\"}";
  private static final String DONE = "{\"type\":\"DONE\",\"value\":\"1\",\"cpuNanos\":\"1\"}";

  private RogueChild() {}

  static ChildCommand command(String deed) {
    return new ChildCommand(
        List.of(
            System.getProperty("java.home") + "/bin/java",
            "-Xmx32m",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            RogueChild.class.getName(),
            deed));
  }

  public static void main(String[] args) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    switch (args[0]) {
      case "never ready" -> in.readLine();
      case "ends at once" -> {
        System.err.println("no \u001b[31mluck\nhere");
        System.exit(9);
      }
      case "floods stderr" -> System.err.println("e".repeat(1 << 20));
      default -> {
        // Behaves until it is asked for something.
      }
    }
    out.println(READY);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      answer(args[0], out);
    }
  }

  private static void answer(String deed, PrintStream out) throws IOException {
    switch (deed) {
      case "junk" -> out.println("hello");
      case "not an object" -> out.println("[1,2]");
      case "nested" -> out.println("{\"type\":\"DONE\",\"value\":{\"a\":1},\"cpuNanos\":\"1\"}");
      case "huge number" -> out.println("{\"type\":\"DONE\",\"value\":" + "9".repeat(1_200) + "}");
      case "deep" -> out.println("[".repeat(600));
      case "unknown type" -> out.println("{\"type\":\"WIN\"}");
      case "out of turn" -> out.println(READY);
      case "no value" -> out.println("{\"type\":\"DONE\",\"cpuNanos\":\"1\"}");
      case "no number" -> out.println("{\"type\":\"DONE\",\"value\":\"1\",\"cpuNanos\":\"x\"}");
      case "no json" -> out.println(DONE.replace("\"1\"", "\"[1,\""));
      case "two values" -> out.println(DONE.replace("\"1\"", "\"1 2\""));
      case "unknown kind" ->
          out.println("{\"type\":\"FAILED\",\"kind\":\"X\",\"message\":\"m\",\"cpuNanos\":\"1\"}");
      case "unknown call" -> out.println("{\"type\":\"CALL\",\"name\":\"mint\",\"args\":\"[]\"}");
      case "call without json" ->
          out.println("{\"type\":\"CALL\",\"name\":\"pay\",\"args\":\"[\"}");
      case "call without list" ->
          out.println("{\"type\":\"CALL\",\"name\":\"pay\",\"args\":\"1\"}");
      case "endless line" -> {
        while (!out.checkError()) {
          out.print("x".repeat(8_192));
        }
      }
      case "endless lines" -> {
        while (!out.checkError()) {
          out.println(DONE);
        }
      }
      case "not UTF-8" -> {
        out.write(new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1, '\n'});
        out.flush();
      }
      case "deaf and dumb" -> {
        out.close();
        System.out.close();
        while (true) {
          java.util.concurrent.locks.LockSupport.park();
        }
      }
      default -> out.println(DONE);
    }
  }
}
