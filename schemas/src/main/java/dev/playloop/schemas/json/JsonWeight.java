package dev.playloop.schemas.json;

/// What JSON takes in memory once it is read: for whoever keeps trees, or records that hold some,
/// and has to bound them. Counted from the bytes, without parsing them. A pure function.
public final class JsonWeight {
  /// An object, a list, a member, or one more value: measured on the trees of shapes that were
  /// chosen to take the most. What is larger has its bytes in the JSON.
  private static final int EACH = 90;

  /// Text with one character beyond Latin-1 takes two bytes for each of its characters.
  private static final int EACH_BYTE = 2;

  private JsonWeight() {}

  /// As many bytes as a tree of this JSON takes, or more: twice the JSON where that is text, up to
  /// 20 times where it is what games send, up to 60 times where it is empty objects or lists in
  /// lists. Signs within texts count as those of the JSON.
  public static long of(byte[] json) {
    int values = 1;
    for (byte b : json) {
      if (b == '{' || b == '[' || b == ':' || b == ',') {
        values++;
      }
    }
    return (long) EACH_BYTE * json.length + (long) EACH * values;
  }
}
