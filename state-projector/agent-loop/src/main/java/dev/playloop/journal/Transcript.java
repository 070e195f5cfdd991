package dev.playloop.journal;

import dev.playloop.loop.state.Transition;
import dev.playloop.loop.state.WrittenMessage;
import dev.playloop.schemas.event.Message;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/// The messages of one run, by their places. Immutable.
public final class Transcript {
  public static final Transcript EMPTY = new Transcript(List.of(), 0);

  private final List<@Nullable WrittenMessage> places;
  private final int bytes;

  private Transcript(List<@Nullable WrittenMessage> places, int bytes) {
    this.places = places;
    this.bytes = bytes;
  }

  /// From places of which some may be empty.
  public static Transcript of(List<@Nullable WrittenMessage> places) {
    int bytes = 0;
    for (WrittenMessage message : places) {
      bytes += message == null ? 0 : message.json().length;
    }
    return new Transcript(Collections.unmodifiableList(new ArrayList<>(places)), bytes);
  }

  /// The same from messages that have to be written again.
  static Transcript ofMessages(List<@Nullable Message> places) {
    List<@Nullable WrittenMessage> written = new ArrayList<>(places.size());
    for (Message message : places) {
      written.add(message == null ? null : WrittenMessage.of(message));
    }
    return of(written);
  }

  /// What a step makes of it.
  ///
  /// @param place where it lies, see [Transcripts]
  Transcript after(Transition step, int place) {
    boolean cleared = step.cleared().contains(place);
    if (step.appended().stream().noneMatch(one -> one.place() == place)) {
      return cleared ? EMPTY : this;
    }
    List<@Nullable WrittenMessage> next = cleared ? new ArrayList<>() : new ArrayList<>(places);
    int size = cleared ? 0 : bytes;
    for (Transition.Appended appended : step.appended()) {
      if (appended.place() != place) {
        continue;
      }
      while (next.size() <= appended.index()) {
        next.add(null);
      }
      next.set(appended.index(), appended.written());
      size += appended.written().json().length;
    }
    return new Transcript(Collections.unmodifiableList(next), size);
  }

  /// The length of all messages' JSON.
  public int bytes() {
    return bytes;
  }

  /// All messages in order. Throws [IllegalStateException] where a place is empty: then no turn may
  /// be opened.
  public List<WrittenMessage> messages() {
    List<WrittenMessage> all = new ArrayList<>(places.size());
    for (WrittenMessage message : places) {
      if (message == null) {
        throw new IllegalStateException("message " + all.size() + " of the transcript is missing");
      }
      all.add(message);
    }
    return all;
  }

  /// By place; empty places are null. A view: nothing is copied.
  public List<@Nullable Message> places() {
    return new Places(places);
  }

  private static final class Places extends AbstractList<@Nullable Message>
      implements RandomAccess {
    private final List<@Nullable WrittenMessage> written;

    Places(List<@Nullable WrittenMessage> written) {
      this.written = written;
    }

    @Override
    public @Nullable Message get(int index) {
      WrittenMessage message = written.get(index);
      return message == null ? null : message.message();
    }

    @Override
    public int size() {
      return written.size();
    }
  }

  /// The same with their JSON.
  List<@Nullable WrittenMessage> written() {
    return places;
  }
}
