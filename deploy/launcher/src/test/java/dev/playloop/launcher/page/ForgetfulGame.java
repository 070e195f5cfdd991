package dev.playloop.launcher.page;

import dev.playloop.launcher.declared.ActionsServer;
import dev.playloop.schemas.json.Json;
import java.util.concurrent.atomic.AtomicInteger;

/// A game that does what it is told and then has no memory of it: nobody can say what became of a
/// write.
final class ForgetfulGame implements AutoCloseable {
  private final AtomicInteger deeds = new AtomicInteger();
  private final ActionsServer server =
      ActionsServer.open(
          _ -> {
            deeds.incrementAndGet();
            return Json.NODES.objectNode();
          },
          known -> known.put("status", "unknown"));

  /// The world that it is, as a file declares it.
  String declaration() {
    return """
    world: tavern
    tools:
      - name: pour
        description: Pour a drink for a guest.
        effect: write
        arguments:
          type: object
          additionalProperties: false
          required: [guest]
          properties: {guest: {type: string, minLength: 1, maxLength: 40}}
    actions: {url: '%s'}
    """
        .formatted(server.url());
  }

  /// How often it was told to do something.
  int deeds() {
    return deeds.get();
  }

  @Override
  public void close() {
    server.close();
  }
}
