package dev.playloop.worlds.kernel;

import java.util.List;

/// Scrip that goes from one principal to another, and why.
record Payment(String from, String to, long amount, String reason) {

  /// Makes it, between accounts that are locked; `there` are those that exist.
  void apply(Deed deed, List<String> there) throws Refusal {
    if (!there.contains(to)) {
      throw Refusal.of(Code.NOT_FOUND, "There is no principal " + to + " to pay");
    }
    deed.bill().add(this);
    if (!deed.books().pay(from, to, amount, reason)) {
      throw Refusal.insufficient(from, amount, deed.books().balance(from));
    }
  }
}
