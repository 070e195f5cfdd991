package dev.playloop.worlds.declared.game;

import dev.playloop.schemas.InvalidValueException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/// Addresses with the same first bits: `10.1.0.0/16`, `fd00::/8`, or one address. Immutable.
@SuppressWarnings("ArrayRecordComponent") // compared nowhere
record AddressRange(byte[] network, int bits) {
  /// Only such a text is never looked up as a name.
  private static final Pattern LITERAL =
      Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|[0-9a-fA-F.]*:[0-9a-fA-F:.]*");

  private static final int BYTE = 8;

  /// Throws [InvalidValueException] where the text is no such range.
  static AddressRange parse(String field, String text) {
    int slash = text.indexOf('/');
    String address = slash < 0 ? text : text.substring(0, slash);
    try {
      if (LITERAL.matcher(address).matches()) {
        byte[] network = InetAddress.getByName(address).getAddress();
        int all = network.length * BYTE;
        int bits = slash < 0 ? all : bits(text.substring(slash + 1));
        if (bits >= 0 && bits <= all) {
          return new AddressRange(network, bits);
        }
      }
    } catch (UnknownHostException e) {
      throw new InvalidValueException(field, "an address or a range such as 10.1.0.0/16", text);
    }
    throw new InvalidValueException(field, "an address or a range such as 10.1.0.0/16", text);
  }

  private static int bits(String text) {
    return text.matches("[0-9]{1,3}") ? Integer.parseInt(text) : -1;
  }

  boolean holds(InetAddress address) {
    byte[] bytes = address.getAddress();
    if (bytes.length != network.length) {
      return false;
    }
    for (int i = 0; i < bits; i++) {
      int mask = 0x80 >> (i % BYTE);
      if (((bytes[i / BYTE] ^ network[i / BYTE]) & mask) != 0) {
        return false;
      }
    }
    return true;
  }
}
