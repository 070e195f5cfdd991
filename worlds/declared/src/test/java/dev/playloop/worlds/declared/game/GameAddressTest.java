package dev.playloop.worlds.declared.game;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.InvalidValueException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Where a game may be: by https or on this machine, and at no private address that nobody listed.
class GameAddressTest {
  private static final String PUBLIC = "93.184.216.34";

  private static GameAddress resolving(List<String> listed, String... addresses) {
    return GameAddress.of("https://game.example/play", listed, _ -> literals(addresses));
  }

  private static InetAddress[] literals(String... addresses) throws UnknownHostException {
    InetAddress[] all = new InetAddress[addresses.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = InetAddress.getByName(addresses[i]);
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://game.example",
        "https://game.example:8443/play/",
        "http://127.0.0.1:7777",
        "http://[::1]:7777/play",
        "http://localhost:7777"
      })
  void httpsAndThisMachineMayBeAsked(String base) {
    assertThat(GameAddress.of(base, List.of()).at("/actions").toString())
        .endsWith("/actions")
        .doesNotContain("//actions", "localhost");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://game.example",
        "http://10.0.0.1:80",
        "http://127.0.0.2",
        "http://localhost.example",
        "http://127.0.0.1.example",
        "http://0.0.0.0:80",
        "http://2130706433",
        "ftp://127.0.0.1",
        "https:///play",
        "https://user:word@game.example",
        "https://game.example?a=b",
        "https://game.example/#a",
        "game.example",
        ""
      })
  void nothingElseIsAnAddress(String base) {
    assertThatThrownBy(() -> GameAddress.of(base, List.of()))
        .isInstanceOf(InvalidValueException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0",
        "10.1.2.3",
        "100.64.0.1",
        "100.100.100.200",
        "127.0.0.1",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.192",
        "192.168.1.1",
        "198.18.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:10.0.0.1",
        "::ffff:169.254.169.254",
        "64:ff9b::a00:1",
        "fe80::1",
        "fec0::1",
        "fd00:ec2::254",
        "ff02::1",
        "2001::1",
        "2001:db8::1",
        "2002:a00:1::1"
      })
  void anAddressThatIsNotOfThePublicInternetIsRefused(String address) {
    assertThat(resolving(List.of(), address).refusal()).contains("no setting lists it");
    assertThat(resolving(List.of(), PUBLIC, address).refusal()).contains("no setting lists it");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {PUBLIC, "172.15.0.1", "172.32.0.1", "100.128.0.1", "11.0.0.1", "2606:4700::1111"})
  void aPublicOneIsNot(String address) {
    assertThat(resolving(List.of(), address).refusal()).isNull();
  }

  @Test
  void aListedOneMayBeAskedAndNoOtherBesideIt() {
    assertThat(resolving(List.of("10.1.0.0/16"), "10.1.2.3").refusal()).isNull();
    assertThat(resolving(List.of("10.1.2.3"), "10.1.2.3").refusal()).isNull();
    assertThat(resolving(List.of("fd00::/8"), "fd12::1").refusal()).isNull();
    assertThat(resolving(List.of("10.1.0.0/16"), "10.2.2.3").refusal()).isNotNull();
    assertThat(resolving(List.of("10.1.2.3"), "10.1.2.2").refusal()).isNotNull();
    assertThat(resolving(List.of("10.1.0.0/16"), "10.1.2.3", "10.2.2.3").refusal()).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10.0.0.0/33",
        "10.0.0.0/-1",
        "10.0.0.0/",
        "10.0.0",
        "game.example",
        "",
        "::/129",
        "a:b"
      })
  void aRangeThatIsNoneIsRefused(String range) {
    assertThatThrownBy(() -> GameAddress.of("https://game.example", List.of(range)))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("privateAddresses");
  }

  /// A name that leads elsewhere the second time is asked for each time.
  @Test
  void aNameThatChangesIsRefusedFromThenOn() {
    Deque<String> answers = new ArrayDeque<>(List.of(PUBLIC, "169.254.169.254"));
    GameAddress address =
        GameAddress.of("https://game.example", List.of(), _ -> literals(answers.removeFirst()));

    assertThat(address.refusal()).isNull();
    assertThat(address.refusal()).contains("169.254.169.254");
  }

  /// It is asked for once more where a connection is opened.
  @Test
  void noConnectionGoesWhereTheNameLedInBetween() throws InterruptedException {
    Deque<String> answers = new ArrayDeque<>(List.of(PUBLIC, "127.0.0.1"));
    GameAddress address =
        GameAddress.of("https://game.example:1", List.of(), _ -> literals(answers.removeFirst()));
    try (HttpGame game = HttpGame.at(address, GameLimits.USUAL)) {
      GameRequest request = GameRequest.get(PushCase.SECRET, Instant.now(), "/actions/a");

      assertThat(game.send(request))
          .isInstanceOfSatisfying(
              GameReply.NotSent.class, sent -> assertThat(sent.why()).contains("127.0.0.1"));
    }
    assertThat(answers).isEmpty();
  }

  @Test
  void whoIsRefusedIsSentNothing() throws InterruptedException {
    GameAddress address = resolving(List.of(), "10.0.0.1");
    try (HttpGame game = HttpGame.at(address, GameLimits.USUAL)) {
      GameRequest request = GameRequest.get(PushCase.SECRET, Instant.now(), "/actions/a");

      assertThat(game.send(request))
          .isInstanceOfSatisfying(
              GameReply.NotSent.class,
              sent -> assertThat(sent.why()).contains("no setting lists it"));
    }
  }

  @Test
  void aNameThatNobodyKnowsIsRefused() {
    GameAddress address =
        GameAddress.of(
            "https://game.example",
            List.of(),
            host -> {
              throw new UnknownHostException(host);
            });

    assertThat(address.refusal()).contains("not known");
  }
}
