package dev.playloop.ingest.stream;

import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.view.AgentNews;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// One piece of news as a Server-Sent Event. Its data is one line of JSON, in which line breaks are
/// escaped, so that no text ends a field or begins an event. Immutable.
///
/// @param sealedBy the id of the key that what it tells lies under; null: it is not sealed
@SuppressWarnings("ArrayRecordComponent") // bytes on their way, never compared
record News(NewsId id, AgentNews news, @Nullable String sealedBy, byte[] bytes) {
  static News of(NewsId id, AgentNews news, @Nullable String sealedBy) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(
        ("id: " + id + "\nevent: " + name(news) + "\ndata: ").getBytes(StandardCharsets.US_ASCII));
    out.writeBytes(Json.bytes(news));
    out.writeBytes("\n\n".getBytes(StandardCharsets.US_ASCII));
    return new News(id, news, sealedBy, out.toByteArray());
  }

  private static String name(AgentNews news) {
    return switch (news) {
      case AgentNews.Said _ -> "said";
      case AgentNews.Did _ -> "did";
      case AgentNews.Failed _ -> "failed";
      case AgentNews.Closed _ -> "closed";
    };
  }
}
