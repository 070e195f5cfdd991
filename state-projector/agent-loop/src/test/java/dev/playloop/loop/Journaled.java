package dev.playloop.loop;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.playloop.journal.Given;
import dev.playloop.loop.state.Input;
import dev.playloop.schemas.journal.JournalEntry.Envelope;
import dev.playloop.schemas.json.Json;

/// An input as it is journaled: what the envelope says of it, and its JSON.
record Journaled(Envelope envelope, String json) {
  static Journaled of(Input input) {
    Envelope envelope =
        Envelope.of(Configs.ADA, 0, input.at()).about(Given.Kind.of(input).text(), input.id());
    return new Journaled(envelope, new String(Given.of(input).json(), UTF_8));
  }

  Input input() {
    return Given.read(envelope, Json.LOG.readTree(json));
  }
}
