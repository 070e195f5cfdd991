package dev.playloop.rehearsal;

import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.Message;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a tool call was made for, as its id tells: the transcript keeps ids, and the model has no
/// other memory of a run.
///
/// @param trigger a short hash of the id of a trigger that joined the run; [#OPENED] for the one
///   that opened it
/// @param last whether a rule that ended the run was obeyed by it, but for the end
record CallMark(String trigger, boolean last) {
  static final String OPENED = "";

  private static final int HASH_DIGITS = 8;
  private static final String LAST = "_last";
  private static final Pattern ID =
      Pattern.compile("call_\\d+_\\d+_([0-9a-f]{" + HASH_DIGITS + "})(" + LAST + ")?");

  static CallMark of(String callId) {
    Matcher id = ID.matcher(callId);
    return id.matches()
        ? new CallMark(id.group(1), id.group(2) != null)
        : new CallMark(OPENED, false);
  }

  /// An answer is about one trigger; one without calls, about that which opened the run.
  static CallMark of(Message.Assistant said) {
    return of(said.calls().isEmpty() ? "" : said.calls().getFirst().id());
  }

  static String ofTrigger(String id) {
    return Sha256.hex(id).substring(0, HASH_DIGITS);
  }

  String id(int turn, int index) {
    String plain = "call_" + turn + "_" + index;
    return trigger.equals(OPENED) ? plain : plain + "_" + trigger + (last ? LAST : "");
  }
}
