package dev.playloop.reasoner.image;

import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Part;
import dev.playloop.schemas.event.Turn;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A prompt whose images are as a model gets them: as a `data:` URL, by a public URL, or not at
/// all. Immutable.
///
/// @param prompt the prompt, in which each image has the URL that is sent
/// @param count how many images it has
/// @param bytes what their URLs add to the body
public record ShownImages(Turn.Body prompt, int count, long bytes) {

  public static ShownImages in(Turn.Body prompt, boolean takes, Map<String, String> urls) {
    if (prompt.messages().stream().flatMap(Images::in).findAny().isEmpty()) {
      return new ShownImages(prompt, 0, 0);
    }
    List<Message> messages = new ArrayList<>();
    for (Message message : prompt.messages()) {
      messages.add(
          switch (message) {
            case Message.User(List<Part> parts) ->
                new Message.User(parts.stream().map(part -> part(part, takes, urls)).toList());
            case Message.ToolOutput output when output.shown() != null ->
                new Message.ToolOutput(
                    output.callId(),
                    output.tool(),
                    output.text(),
                    output.error(),
                    beside(output.shown(), takes, urls));
            case Message.ToolOutput output -> output;
            case Message.SystemText system -> system;
            case Message.Assistant said -> said;
          });
    }
    Turn.Body shown = new Turn.Body(prompt.tools(), messages);
    List<Part.Image> all = messages.stream().flatMap(Images::in).toList();
    return new ShownImages(
        shown,
        all.size(),
        all.stream().mapToLong(i -> i.url().getBytes(StandardCharsets.UTF_8).length).sum());
  }

  /// What can be shown. Of an image that can't be, the tool's own text tells.
  private static List<Part> beside(List<Part> parts, boolean takes, Map<String, String> urls) {
    List<Part> shown = new ArrayList<>();
    for (Part part : parts) {
      Part seen = part instanceof Part.Image image ? shown(image, takes, urls) : part;
      if (seen != null) {
        shown.add(seen);
      }
    }
    return shown;
  }

  private static Part part(Part part, boolean takes, Map<String, String> urls) {
    if (!(part instanceof Part.Image image)) {
      return part;
    }
    Part.Image seen = shown(image, takes, urls);
    return seen != null ? seen : new Part.Text("(an image that can't be shown here)");
  }

  /// A provider fetches a public URL by itself; one of a file or of this network means nothing to
  /// it.
  private static Part.@Nullable Image shown(
      Part.Image image, boolean takes, Map<String, String> urls) {
    String url = urls.get(image.sha256());
    if (url == null && image.url().startsWith("https://")) {
      url = image.url();
    }
    return !takes || url == null ? null : new Part.Image(image.sha256(), url, image.mediaType());
  }
}
