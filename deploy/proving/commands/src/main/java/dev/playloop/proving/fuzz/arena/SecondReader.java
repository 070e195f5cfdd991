package dev.playloop.proving.fuzz.arena;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonParseException;
import com.google.gson.Strictness;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Reads what lies in the journal by another library than the one that wrote it, to the letter of
/// RFC 8259: what a stranger is promised there is one JSON text in UTF-8. Pure functions.
final class SecondReader {
  private static final TypeAdapter<JsonElement> ELEMENT = new Gson().getAdapter(JsonElement.class);

  private SecondReader() {}

  /// Why these bytes are no JSON object in UTF-8; null where they are one.
  static @Nullable String problem(byte[] bytes) {
    try {
      // unlike a String's constructor, a decoder of its own refuses what is no UTF-8
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      JsonReader reader = new JsonReader(new StringReader(text));
      reader.setStrictness(Strictness.STRICT);
      JsonElement read = ELEMENT.read(reader);
      if (reader.peek() != JsonToken.END_DOCUMENT) {
        return "something stands behind it";
      }
      return read.isJsonObject() ? null : "no object";
    } catch (CharacterCodingException e) {
      return "no UTF-8";
    } catch (IOException | JsonParseException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
