package dev.playloop.broker;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.SaslAuthenticateRequestData;
import org.apache.kafka.common.message.SaslHandshakeRequestData;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.ProduceRequest;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.common.requests.SaslAuthenticateRequest;
import org.apache.kafka.common.requests.SaslHandshakeRequest;

/// A client that says what it likes, request by request.
public final class Raw implements AutoCloseable {
  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;
  private int correlation;

  public Raw(String address) throws IOException {
    this.socket =
        new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(address.split(":", -1)[1]));
    this.in = new DataInputStream(socket.getInputStream());
    this.out = new DataOutputStream(socket.getOutputStream());
  }

  public static Raw loggedIn(String address, String name, String secret) throws IOException {
    Raw raw = new Raw(address);
    raw.send(
        new SaslHandshakeRequest(new SaslHandshakeRequestData().setMechanism("PLAIN"), (short) 1));
    raw.answer();
    raw.send(
        new SaslAuthenticateRequest(
            new SaslAuthenticateRequestData()
                .setAuthBytes(("\0" + name + "\0" + secret).getBytes(UTF_8)),
            (short) 1));
    raw.answer();
    return raw;
  }

  public void produce(ProduceRequestData data) throws IOException {
    send(new ProduceRequest(data, (short) 11));
  }

  public void send(AbstractRequest request) throws IOException {
    ByteBuffer bytes =
        request.serializeWithHeader(
            new RequestHeader(request.apiKey(), request.version(), "raw", correlation++));
    out.writeInt(bytes.remaining());
    out.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
    out.flush();
  }

  /// The bytes of one answer; an [IOException] where the connection ended.
  public byte[] answer() throws IOException {
    byte[] answer = new byte[in.readInt()];
    in.readFully(answer);
    return answer;
  }

  /// Whether the other side ended it, and sent nothing before.
  public boolean isTurnedAway() throws IOException {
    try {
      return in.read() < 0;
    } catch (java.net.SocketException e) {
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
