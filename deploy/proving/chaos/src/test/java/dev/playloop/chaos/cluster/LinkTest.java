package dev.playloop.chaos.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LinkTest {
  private ServerSocket server;
  private Link link;
  private Socket near;
  private Socket far;

  @BeforeEach
  void connect() throws IOException {
    server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    link = Link.open(0, server.getLocalPort());
    near = new Socket(InetAddress.getLoopbackAddress(), link.port());
    far = server.accept();
    near.setSoTimeout(60_000);
    far.setSoTimeout(60_000);
  }

  @AfterEach
  void close() throws IOException {
    near.close();
    far.close();
    link.close();
    server.close();
  }

  @Test
  void bytesPassBothWays() throws IOException {
    near.getOutputStream().write(7);
    assertThat(far.getInputStream().read()).isEqualTo(7);
    far.getOutputStream().write(8);
    assertThat(near.getInputStream().read()).isEqualTo(8);
  }

  @Test
  void whatACutHoldsBackArrivesWhenItHeals() throws IOException {
    link.set(Link.State.CUT_UP);
    near.getOutputStream().write(7);
    far.getOutputStream().write(8);
    assertThat(near.getInputStream().read()).isEqualTo(8);
    far.setSoTimeout(200);
    assertThatThrownBy(() -> far.getInputStream().read())
        .isInstanceOf(SocketTimeoutException.class);
    far.setSoTimeout(60_000);

    link.set(Link.State.GOOD);

    assertThat(far.getInputStream().read()).isEqualTo(7);
  }

  @Test
  void whoIsApartStaysSoWhateverHealsMeanwhile() throws IOException {
    link.setApart(true);
    near.getOutputStream().write(7);
    link.set(Link.State.GOOD);
    far.setSoTimeout(200);
    assertThatThrownBy(() -> far.getInputStream().read())
        .isInstanceOf(SocketTimeoutException.class);
    far.setSoTimeout(60_000);

    link.setApart(false);

    assertThat(far.getInputStream().read()).isEqualTo(7);
  }

  @Test
  void aHalfClosedConnectionEndsInOneDirection() throws IOException {
    near.getOutputStream().write(7);
    assertThat(far.getInputStream().read()).isEqualTo(7);

    link.halfClose();

    assertThat(far.getInputStream().read()).isEqualTo(-1);
    far.getOutputStream().write(8);
    assertThat(near.getInputStream().read()).isEqualTo(8);
  }

  @Test
  void aResetBreaksBothEnds() throws IOException {
    near.getOutputStream().write(7);
    assertThat(far.getInputStream().read()).isEqualTo(7);

    link.reset();

    assertThatThrownBy(() -> ended(near)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> ended(far)).isInstanceOf(IOException.class);
  }

  private static void ended(Socket socket) throws IOException {
    if (socket.getInputStream().read() < 0) {
      throw new IOException("ended");
    }
  }
}
