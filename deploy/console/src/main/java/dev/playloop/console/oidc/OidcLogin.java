package dev.playloop.console.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWT;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.AuthenticationResponse;
import com.nimbusds.openid.connect.sdk.AuthenticationResponseParser;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponse;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponseParser;
import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import com.nimbusds.openid.connect.sdk.validators.IDTokenValidator;
import dev.playloop.console.veil.Veil;
import dev.playloop.http.Secret;
import dev.playloop.schemas.principal.Principal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Logs people in by an OpenID provider: the authorization code flow with PKCE and a nonce (OpenID
/// Connect Core 1.0, section 3.1; RFC 7636). A login that was begun is good once, for ten minutes,
/// and only for the browser that began it, which keeps all of it, sealed: whoever begins many takes
/// no place from others. Safe for all threads.
public final class OidcLogin implements AutoCloseable {
  private static final Duration GOOD_FOR = Duration.ofMinutes(10);

  private final OidcSettings settings;
  private final Provider provider;
  private final InstantSource clock;
  private final Veil veil = Veil.fresh("login");

  /// The logins that ended well, by their states, until they would be too old anyway.
  private final Map<String, Instant> ended = new HashMap<>();

  /// What is expected of the one who comes back.
  private record Pending(String state, CodeVerifier verifier, Nonce nonce, Instant until) {
    private static final int PARTS = 4;

    /// Null where it is none.
    static @Nullable Pending parse(@Nullable String text) {
      String[] parts = text == null ? new String[0] : text.split(" ", -1);
      return parts.length == PARTS
          ? new Pending(
              parts[0],
              new CodeVerifier(parts[1]),
              new Nonce(parts[2]),
              Instant.ofEpochMilli(Long.parseLong(parts[3])))
          : null;
    }

    @Override
    public String toString() {
      return String.join(
          " ", state, verifier.getValue(), nonce.getValue(), String.valueOf(until.toEpochMilli()));
    }
  }

  /// A login that has begun.
  ///
  /// @param to where the browser goes now
  /// @param kept what the browser keeps for itself, in a cookie: whoever comes back must have it
  public record Begun(URI to, String kept) {}

  private OidcLogin(OidcSettings settings, Provider provider, InstantSource clock) {
    this.settings = settings;
    this.provider = provider;
    this.clock = clock;
  }

  /// Asks the provider who it is. Throws [OidcRefusal] where it does not say, or says something
  /// else.
  public static OidcLogin discover(OidcSettings settings, InstantSource clock)
      throws InterruptedException {
    return new OidcLogin(settings, Provider.discover(settings.issuer()), clock);
  }

  public Begun begin() {
    CodeVerifier verifier = new CodeVerifier();
    State state = new State();
    Nonce nonce = new Nonce();
    Pending pending =
        new Pending(state.getValue(), verifier, nonce, clock.instant().plus(GOOD_FOR));
    URI to =
        new AuthenticationRequest.Builder(
                ResponseType.CODE,
                new Scope("openid", "profile", "email"),
                new ClientID(settings.clientId()),
                settings.callback())
            .endpointURI(provider.metadata().getAuthorizationEndpointURI())
            .state(state)
            .nonce(nonce)
            .codeChallenge(verifier, CodeChallengeMethod.S256)
            .build()
            .toURI();
    return new Begun(to, veil.hide(pending.toString()));
  }

  /// The name of the principal who came back from the provider.
  ///
  /// @param query what stands behind the question mark of the address that the browser asked for
  /// @param kept what this browser kept; null where it kept nothing
  /// @throws OidcRefusal where it is not who began, or the provider does not vouch for a name
  public String finish(String query, @Nullable String kept) throws InterruptedException {
    AuthenticationResponse response = response(query);
    String named = response.getState() == null ? "" : response.getState().getValue();
    Pending pending = kept == null ? null : Pending.parse(veil.see(kept));
    if (pending == null
        || !pending.state().equals(named)
        || pending.until().isBefore(clock.instant())
        || hasEnded(pending)) {
      throw anew();
    }
    if (!response.indicatesSuccess()) {
      throw new OidcRefusal(
          "the provider refused: "
              + response.toErrorResponse().getErrorObject().getCode()
              + "; ask who runs it");
    }
    String name = name(claims(response.toSuccessResponse().getAuthorizationCode(), pending));
    if (!end(pending)) {
      throw anew();
    }
    return name;
  }

  private static OidcRefusal anew() {
    return new OidcRefusal("this login was not begun here, or too long ago: begin again");
  }

  private synchronized boolean hasEnded(Pending pending) {
    return ended.containsKey(pending.state());
  }

  /// False where it had ended. Only whom the provider vouches for makes this grow.
  private synchronized boolean end(Pending pending) {
    Instant now = clock.instant();
    ended.values().removeIf(until -> until.isBefore(now));
    return ended.put(pending.state(), pending.until()) == null;
  }

  private AuthenticationResponse response(String query) {
    try {
      return AuthenticationResponseParser.parse(
          URI.create(settings.callback() + "?" + query)); // throws what it can't read
    } catch (ParseException | IllegalArgumentException e) {
      throw new OidcRefusal(
          "what the provider sent with the browser can't be read: begin again", e);
    }
  }

  private IDTokenClaimsSet claims(AuthorizationCode code, Pending pending)
      throws InterruptedException {
    URI endpoint = provider.metadata().getTokenEndpointURI();
    AuthorizationCodeGrant grant =
        new AuthorizationCodeGrant(code, settings.callback(), pending.verifier());
    ClientID client = new ClientID(settings.clientId());
    Secret secret = settings.clientSecret();
    TokenRequest request =
        (secret == null
                ? new TokenRequest.Builder(endpoint, client, grant)
                : new TokenRequest.Builder(
                    endpoint,
                    new ClientSecretBasic(
                        client, new com.nimbusds.oauth2.sdk.auth.Secret(secret.text())),
                    grant))
            .build();
    try {
      var answer = OIDCTokenResponseParser.parse(provider.send(request.toHTTPRequest()));
      if (!(answer instanceof OIDCTokenResponse tokens)) {
        throw new OidcRefusal(
            "the provider did not take the code: "
                + answer.toErrorResponse().getErrorObject().getCode()
                + "; are client id and secret right?");
      }
      return validated(tokens.getOIDCTokens().getIDToken(), pending.nonce());
    } catch (ParseException e) {
      throw new OidcRefusal("what the provider says of who came can't be read", e);
    }
  }

  private IDTokenClaimsSet validated(@Nullable JWT token, Nonce nonce) throws InterruptedException {
    if (token == null) {
      throw new OidcRefusal("the provider sent no ID token: is the scope openid allowed?");
    }
    try {
      return new IDTokenValidator(
              provider.issuer(),
              new ClientID(settings.clientId()),
              new JWSVerificationKeySelector<SecurityContext>(
                  Provider.ALGORITHMS, new ImmutableJWKSet<>(provider.keys())),
              null)
          .validate(token, nonce);
    } catch (BadJOSEException | JOSEException e) {
      throw new OidcRefusal("the provider's ID token proves nothing: " + e.getMessage(), e);
    }
  }

  /// An address of mail that nobody has verified is whatever its owner typed.
  private String name(IDTokenClaimsSet claims) {
    Object name = claims.getClaim(settings.nameClaim());
    if (settings.nameClaim().equals(OidcSettings.EMAIL)
        && !Boolean.TRUE.equals(claims.getClaim("email_verified"))) {
      throw new OidcRefusal("the provider has not verified this address of mail");
    }
    if (!(name instanceof String text) || !Principal.NAME.matcher(text).matches()) {
      throw new OidcRefusal(
          "the provider gives no name in the claim '"
              + settings.nameClaim()
              + "': one of letters, digits and ._@- was expected");
    }
    return text;
  }

  @Override
  public void close() {
    provider.close();
  }
}
