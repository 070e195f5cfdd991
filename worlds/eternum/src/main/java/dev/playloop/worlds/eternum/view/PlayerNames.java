package dev.playloop.worlds.eternum.view;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.eternum.model.state.EternumView;
import dev.playloop.worlds.eternum.torii.ToriiRow;
import dev.playloop.worlds.eternum.torii.ToriiSelect;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// How players are called, those that were asked for.
final class PlayerNames {
  private final Map<Felt, String> names = new HashMap<>();

  private PlayerNames() {}

  /// Of these addresses, or of the first ones where there are many.
  static PlayerNames of(Asking asking, Collection<Felt> addresses) throws InterruptedException {
    Set<Felt> asked = new TreeSet<>(addresses);
    asked.remove(Felt.ZERO);
    PlayerNames found = new PlayerNames();
    List<Felt> some = asked.stream().limit(ToriiSelect.MAX_ADDRESSES).toList();
    if (!some.isEmpty()) {
      ToriiSelect select =
          asking.of("AddressName").columns("address", "name").whereAddress("address", some);
      for (ToriiRow row : asking.rows(select)) {
        found.names.put(row.word("address"), cut(row.text("name")));
      }
    }
    return found;
  }

  /// Null where it has none.
  @Nullable String of(Felt address) {
    return names.get(address);
  }

  /// The name, or the address, or null for nobody.
  @Nullable String shown(Felt owner) {
    return owner.isZero() ? null : names.getOrDefault(owner, owner.hex());
  }

  static String cut(String text) {
    return text.length() <= EternumView.MAX_TEXT ? text : text.substring(0, EternumView.MAX_TEXT);
  }
}
