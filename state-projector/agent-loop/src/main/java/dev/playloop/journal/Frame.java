package dev.playloop.journal;

import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.JournalEntry;
import dev.playloop.schemas.event.JournalEntry.Envelope;
import dev.playloop.schemas.id.AgentId;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// Reads an entry of the usual form straight from its bytes, which is several times as fast as a
/// JSON parser, and hashes what it reads without another copy. What it does not take may still be a
/// good entry in a less usual form.
final class Frame {
  private static final String VERSION = "{\"v\":" + JournalEntry.VERSION + ",";
  private static final byte[] ENVELOPE = Scan.literal(VERSION + "\"envelope\":\"");
  private static final byte[] PAYLOAD = Scan.literal(",\"payload\":{\"salt\":\"");
  private static final byte[] BODY = Scan.literal(",\"body\":\"");
  private static final byte[] END = Scan.literal("}");

  private static final byte[] AGENT = Scan.literal(VERSION + "\"agent\":\"");
  private static final byte[] SEQ = Scan.literal(",\"seq\":");
  private static final byte[] AT = Scan.literal(",\"at\":\"");
  private static final byte[] FOLD = Scan.literal(",\"foldVersion\":");
  private static final byte[] CATALOGUE = Scan.literal(",\"catalogue\":\"");
  private static final byte[] KIND = Scan.literal(",\"kind\":\"");
  private static final byte[] INPUT = Scan.literal(",\"input\":\"");
  private static final byte[] PAYLOAD_HASH = Scan.literal(",\"payloadHash\":\"");
  private static final byte[] COMMANDS = Scan.literal(",\"commandsHash\":\"");
  private static final byte[] STATE = Scan.literal(",\"stateHash\":\"");
  private static final byte[] PREVIOUS = Scan.literal(",\"previous\":\"");
  private static final byte[] PROMPT = Scan.literal(",\"promptHash\":\"");

  private static final int SALT = 16;

  private Frame() {}

  /// Null where it is not of the usual form.
  static JournalReader.@Nullable Read read(byte[] record) {
    Scan scan = new Scan(record);
    byte[] text = scan.take(ENVELOPE).text();
    byte[] salt = null;
    byte[] body = null;
    if (scan.takeIf(PAYLOAD)) {
      salt = salt(scan.string());
      body = scan.take(BODY).text();
      scan.take(END);
      if (salt == null) {
        return null;
      }
    }
    if (!scan.take(END).isDone()) {
      return null;
    }
    Envelope envelope = envelope(new Scan(text));
    if (envelope == null) {
      return null;
    }
    MessageDigest digest = Sha256.digest();
    String hash = HexFormat.of().formatHex(digest.digest(text));
    if (salt == null || body == null) {
      return new JournalReader.Read(envelope, hash, null, true);
    }
    digest.update(salt);
    boolean intact = HexFormat.of().formatHex(digest.digest(body)).equals(envelope.payloadHash());
    return new JournalReader.Read(envelope, hash, intact ? body : null, intact);
  }

  private static byte @Nullable [] salt(String text) {
    try {
      byte[] salt = Base64.getDecoder().decode(text);
      boolean canonical =
          salt.length == SALT && Base64.getEncoder().encodeToString(salt).equals(text);
      return canonical ? salt : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static @Nullable Envelope envelope(Scan scan) {
    AgentId agent = scan.take(AGENT).agent();
    long seq = scan.take(SEQ).number();
    Instant at = scan.take(AT).time();
    long fold = scan.take(FOLD).number();
    String catalogue = scan.take(CATALOGUE).string();
    String kind = scan.take(KIND).string();
    String input = scan.take(INPUT).string();
    String payload = scan.take(PAYLOAD_HASH).string();
    String commands = scan.take(COMMANDS).string();
    String state = scan.take(STATE).string();
    String previous = scan.take(PREVIOUS).string();
    String prompt = scan.takeIf(PROMPT) ? scan.string() : null;
    if (!scan.take(END).isDone() || agent == null || at == null || fold > Integer.MAX_VALUE) {
      return null;
    }
    return Envelope.of(agent, seq, at)
        .by((int) fold, catalogue)
        .about(kind, input)
        .hashes(payload, commands, state)
        .behind(previous)
        .prompt(prompt);
  }
}
