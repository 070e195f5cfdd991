package dev.playloop.console.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.function.Function;

/// A provider that says what a test wants to hear. Used by one thread, beside its own.
final class EvilProvider implements AutoCloseable {
  static final String SECRET = "a secret of as many as thirty-two bytes";

  private final HttpServer server;
  private final RSAKey key;
  private Function<String, String> answer = token -> tokens(token);
  private String token = "";

  EvilProvider() throws IOException, JOSEException {
    key = new RSAKeyGenerator(2048).keyID("k").generate();
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/.well-known/openid-configuration", to -> say(to, 200, metadata()));
    server.createContext("/keys", to -> say(to, 200, new JWKSet(key).toString()));
    server.createContext("/token", to -> say(to, 200, answer.apply(token)));
    server.start();
  }

  URI issuer() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  void says(String idToken) {
    token = idToken;
  }

  /// Instead of tokens.
  void answers(String body) {
    answer = _ -> body;
  }

  /// Whom it would vouch for, if it were honest.
  JWTClaimsSet.Builder ada(String nonce) {
    return new JWTClaimsSet.Builder()
        .issuer(issuer().toString())
        .subject("somebody")
        .audience("console")
        .claim("nonce", nonce)
        .claim("email", "ada@example.org")
        .claim("email_verified", true)
        .issueTime(Date.from(Instant.now()))
        .expirationTime(Date.from(Instant.now().plusSeconds(60)));
  }

  String signed(JWTClaimsSet claims) throws JOSEException {
    return signed(claims, key);
  }

  static String signed(JWTClaimsSet claims, RSAKey by) throws JOSEException {
    SignedJWT jwt =
        new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("k").build(), claims);
    jwt.sign(new RSASSASigner(by));
    return jwt.serialize();
  }

  /// By what both know, or by what everybody knows.
  static String maced(JWTClaimsSet claims, byte[] secret) throws JOSEException {
    SignedJWT jwt =
        new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("k").build(), claims);
    jwt.sign(new MACSigner(secret));
    return jwt.serialize();
  }

  static String unsigned(JWTClaimsSet claims) {
    return new PlainJWT(claims).serialize();
  }

  RSAKey key() {
    return key;
  }

  private String metadata() {
    return """
    {"issuer": "%1$s", "authorization_endpoint": "%1$s/auth", "token_endpoint": "%1$s/token",
     "jwks_uri": "%1$s/keys", "response_types_supported": ["code"],
     "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": ["RS256"]}
    """
        .formatted(issuer());
  }

  private static String tokens(String idToken) {
    return """
    {"access_token": "t", "token_type": "Bearer", "id_token": "%s"}\
    """
        .formatted(idToken);
  }

  private static void say(HttpExchange to, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    to.getResponseHeaders().set("Content-Type", "application/json");
    to.sendResponseHeaders(status, bytes.length);
    to.getResponseBody().write(bytes);
    to.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
