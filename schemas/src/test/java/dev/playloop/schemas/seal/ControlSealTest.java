package dev.playloop.schemas.seal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.approval.Question;
import dev.playloop.schemas.event.ApprovalControl.About;
import dev.playloop.schemas.event.ApprovalControl.Approve;
import dev.playloop.schemas.event.ApprovalControl.Confirm;
import dev.playloop.schemas.event.ApprovalControl.Deny;
import dev.playloop.schemas.event.ApprovalControl.Edit;
import dev.playloop.schemas.event.ApprovalControl.Grant;
import dev.playloop.schemas.event.ApprovalControl.Revoke;
import dev.playloop.schemas.event.ApprovalControl.Withdraw;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.CheckedJson;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.principal.PrincipalBuilder;
import dev.playloop.schemas.principal.Scope;
import dev.playloop.schemas.seal.ControlSeal.Forged;
import dev.playloop.schemas.seal.ControlSeal.NoSigner;
import dev.playloop.schemas.seal.ControlSeal.Proved;
import dev.playloop.schemas.seal.ControlSeal.Revoked;
import dev.playloop.schemas.seal.ControlSeal.UnknownKey;
import dev.playloop.schemas.seal.ControlSeal.Unsigned;
import dev.playloop.schemas.seal.ControlSeal.Verdict;
import dev.playloop.schemas.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class ControlSealTest {
  private static final SigningKey KEY = SigningKey.generate();
  private static final Instant AT = Instant.parse("2026-11-24T10:00:00.000000001Z");
  private static final AgentId ADA = new AgentId("tally/ada");
  private static final RunId RUN = RunId.of(ADA, "msg-001");
  private static final ActionId ACTION = ActionId.of(RUN.turn(2), 1);
  private static final Author KIM =
      new Author("kim@example", List.of("treasurer", "mayor"), "somebody", "a", "b");
  private static final About ABOUT =
      new About(ACTION, "0123456789abcdef", Question.hash(Json.tree("{\"amount\":900}")));

  static Stream<Control> controls() {
    Approve approve = new Approve(ADA, ABOUT, KIM, "fair", AT);
    return Stream.of(
        approve,
        new Deny(ADA, ABOUT, KIM, "too dear", AT),
        Edit.of(approve, Json.tree("{\"amount\":300,\"to\":{\"who\":\"bo\"}}")),
        new Withdraw(ADA, new About(ACTION, null, ABOUT.argsHash()), KIM, null, AT),
        Confirm.of(ADA, ACTION, true, KIM, AT).reason("seen"),
        Grant.of(ADA, "g-1", "pay", KIM, AT)
            .good(Json.tree("{\"amount\":{\"below\":10}}"), 3, AT.plusSeconds(60))
            .reason("fair week"),
        new Revoke(ADA, "g-1", KIM, null, AT),
        new Control.CancelRun(ADA, RUN, KIM, AT),
        new Control.Pause(ADA, KIM, AT),
        new Control.Resume(ADA, KIM, AT),
        new Control.ForgetSubject(ADA, "bob", KIM, AT),
        new Control.Snapshot(ADA, KIM, AT));
  }

  @ParameterizedTest
  @MethodSource("controls")
  void whatWasSignedIsProvedBehindTheTopic(Control control) {
    Control read = throughTheTopic(sign(control));

    assertThat(verify(read)).isEqualTo(new Proved(signer()));
    assertThat(read.author().subject()).isEqualTo("kim@example");
    assertThat(read.author().issuer()).isEqualTo("gateway");
    assertThat(read.author().keyId()).isEqualTo(KEY.trusted().id());
  }

  /// Every value of the JSON but the signature is turned into another one, one at a time.
  @ParameterizedTest
  @MethodSource("controls")
  void eachPartThatIsChangedBreaksIt(Control control) {
    JsonNode signed = Json.LOG.valueToTree(sign(control));
    List<JsonNode> others = new OtherTrees(signed).all();

    assertThat(others).hasSizeGreaterThan(5);
    for (JsonNode other : others) {
      Control read = Json.read(Json.bytes(other), Control.class);
      assertThat(verify(read)).as(other.toString()).isNotInstanceOf(Proved.class);
    }
  }

  /// Two controls of one kind of fields must not be exchanged for each other.
  @Test
  void aPauseIsNoResume() {
    ObjectNode signed = Json.LOG.valueToTree(sign(new Control.Pause(ADA, KIM, AT)));
    signed.put("type", "resume");

    assertThat(verify(Json.read(Json.bytes(signed), Control.class))).isEqualTo(new Forged());
  }

  @Test
  void aSignatureThatWasStrippedProvesNothing() {
    Control signed = sign(new Control.Pause(ADA, KIM, AT));

    assertThat(verify(signed.by(signed.author().signature(null)))).isEqualTo(new Unsigned());
    assertThat(verify(signed.by(Author.of("kim@example")))).isEqualTo(new Unsigned());
    assertThat(verify(signed.by(signed.author().signature("")))).isEqualTo(new Forged());
    assertThat(verify(signed.by(signed.author().signature("no base64")))).isEqualTo(new Forged());
  }

  /// A replay that only looks like another control would count as another word.
  @Test
  void anotherTextOfTheSameSignatureProvesNothing() {
    Control signed = sign(new Control.Pause(ADA, KIM, AT));
    String text = String.valueOf(signed.author().signature());
    String unpadded = text.substring(0, text.indexOf('='));
    char last = unpadded.charAt(unpadded.length() - 1);
    String sloppy = unpadded.substring(0, unpadded.length() - 1) + (char) (last + 1) + "==";

    assertThat(Base64.getDecoder().decode(sloppy)).isEqualTo(Base64.getDecoder().decode(text));
    assertThat(verify(signed.by(signed.author().signature(sloppy)))).isEqualTo(new Forged());
    assertThat(verify(signed.by(signed.author().signature(unpadded)))).isEqualTo(new Forged());
  }

  @Test
  void aRoleThatWasAddedAfterSigningProvesNothing() {
    Control signed = sign(new Approve(ADA, ABOUT, Author.of("kim"), null, AT));
    Author promoted = signed.author().roles(List.of(Author.EVERY_ROLE));

    assertThat(verify(signed.by(promoted))).isEqualTo(new Forged());
  }

  @Test
  void anotherKeysSignatureProvesNothing() {
    Control signed = sign(new Control.Pause(ADA, KIM, AT));
    SigningKey other = SigningKey.generate();
    Control foreign = ControlSeal.sign(signed, other, "gateway");

    assertThat(verify(foreign)).isEqualTo(new UnknownKey(other.trusted().id()));
    assertThat(verify(foreign.by(signed.author().signature(foreign.author().signature()))))
        .isEqualTo(new Forged());
  }

  /// Whoever can put a principal beside a key's id without having that key's public half.
  @Test
  void aKeyIsOnlyGoodUnderItsOwnId() {
    SigningKey other = SigningKey.generate();
    Control foreign = ControlSeal.sign(new Control.Pause(ADA, KIM, AT), other, "gateway");

    assertThat(ControlSeal.verify(foreign, _ -> signer(), AT))
        .isEqualTo(new NoSigner(other.trusted().id()));
  }

  @Test
  void aRevokedKeyIsGoodForWhatItSignedBefore() {
    Control signed = sign(new Control.Pause(ADA, KIM, AT));
    Principal revoked = signer().withRevokedAt(AT);
    String id = KEY.trusted().id();

    assertThat(ControlSeal.verify(signed, Map.of(id, revoked)::get, AT)).isEqualTo(new Revoked(id));
    assertThat(ControlSeal.verify(signed, Map.of(id, revoked)::get, AT.minusNanos(1)))
        .isEqualTo(new Proved(revoked));
  }

  @Test
  void onlyWhoMaySignVouches() {
    Control signed = sign(new Control.Pause(ADA, KIM, AT));
    String id = KEY.trusted().id();
    for (Principal no :
        List.of(
            signer().withScopes(List.of(Scope.ADMIN, Scope.CONTROL)),
            signer().withPublicKey(null),
            signer().withPublicKey("bm8ga2V5"),
            signer().withPublicKey("%"),
            signer().withWorld("chess"))) {
      assertThat(ControlSeal.verify(signed, _ -> no, AT)).isEqualTo(new NoSigner(id));
    }
    Principal own = signer().withWorld("tally");
    assertThat(ControlSeal.verify(signed, _ -> own, AT)).isEqualTo(new Proved(own));
  }

  /// Numbers, characters and nesting that are written in another way than they came.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":1.0}",
        "{\"a\":1e2,\"b\":-0.0,\"c\":1E-7,\"d\":100.00,\"e\":12345678901234567890123}",
        "{\"a\":\"\\u00e9\\ud83d\\ude00 \\ud83d \\u2028 / \\/ \\u007f\"}",
        "{\"b\":{\"y\":[1.50,{\"z\":null}],\"x\":[]},\"a\":[[[[true]]]]}",
        "[]",
        "null",
        "\"1.0\""
      })
  void argumentsOfAnEditMayLookAsTheyLike(String args) {
    JsonNode given = CheckedJson.of(args, Edge.REQUEST).tree();
    Control edit = Edit.of(new Approve(ADA, ABOUT, KIM, "e\u0301\uD83D", AT), given);

    Control read = throughTheTopic(sign(edit));

    assertThat(verify(read)).isEqualTo(new Proved(signer()));
    assertThat(verify(throughTheTopic(read))).isEqualTo(new Proved(signer()));
  }

  /// Numbers that a program made, not a parser.
  @Test
  void argumentsOfAProgramMayBeDoubles() {
    ObjectNode args = Json.NODES.objectNode().put("a", 1.0).put("b", 1e22).put("c", 7f);
    args.put("d", (short) 3);

    Control read = throughTheTopic(sign(Edit.of(new Approve(ADA, ABOUT, KIM, null, AT), args)));

    assertThat(verify(read)).isEqualTo(new Proved(signer()));
  }

  /// What another program must make of it too: the key of RFC 8032, test 1.
  @Test
  void aKnownKeyMakesAKnownSignature() {
    byte[] der =
        HexFormat.of()
            .parseHex(
                "302e020100300506032b657004220420"
                    + "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60");
    SigningKey known = SigningKey.read(Pem.write(Pem.PRIVATE, der), "test");
    Author kim = new Author("kim", List.of("mayor"), null, null, null);
    Instant noon = Instant.parse("2026-11-24T12:00:00Z");

    Control signed = ControlSeal.sign(new Control.Pause(ADA, kim, noon), known, "gateway");

    assertThat(new String(signed.statement(), StandardCharsets.UTF_8))
        .isEqualTo(
            "playloop control 1\n"
                + "{\"type\":\"pause\",\"agent\":\"tally/ada\",\"author\":{\"subject\":\"kim\","
                + "\"roles\":[\"mayor\"],\"issuer\":\"gateway\",\"keyId\":\""
                + known.trusted().id()
                + "\"},\"at\":\"2026-11-24T12:00:00Z\"}");
    assertThat(signed.author().signature())
        .isEqualTo(
            "k27lDwE/DVonxOf/rEu/mLuT7AJxwg4qJwD7GbxMwnqqzl31oqZHrFwuH6JulhSx2xI8SZpOPbuMNZvCApNMCQ==");
  }

  private static Control sign(Control control) {
    return ControlSeal.sign(control, KEY, "gateway");
  }

  private static Verdict verify(Control control) {
    return ControlSeal.verify(control, Map.of(KEY.trusted().id(), signer())::get, AT);
  }

  private static Principal signer() {
    return PrincipalBuilder.builder()
        .v(Principal.VERSION)
        .id(KEY.trusted().id())
        .name("gateway")
        .kind(Principal.Kind.SERVICE)
        .scopes(List.of(Scope.SIGN))
        .publicKey(KEY.trusted().base64())
        .since(AT)
        .build();
  }

  private static Control throughTheTopic(Control control) {
    var topic = new Topics("test.", 1).controls();
    byte[] bytes = topic.value().serializer().serialize(topic.name(), control);
    return topic.value().deserializer().deserialize(topic.name(), bytes);
  }
}
