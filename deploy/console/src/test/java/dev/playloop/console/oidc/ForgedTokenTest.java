package dev.playloop.console.oidc;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.oauth2.sdk.util.URLUtils;
import dev.playloop.http.Secret;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What a provider, or somebody on the way to it, says that proves nothing.
class ForgedTokenTest {
  private static final URI CALLBACK = URI.create("http://127.0.0.1:9/login/oidc");

  @Test
  void whatTheProviderDidNotSignForThisLoginLetsNobodyIn() throws Exception {
    try (EvilProvider provider = new EvilProvider();
        OidcLogin login = login(provider)) {
      OidcLogin.Begun honest = login.begin();
      provider.says(provider.signed(provider.ada(nonce(honest)).build()));
      assertThat(login.finish(query(honest), honest.kept())).isEqualTo("ada@example.org");

      for (String name : forged(provider, "").keySet()) {
        OidcLogin.Begun begun = login.begin();
        provider.says(requireNonNull(forged(provider, nonce(begun)).get(name)));
        assertThatThrownBy(() -> login.finish(query(begun), begun.kept()))
            .as(name)
            .isInstanceOf(OidcRefusal.class);
      }
    }
  }

  private static Map<String, String> forged(EvilProvider provider, String nonce) throws Exception {
    JWTClaimsSet ada = provider.ada(nonce).build();
    Map<String, String> forged = new LinkedHashMap<>();
    forged.put("unsigned", EvilProvider.unsigned(ada));
    forged.put(
        "signed by somebody else",
        EvilProvider.signed(ada, new RSAKeyGenerator(2048).keyID("k").generate()));
    forged.put(
        "by the client's secret",
        EvilProvider.maced(ada, EvilProvider.SECRET.getBytes(StandardCharsets.UTF_8)));
    forged.put(
        "by the public key as a secret",
        EvilProvider.maced(ada, provider.key().toRSAPublicKey().getEncoded()));
    forged.put("of another login", provider.signed(provider.ada("another").build()));
    forged.put("for another client", provider.signed(provider.ada(nonce).audience("x").build()));
    forged.put(
        "of another provider",
        provider.signed(provider.ada(nonce).issuer("https://id.example.org").build()));
    forged.put(
        "of yesterday",
        provider.signed(
            provider
                .ada(nonce)
                .expirationTime(Date.from(Instant.now().minusSeconds(86_400)))
                .build()));
    forged.put(
        "a name that is none", provider.signed(provider.ada(nonce).claim("email", "a b").build()));
    forged.put(
        "several names",
        provider.signed(provider.ada(nonce).claim("email", List.of("ada", "eve")).build()));
    forged.put("no token", "a.b.c");
    return forged;
  }

  @Test
  void whatIsNoAnswerLetsNobodyIn() throws Exception {
    try (EvilProvider provider = new EvilProvider();
        OidcLogin login = login(provider)) {
      for (String body :
          List.of(
              "", "{", "[]", "null", "{\"a\":".repeat(50_000), "x".repeat(2_000_000), "\ud800")) {
        provider.answers(body);
        OidcLogin.Begun begun = login.begin();
        assertThatThrownBy(() -> login.finish(query(begun), begun.kept()))
            .as("%d characters", body.length())
            .isInstanceOf(OidcRefusal.class);
      }
    }
  }

  @Test
  void whatABrowserBringsIsRefusedInWords() throws Exception {
    try (EvilProvider provider = new EvilProvider();
        OidcLogin login = login(provider)) {
      for (String query :
          List.of(
              "",
              "x",
              "code=c",
              "state=s&code=c",
              "code=%ff%fe&state=%00",
              "a".repeat(8_000),
              "%",
              "code=c&state=s&code=d&state=t",
              " ",
              "error=<b>&state=s")) {
        assertThatThrownBy(() -> login.finish(query, "s"))
            .as(query)
            .isInstanceOf(OidcRefusal.class);
      }
    }
  }

  /// Anybody may begin as many as they like.
  @Test
  void whoBeginsManyLoginsPushesNoneOut() throws Exception {
    try (EvilProvider provider = new EvilProvider();
        OidcLogin login = login(provider)) {
      OidcLogin.Begun first = login.begin();
      for (int i = 0; i < 5_000; i++) {
        login.begin();
      }
      provider.says(provider.signed(provider.ada(nonce(first)).build()));

      assertThat(login.finish(query(first), first.kept())).isEqualTo("ada@example.org");
      assertThatThrownBy(() -> login.finish(query(first), first.kept()))
          .as("the same again")
          .hasMessageContaining("begin again");
    }
  }

  @Test
  void whatABrowserKeepsCanBeNeitherReadNorMadeNorChanged() throws Exception {
    try (EvilProvider provider = new EvilProvider();
        OidcLogin login = login(provider);
        OidcLogin other = login(provider)) {
      OidcLogin.Begun begun = login.begin();
      String kept = begun.kept();
      assertThat(kept).matches("[A-Za-z0-9_-]{100,400}").doesNotContain(nonce(begun));
      provider.says(provider.signed(provider.ada(nonce(begun)).build()));

      int at = kept.length() / 2;
      char next = kept.charAt(at) == 'A' ? 'B' : 'A';
      for (String forged :
          List.of(
              "",
              "A",
              said(begun, "state"),
              kept.substring(0, 20),
              kept.substring(0, at) + next + kept.substring(at + 1),
              kept + "A".repeat(2_000),
              "a b c d",
              plain(begun),
              other.begin().kept())) {
        assertThatThrownBy(() -> login.finish(query(begun), forged))
            .as(forged)
            .hasMessageContaining("begin again");
      }
      assertThat(login.finish(query(begun), kept)).isEqualTo("ada@example.org");
    }
  }

  /// What it would keep if that were not sealed.
  private static String plain(OidcLogin.Begun begun) {
    return "%s %s %s %d"
        .formatted(said(begun, "state"), "v".repeat(43), nonce(begun), Long.MAX_VALUE / 2);
  }

  private static OidcLogin login(EvilProvider provider) throws InterruptedException {
    return OidcLogin.discover(
        new OidcSettings(
            provider.issuer(), "console", new Secret(EvilProvider.SECRET), CALLBACK, "email"),
        InstantSource.system());
  }

  private static String query(OidcLogin.Begun begun) {
    return "code=c&state=" + said(begun, "state");
  }

  private static String nonce(OidcLogin.Begun begun) {
    return said(begun, "nonce");
  }

  private static String said(OidcLogin.Begun begun, String name) {
    return requireNonNull(URLUtils.parseParameters(begun.to().getRawQuery()).get(name)).getFirst();
  }
}
