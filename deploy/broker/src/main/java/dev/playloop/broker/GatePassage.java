package dev.playloop.broker;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.common.message.SaslAuthenticateRequestData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.requests.ProduceRequest;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.common.requests.SaslAuthenticateRequest;

/// One connection's requests on their way to the broker, one frame after another. Each is looked at
/// before it passes; the first that must not ends the connection. Used by one thread.
final class GatePassage {
  /// Whoever has not said who it is has no more to say than that.
  private static final int MAX_BEFORE_LOGIN = 16 * 1024;

  private static final int MIN_FRAME = 10;

  private final GateKeys keys;
  private final GateLimits limits;
  private final UncompressedBound bound;
  private final Consumer<String> told;
  private volatile boolean known;

  /// `told` hears of logins that are wrong.
  GatePassage(GateKeys keys, GateLimits limits, Consumer<String> told) {
    this.keys = keys;
    this.limits = limits;
    this.told = told;
    this.bound = new UncompressedBound(limits.uncompressed());
  }

  /// A connection that must end, and why.
  static final class TurnedAway extends IOException {
    private static final long serialVersionUID = 1L;

    TurnedAway(String why) {
      super(why);
    }
  }

  /// Whether it came with a right name and secret.
  boolean isKnown() {
    return known;
  }

  /// Until the connection ends. Throws [TurnedAway] at what must not pass, and whatever Kafka's own
  /// classes throw at bytes that are no request.
  void run(DataInputStream in, DataOutputStream out) throws IOException {
    while (true) {
      byte[] frame = frame(in);
      if (frame.length == 0) {
        return;
      }
      byte[] passed = looked(frame);
      out.writeInt(passed.length);
      out.write(passed);
      out.flush();
    }
  }

  /// Empty at the end. Room is made as bytes come, not for what the length says.
  private byte[] frame(DataInputStream in) throws IOException {
    int size;
    try {
      size = in.readInt();
    } catch (EOFException e) {
      return new byte[0];
    }
    int most = known ? limits.frame() : MAX_BEFORE_LOGIN;
    if (size < MIN_FRAME || size > most) {
      throw new TurnedAway(
          known
              ? "a request of " + size + " bytes, where " + most + " may be"
              : "no client of Kafka, or one without a login");
    }
    byte[] frame = in.readNBytes(size);
    return frame.length == size ? frame : new byte[0];
  }

  private byte[] looked(byte[] frame) throws IOException {
    short api = ByteBuffer.wrap(frame).getShort();
    if (api == ApiKeys.SASL_AUTHENTICATE.id) {
      return login(frame);
    }
    if (api == ApiKeys.SASL_HANDSHAKE.id && ByteBuffer.wrap(frame).getShort(2) == 0) {
      throw new TurnedAway("a login of before Kafka 1.0");
    }
    if (!known && api != ApiKeys.API_VERSIONS.id && api != ApiKeys.SASL_HANDSHAKE.id) {
      throw new TurnedAway("it came without a name and a secret (security.protocol is not set)");
    }
    if (api == ApiKeys.PRODUCE.id) {
      ByteBuffer buffer = ByteBuffer.wrap(frame);
      RequestHeader header = RequestHeader.parse(buffer);
      ProduceRequest request =
          ProduceRequest.parse(new ByteBufferAccessor(buffer), header.apiVersion());
      Optional<String> broken = bound.broken(request.data());
      if (broken.isPresent()) {
        throw new TurnedAway(broken.get());
      }
    }
    return frame;
  }

  /// A wrong one passes as it is: the broker answers it with the error that clients know.
  private byte[] login(byte[] frame) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(frame);
    RequestHeader header = RequestHeader.parse(buffer);
    SaslAuthenticateRequestData data =
        SaslAuthenticateRequest.parse(new ByteBufferAccessor(buffer), header.apiVersion()).data();
    Optional<byte[]> exchanged = keys.exchange(data.authBytes());
    known = exchanged.isPresent();
    if (!known) {
      told.accept("it came with a wrong name or secret");
      return frame;
    }
    ByteBuffer passed =
        new SaslAuthenticateRequest(
                new SaslAuthenticateRequestData().setAuthBytes(exchanged.get()),
                header.apiVersion())
            .serializeWithHeader(header);
    byte[] bytes = new byte[passed.remaining()];
    passed.get(bytes);
    return bytes;
  }
}
