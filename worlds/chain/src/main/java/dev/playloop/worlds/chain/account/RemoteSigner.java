package dev.playloop.worlds.chain.account;

import dev.playloop.http.Secret;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.json.CheckedJson;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Signature;
import dev.playloop.worlds.chain.Signer;
import dev.playloop.worlds.chain.crypto.VerifyingKey;
import dev.playloop.worlds.model.WorldUnavailable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A signer elsewhere, asked by HTTP: `POST {"hash": "0x…"}` with a bearer token is answered with
/// `{"r": "0x…", "s": "0x…"}`. It is asked over TLS, or on this machine. What it signs is checked
/// against the public key that the executor's file declares; whatever is no such signature is an
/// outage, for then nothing is signed. Thread-safe.
final class RemoteSigner implements Signer, AutoCloseable {
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final int MAX_REPLY = 4_096;
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "[::1]", "localhost");

  private final URI address;
  private final Secret token;
  private final VerifyingKey key;
  private final Duration limit;
  private final HttpClient http;

  private RemoteSigner(URI address, Secret token, VerifyingKey key, Duration limit) {
    this.address = address;
    this.token = token;
    this.key = key;
    this.limit = limit;
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
  }

  /// Opens no connection yet. Throws [InvalidValueException] where the address is neither https nor
  /// of this machine, or no point of the curve has the public key.
  ///
  /// @param limit how long a signature may take
  public static RemoteSigner of(URI address, Secret token, Felt publicKey, Duration limit) {
    Require.positive("limit", limit);
    return new RemoteSigner(
        address("remote", address.toString()), token, VerifyingKey.of(publicKey), limit);
  }

  /// The address, if it is one that may be asked.
  static URI address(String field, @Nullable String text) {
    URI address = Require.webAddress(field, text);
    if (!"https".equals(address.getScheme()) && !LOOPBACK.contains(address.getHost())) {
      throw new InvalidValueException(
          field, "https, or http on this machine", address.getScheme() + " elsewhere");
    }
    return address;
  }

  @Override
  public Felt publicKey() {
    return key.publicKey();
  }

  @Override
  public Signature sign(Felt hash) throws InterruptedException {
    HttpResponse<byte[]> response = exchange(hash);
    if (response.statusCode() != 200) {
      throw unavailable("answered with HTTP " + response.statusCode(), null);
    }
    Signature signature = read(response.body());
    if (!key.verifies(hash, signature)) {
      throw unavailable("answered with what is no signature of " + publicKey(), null);
    }
    return signature;
  }

  private HttpResponse<byte[]> exchange(Felt hash) throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(address)
            .header("Content-Type", "application/json")
            .header("Authorization", "Bearer " + token.text())
            .POST(
                HttpRequest.BodyPublishers.ofByteArray(
                    Json.bytes(Json.NODES.objectNode().put("hash", hash.hex()))))
            .build();
    CompletableFuture<HttpResponse<byte[]>> reply =
        http.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_REPLY));
    boolean ended = false;
    try {
      HttpResponse<byte[]> response = reply.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      ended = true;
      return response;
    } catch (TimeoutException e) {
      throw unavailable("has not answered within " + limit.toMillis() + " ms", e);
    } catch (ExecutionException e) {
      throw unavailable("is not reached", e);
    } finally {
      if (!ended) {
        reply.cancel(true); // ends the connection, too
      }
    }
  }

  private Signature read(byte[] body) {
    try {
      JsonNode reply = CheckedJson.of(body, Edge.REQUEST).tree();
      return new Signature(
          Felt.parse("r", reply.path("r").asString("")),
          Felt.parse("s", reply.path("s").asString("")));
    } catch (InvalidValueException e) {
      throw unavailable("answered with no signature: " + e.field(), e);
    }
  }

  private WorldUnavailable unavailable(String what, @Nullable Exception cause) {
    return new WorldUnavailable(
        "the signer at " + address.getHost() + " " + what,
        cause == null ? new IOException(what) : cause);
  }

  @Override
  public String toString() {
    return "RemoteSigner[" + address.getHost() + ", " + publicKey() + "]";
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
