package dev.playloop.worlds.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.emulator.machine.Roms;
import dev.playloop.worlds.emulator.thumb.ThumbMachine;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The script's own protocol, as bytes on a connection.
class LuaServerTest {
  private final Emulator emulator =
      Emulator.start(new ThumbMachine(Roms.bundled()), new Pace.Step());
  private final LuaServer server = LuaServer.start(0, emulator);

  @AfterEach
  void stop() {
    server.close();
    emulator.close();
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    socket.setSoTimeout(30_000);
    return socket;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String receive(Socket socket, int length) throws IOException {
    return new String(socket.getInputStream().readNBytes(length), StandardCharsets.UTF_8);
  }

  private static void talks(Socket socket, String request, String reply) throws IOException {
    send(socket, request + "<|END|>");
    assertThat(receive(socket, reply.length() + 7)).isEqualTo(reply + "<|END|>");
  }

  @Test
  void answersAsTheScriptDoes() throws IOException {
    try (Socket socket = connect()) {
      talks(socket, "<|ACK|>", "<|SUCCESS|>");
      talks(socket, "core.write8,0x0203F800,7,", "<|SUCCESS|>");
      talks(socket, "core.read8,0x0203F800,,", "7");
      talks(socket, "core.read8,nonsense", "<|ERROR|>");
      talks(socket, "core.read8", "<|ERROR|>");
      talks(socket, "core.unheardOf,1", "<|SUCCESS|>");
      talks(socket, "mgba-http.button.tapMany,A;Up;NoSuchButton \n", "<|SUCCESS|>");
      talks(socket, "core.currentFrame", "1");
      talks(socket, "core.getKeys", "65");
      talks(socket, "mgba-http.button.add,NoSuchButton", "<|ERROR|>");
      talks(socket, "core.loadStateBuffer,[01,02,03],29", "<|SUCCESS|>");
      talks(socket, "memoryDomain.readRange,iwram,0,2", "00,00");
    }
  }

  @Test
  void messagesMayComeInPiecesAndTogether() throws IOException {
    try (Socket socket = connect()) {
      send(socket, "core.plat");
      send(socket, "form<|E");
      send(socket, "ND|>core.frameCycles<|END|>core.frequency<|END|>");
      String expected = "0<|END|>280896<|END|>16777216<|END|>";
      assertThat(receive(socket, expected.length())).isEqualTo(expected);
    }
  }

  @Test
  void endlessMessageIsHungUpOn() throws IOException {
    try (Socket socket = connect()) {
      byte[] junk = "<|EN".repeat(64 * 1024).getBytes(StandardCharsets.US_ASCII);
      assertThat(writeUntilHungUp(socket, junk)).isTrue();
    }
    try (Socket socket = connect()) {
      talks(socket, "core.platform", "0");
    }
  }

  private static boolean writeUntilHungUp(Socket socket, byte[] junk) throws IOException {
    try {
      for (int i = 0; i < 1_000; i++) {
        socket.getOutputStream().write(junk);
      }
      return socket.getInputStream().read() < 0;
    } catch (SocketException hungUp) {
      return true;
    }
  }

  @Test
  void connectionsHaveABound() throws IOException {
    Socket[] sockets = new Socket[16];
    try {
      for (int i = 0; i < sockets.length; i++) {
        sockets[i] = connect();
        talks(sockets[i], "core.platform", "0");
      }
      try (Socket one = connect()) {
        assertThat(hungUp(one)).isTrue();
      }
    } finally {
      for (Socket socket : sockets) {
        if (socket != null) {
          socket.close();
        }
      }
    }
  }

  private static boolean hungUp(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketException reset) {
      return true;
    }
  }

  @Test
  void listensOnThisMachineOnly() {
    assertThat(server.bound().isLoopbackAddress()).isTrue();
  }
}
