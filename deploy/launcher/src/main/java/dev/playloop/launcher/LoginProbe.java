package dev.playloop.launcher;

import dev.playloop.kit.KafkaSettings;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import org.apache.kafka.common.message.SaslHandshakeRequestData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.common.requests.SaslHandshakeRequest;

/// Asks a broker whether it wants to know who comes: it tells a client without a login nothing, and
/// Kafka's own clients try again until they are out of time. Takes some three seconds at most,
/// where a busy broker or something else than one does not answer.
public final class LoginProbe {
  private static final int CONNECT_MILLIS = 400;
  private static final int ANSWER_MILLIS = 3_000;
  private static final short VERSION = 1;

  private LoginProbe() {}

  /// Throws [UserProblem] where a broker of the settings wants a login that they have not.
  public static void require(KafkaSettings kafka) {
    if (kafka.client().containsKey("security.protocol")) {
      return;
    }
    String servers = kafka.client().getOrDefault("bootstrap.servers", "");
    String first = servers.split(",", -1)[0].strip();
    int colon = first.lastIndexOf(':');
    if (colon > 0 && wantsLogin(first.substring(0, colon), first.substring(colon + 1))) {
      throw UserProblem.environment(
          "Kafka at " + first + " wants a name and a secret, and none is set",
          "give the file that has them with --config FILE; './playloop up' writes a"
              + " client.properties and says where. Its own commands need none.",
          null);
    }
  }

  /// A broker that wants one answers a handshake with its mechanisms; another one refuses it.
  private static boolean wantsLogin(String host, String port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, Integer.parseInt(port)), CONNECT_MILLIS);
      socket.setSoTimeout(ANSWER_MILLIS);
      SaslHandshakeRequest request =
          new SaslHandshakeRequest(new SaslHandshakeRequestData().setMechanism("?"), VERSION);
      ByteBuffer bytes =
          request.serializeWithHeader(
              new RequestHeader(ApiKeys.SASL_HANDSHAKE, VERSION, "playloop", 0));
      WritableByteChannel out = Channels.newChannel(socket.getOutputStream());
      out.write(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.remaining()).flip());
      out.write(bytes);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      int size = in.readInt();
      int correlation = in.readInt();
      return size > 0
          && correlation == 0
          && Errors.forCode(in.readShort()) == Errors.UNSUPPORTED_SASL_MECHANISM;
    } catch (IOException | NumberFormatException e) {
      // Away, or it speaks TLS: what follows will say so.
      return false;
    }
  }
}
