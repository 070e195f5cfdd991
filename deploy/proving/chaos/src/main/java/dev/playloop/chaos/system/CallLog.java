package dev.playloop.chaos.system;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// Every call that reached the model, by the hash of its body: the prompt of a turn, and so the
/// turn. Thread-safe.
public final class CallLog {
  private final ConcurrentMap<String, List<Call>> calls = new ConcurrentHashMap<>();

  /// One call. `answered` once the answer was written to a caller that was still there.
  public static final class Call {
    private final Instant at;
    private volatile boolean answered;

    Call(Instant at) {
      this.at = at;
    }

    public Instant at() {
      return at;
    }

    public boolean answered() {
      return answered;
    }

    void markAnswered() {
      answered = true;
    }
  }

  Call add(String bodyHash, Instant at) {
    Call call = new Call(at);
    calls.compute(
        bodyHash,
        (_, known) -> {
          List<Call> all = known == null ? new ArrayList<>(1) : new ArrayList<>(known);
          all.add(call);
          return List.copyOf(all);
        });
    return call;
  }

  List<Call> of(String bodyHash) {
    return calls.getOrDefault(bodyHash, List.of());
  }

  /// By the hash of the body, in the order of arrival.
  public java.util.Map<String, List<Call>> all() {
    return java.util.Map.copyOf(calls);
  }
}
