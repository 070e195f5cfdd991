package dev.playloop.worlds.chain.declare;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

/// The contract `probe`, compiled by Cairo 2.19.4 from the source beside it: `starknet-compile
/// --single-file probe.cairo probe.sierra.json`, and `starknet-sierra-compile probe.sierra.json
/// probe.casm.json`.
public final class ProbeFiles {
  private ProbeFiles() {}

  public static byte[] sierra() {
    return read("probe.sierra.json");
  }

  public static byte[] casm() {
    return read("probe.casm.json");
  }

  private static byte[] read(String name) {
    try (InputStream in = ProbeFiles.class.getResourceAsStream("/contracts/" + name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
