package dev.playloop.console.oidc;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import dev.playloop.http.client.ClientOptions;
import dev.playloop.http.client.HttpCall;
import dev.playloop.http.client.HttpCaller;
import dev.playloop.http.client.HttpOutcome;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// An OpenID provider (OpenID Connect Discovery 1.0), asked over our own client: no redirection is
/// followed, and size and time are bounded. Safe for all threads.
final class Provider implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final int MOST_BYTES = 512 * 1024;

  /// Signatures that only the provider can make: none at all, and those that a shared secret makes,
  /// are no proof.
  static final Set<JWSAlgorithm> ALGORITHMS =
      Set.of(
          JWSAlgorithm.RS256,
          JWSAlgorithm.RS384,
          JWSAlgorithm.RS512,
          JWSAlgorithm.PS256,
          JWSAlgorithm.PS384,
          JWSAlgorithm.PS512,
          JWSAlgorithm.ES256,
          JWSAlgorithm.ES384,
          JWSAlgorithm.ES512);

  private final HttpCaller http;
  private final Issuer issuer;
  private final OIDCProviderMetadata metadata;

  private Provider(HttpCaller http, Issuer issuer) throws InterruptedException {
    this.http = http;
    this.issuer = issuer;
    this.metadata = read();
  }

  /// Reads what it says of itself. Throws [OidcRefusal].
  static Provider discover(URI issuer) throws InterruptedException {
    HttpCaller http =
        new HttpCaller(ClientOptions.direct("oidc", LIMIT, MOST_BYTES).throughProxies());
    boolean there = false;
    try {
      Provider provider = new Provider(http, new Issuer(issuer));
      there = true;
      return provider;
    } finally {
      if (!there) {
        http.close();
      }
    }
  }

  private OIDCProviderMetadata read() throws InterruptedException {
    try {
      URI address = OIDCProviderMetadata.resolveURL(issuer).toURI();
      OIDCProviderMetadata found = OIDCProviderMetadata.parse(get(address, "its configuration"));
      if (!found.getIssuer().equals(issuer)) {
        throw new OidcRefusal(
            "the provider at "
                + issuer
                + " calls itself "
                + found.getIssuer()
                + ": write the issuer as it does");
      }
      return found;
    } catch (com.nimbusds.oauth2.sdk.GeneralException | java.net.URISyntaxException e) {
      throw new OidcRefusal("what the provider at " + issuer + " says of itself can't be read", e);
    }
  }

  OIDCProviderMetadata metadata() {
    return metadata;
  }

  Issuer issuer() {
    return issuer;
  }

  /// The keys that it signs with now: it may change them at any time.
  JWKSet keys() throws InterruptedException {
    try {
      return JWKSet.parse(get(metadata.getJWKSetURI(), "its keys"));
    } catch (java.text.ParseException e) {
      throw new OidcRefusal("the provider's keys can't be read", e);
    }
  }

  private String get(URI address, String what) throws InterruptedException {
    return switch (http.call(
        new HttpCall("GET", address, Map.of("accept", "application/json"), new byte[0]), LIMIT)) {
      case HttpOutcome.Answered(int status, _, byte[] body) when status == 200 ->
          new String(body, StandardCharsets.UTF_8);
      case HttpOutcome.Answered(int status, _, _) -> throw silent(what, "status " + status);
      case HttpOutcome other -> throw silent(what, other.toString());
    };
  }

  private OidcRefusal silent(String what, String why) {
    return new OidcRefusal(
        "the provider " + issuer + " does not tell " + what + " (" + why + "): is it up?");
  }

  /// Sends one of the library's requests. Throws [OidcRefusal] where no answer comes.
  HTTPResponse send(HTTPRequest request) throws InterruptedException {
    Map<String, String> headers = new HashMap<>();
    request.getHeaderMap().forEach((name, values) -> headers.put(name, String.join(", ", values)));
    String body = request.getBody() == null ? "" : request.getBody();
    HttpCall call =
        new HttpCall(
            request.getMethod().name(),
            request.getURI(),
            headers,
            body.getBytes(StandardCharsets.UTF_8));
    if (!(http.call(call, LIMIT) instanceof HttpOutcome.Answered answered)) {
      throw silent("who came", "no answer");
    }
    HTTPResponse response = new HTTPResponse(answered.status());
    try {
      String type = answered.header("content-type");
      if (type != null) {
        response.setContentType(type);
      }
    } catch (ParseException e) {
      throw new OidcRefusal("the provider's answer has no known type", e);
    }
    response.setBody(new String(answered.body(), StandardCharsets.UTF_8));
    return response;
  }

  @Override
  public void close() {
    http.close();
  }
}
