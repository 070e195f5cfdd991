package dev.playloop.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BrokerPortsTest {
  @TempDir private Path folder;

  private static List<Integer> all(BrokerPorts ports) {
    return List.of(ports.broker(), ports.controller(), ports.behindGate(), ports.gate());
  }

  @Test
  void newOnesAreNotThoseThatTheSystemGivesToConnections() throws IOException {
    List<Integer> ports = all(BrokerPorts.in(folder));

    assertThat(ports).doesNotHaveDuplicates().allMatch(port -> port >= 10_000 && port < 32_768);
  }

  @Test
  void aFolderKeepsIts() throws IOException {
    BrokerPorts first = BrokerPorts.in(folder);

    assertThat(BrokerPorts.in(folder)).isEqualTo(first);
  }

  @Test
  void oneThatSomebodyTookMeanwhileIsLeftToHim() throws IOException {
    BrokerPorts first = BrokerPorts.in(folder);

    try (ServerSocket taker = new ServerSocket(first.gate(), 1, InetAddress.getLoopbackAddress())) {
      BrokerPorts second = BrokerPorts.in(folder);

      assertThat(all(second)).doesNotContain(taker.getLocalPort());
      assertThat(second.broker()).isEqualTo(first.broker());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "broker=", "broker=-1\ncontroller=70000", "gate=0\nbroker=x", "gate=\\u12"})
  void whatIsNoPortIsReplaced(String kept) throws IOException {
    Files.writeString(folder.resolve("playloop-ports.properties"), kept);

    assertThat(all(BrokerPorts.in(folder))).allMatch(port -> port >= 10_000);
  }
}
