package dev.playloop.console.oidc;

import dev.playloop.testkit.NpmFolder;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// The provider of `src/test/node`, as a process of its own. Used by one thread.
final class ProviderProcess implements AutoCloseable {
  private static final String SAYS = "issuer ";

  private final Process process;
  private final URI issuer;

  private ProviderProcess(Process process, URI issuer) {
    this.process = process;
    this.issuer = issuer;
  }

  /// `claims` of whoever comes, as JSON. The test is not run where there is no npm.
  static ProviderProcess start(URI callback, String claims)
      throws IOException, InterruptedException {
    NpmFolder.require();
    Path folder = NpmFolder.installed();
    NpmFolder.script("provider.mjs");
    Process node =
        new ProcessBuilder("node", "provider.mjs", callback.toString(), claims)
            .directory(folder.toFile())
            .redirectError(folder.resolve("provider.err").toFile())
            .start();
    BufferedReader said = node.inputReader(StandardCharsets.UTF_8);
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      if (line.startsWith(SAYS)) {
        return new ProviderProcess(node, URI.create(line.substring(SAYS.length())));
      }
    }
    node.destroyForcibly();
    throw new IOException("the provider ended before it listened; see provider.err in " + folder);
  }

  URI issuer() {
    return issuer;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
