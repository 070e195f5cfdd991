package dev.playloop.chaos.cluster;

import java.util.List;
import java.util.stream.Collectors;

/// The ways of one worker to the brokers: a [Link] to each. Thread-safe.
///
/// @param zone where the worker stands, by the broker that stands there too
public record Links(int zone, List<Link> each) implements AutoCloseable {
  public Links {
    each = List.copyOf(each);
  }

  /// Where the worker begins.
  public String bootstrap() {
    return each.stream().map(link -> "127.0.0.1:" + link.port()).collect(Collectors.joining(","));
  }

  public Link to(int broker) {
    return each.get(broker);
  }

  public void set(Link.State state) {
    each.forEach(link -> link.set(state));
  }

  /// A zone is cut off or joined again: whoever stands in it reaches its broker alone, whoever
  /// stands elsewhere all but that.
  void setApart(int cutZone, boolean apart) {
    for (int broker = 0; broker < each.size(); broker++) {
      if ((zone == cutZone) != (broker == cutZone)) {
        each.get(broker).setApart(apart);
      }
    }
  }

  public void reset() {
    each.forEach(Link::reset);
  }

  public void halfClose() {
    each.forEach(Link::halfClose);
  }

  @Override
  public void close() {
    each.forEach(Link::close);
  }
}
