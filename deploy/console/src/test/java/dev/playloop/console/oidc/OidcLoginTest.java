package dev.playloop.console.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.http.Secret;
import dev.playloop.schemas.InvalidValueException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/// Logging in by a provider that is not ours: `oidc-provider`, which the OpenID Foundation has
/// certified.
class OidcLoginTest {
  /// Nobody listens there: the browser of these tests stops in front of it.
  private static final URI CALLBACK = URI.create("http://127.0.0.1:9/login/oidc");

  private static final String ADA =
      """
      {"email": "ada@example.org", "email_verified": true, "preferred_username": "ada"}\
      """;

  private static OidcSettings settings(ProviderProcess provider, String secret, String claim) {
    return new OidcSettings(provider.issuer(), "console", new Secret(secret), CALLBACK, claim);
  }

  private static OidcLogin login(ProviderProcess provider) throws InterruptedException {
    return OidcLogin.discover(settings(provider, "of-this-test", "email"), InstantSource.system());
  }

  @Test
  void somebodyIsWhoTheProviderSaysAndOnce() throws Exception {
    try (ProviderProcess provider = ProviderProcess.start(CALLBACK, ADA);
        OidcLogin login = login(provider);
        Browser browser = new Browser()) {
      OidcLogin.Begun begun = login.begin();
      String query = browser.comesBackWith(begun.to(), CALLBACK);

      assertThat(login.finish(query, begun.kept())).isEqualTo("ada@example.org");
      assertThatThrownBy(() -> login.finish(query, begun.kept()))
          .as("the same again")
          .isInstanceOf(OidcRefusal.class)
          .hasMessageContaining("begin again");
    }
  }

  @Test
  void anotherBrowserEndsNoLogin() throws Exception {
    try (ProviderProcess provider = ProviderProcess.start(CALLBACK, ADA);
        OidcLogin login = login(provider);
        Browser browser = new Browser()) {
      OidcLogin.Begun mine = login.begin();
      OidcLogin.Begun theirs = login.begin();
      String query = browser.comesBackWith(theirs.to(), CALLBACK);

      for (String kept : new String[] {null, "", mine.kept()}) {
        assertThatThrownBy(() -> login.finish(query, kept))
            .isInstanceOf(OidcRefusal.class)
            .hasMessageContaining("not begun here");
      }
      assertThat(login.finish(query, theirs.kept())).as("still good").isNotEmpty();
    }
  }

  @Test
  void aLoginIsGoodForTenMinutes() throws Exception {
    AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
    try (ProviderProcess provider = ProviderProcess.start(CALLBACK, ADA);
        OidcLogin login =
            OidcLogin.discover(settings(provider, "of-this-test", "email"), now::get);
        Browser browser = new Browser()) {
      OidcLogin.Begun begun = login.begin();
      String query = browser.comesBackWith(begun.to(), CALLBACK);
      now.updateAndGet(time -> time.plus(Duration.ofMinutes(11)));

      assertThatThrownBy(() -> login.finish(query, begun.kept()))
          .hasMessageContaining("too long ago");
    }
  }

  @Test
  void whatNobodyVerifiedIsNoNameAndAnotherClaimMayBe() throws Exception {
    String typed =
        """
        {"email": "root@example.org", "email_verified": false, "preferred_username": "eve"}\
        """;
    try (ProviderProcess provider = ProviderProcess.start(CALLBACK, typed);
        OidcLogin mail = login(provider);
        OidcLogin user =
            OidcLogin.discover(
                settings(provider, "of-this-test", "preferred_username"), InstantSource.system());
        OidcLogin none =
            OidcLogin.discover(
                settings(provider, "of-this-test", "groups"), InstantSource.system());
        Browser browser = new Browser()) {
      OidcLogin.Begun first = mail.begin();
      String came = browser.comesBackWith(first.to(), CALLBACK);
      assertThatThrownBy(() -> mail.finish(came, first.kept())).hasMessageContaining("verified");

      OidcLogin.Begun second = user.begin();
      assertThat(user.finish(browser.comesBackWith(second.to(), CALLBACK), second.kept()))
          .isEqualTo("eve");

      OidcLogin.Begun third = none.begin();
      String nameless = browser.comesBackWith(third.to(), CALLBACK);
      assertThatThrownBy(() -> none.finish(nameless, third.kept()))
          .hasMessageContaining("claim 'groups'");
    }
  }

  @Test
  void aWrongSecretIsNamedAsTheLikelyCause() throws Exception {
    try (ProviderProcess provider = ProviderProcess.start(CALLBACK, ADA);
        OidcLogin login =
            OidcLogin.discover(
                settings(provider, "of-another-test", "email"), InstantSource.system());
        Browser browser = new Browser()) {
      OidcLogin.Begun begun = login.begin();
      String query = browser.comesBackWith(begun.to(), CALLBACK);

      assertThatThrownBy(() -> login.finish(query, begun.kept()))
          .isInstanceOf(OidcRefusal.class)
          .hasMessageContaining("client id and secret");
    }
  }

  @Test
  void logsInNobodyOverWhatOthersCanRead() {
    URI plain = URI.create("http://id.example.org");
    assertThatThrownBy(() -> new OidcSettings(plain, "console", null, CALLBACK, "email"))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("https");
  }
}
