package dev.playloop.journal;

import dev.playloop.loop.prompt.Prompt;
import dev.playloop.loop.state.Command;
import dev.playloop.loop.state.Transition;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.Route;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.TurnId;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.Catalogue;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Turns the commands of a step into bytes. Each is serialised once: the same bytes are hashed for
/// the journal and sent. Pure, so that the verifier renders what the shell rendered.
public final class Rendering {
  private static final byte[] BODY = ",\"body\":".getBytes(StandardCharsets.UTF_8);

  private final Prompt prompt;

  public Rendering(Prompt prompt) {
    this.prompt = prompt;
  }

  /// What a step publishes, the hash over all its commands, and the hash of the turn that it opened
  /// ([Turn#hash]), if it did.
  public record Rendered(
      List<Outgoing> outgoing, String commandsHash, @Nullable String promptHash) {
    public boolean opensTurn() {
      return promptHash != null;
    }
  }

  /// Throws whatever [Prompt] throws; then the step must not be taken.
  ///
  /// @param by what the open run goes on with
  public Rendered of(Transition step, Transcript transcript, @Nullable View view, Catalogue by) {
    MessageDigest digest = Sha256.digest();
    List<Outgoing> outgoing = new ArrayList<>(step.commands().size());
    String promptHash = null;
    for (Command command : step.commands()) {
      switch (command) {
        case Command.OpenTurn open -> {
          byte[] body = prompt.json(step.state(), transcript.messages(), view, by);
          promptHash = Sha256.hex(body);
          byte[] turn = turn(TurnHead.of(step.state().agent(), open, by), body, promptHash);
          outgoing.add(new Outgoing.ToTurns(step.state().agent().value(), open.turn(), turn));
          update(digest, "open-turn", turn);
        }
        case Command.ReleaseAction release -> {
          byte[] action = Json.bytes(release.action());
          outgoing.add(
              new Outgoing.ToActions(
                  release.action().agent().world(),
                  release.action().catalogue(),
                  release.action().lane().value(),
                  release.action().action(),
                  action));
          update(digest, "release-action", action);
        }
        case Command.AwaitView await -> update(digest, "await-view", Json.bytes(await));
        case Command.CloseRun close -> update(digest, "close-run", Json.bytes(close));
        case Command.DropTrigger drop -> update(digest, "drop-trigger", Json.bytes(drop));
      }
    }
    return new Rendered(outgoing, HexFormat.of().formatHex(digest.digest()), promptHash);
  }

  /// The JSON of the [Turn] whose hash is that of its body: the body, by far the largest part, is
  /// serialised once and put between the other fields.
  private static byte[] turn(TurnHead first, byte[] body, String hash) {
    byte[] head = Json.bytes(first);
    byte[] tail = (",\"hash\":\"" + hash + "\"}").getBytes(StandardCharsets.UTF_8);
    int length = head.length - 1 + BODY.length + body.length + tail.length;
    return ByteBuffer.allocate(length)
        .put(head, 0, head.length - 1)
        .put(BODY)
        .put(body)
        .put(tail)
        .array();
  }

  private static void update(MessageDigest digest, String kind, byte[] value) {
    digest.update(kind.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
    digest.update(value);
    digest.update((byte) 0);
  }

  /// The fields of a [Turn] before its body, in the same order.
  private record TurnHead(
      int v,
      TurnId turn,
      AgentId agent,
      @Nullable String catalogue,
      Instant notAfter,
      Route route,
      int candidate,
      BigDecimal permitUsd) {
    static TurnHead of(AgentId agent, Command.OpenTurn open, Catalogue by) {
      return new TurnHead(
          Turn.VERSION,
          open.turn(),
          agent,
          by.hash(),
          open.notAfter(),
          open.route(),
          open.candidate(),
          open.permitUsd());
    }
  }
}
