package dev.playloop.http.client;

import java.net.InetAddress;
import java.net.ProxySelector;
import java.net.UnknownHostException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How a client reaches its servers.
///
/// @param purpose who calls, for names of threads
/// @param connect the longest that a connection may take, to each address of a name
/// @param mostBytes of a response's body
/// @param proxies who says which proxy is asked for an address; null: none is
/// @param names turns the name of a server into its addresses
public record ClientOptions(
    String purpose, Duration connect, int mostBytes, @Nullable ProxySelector proxies, Names names) {

  /// Which addresses a name has. Connections are opened to these and no others.
  @FunctionalInterface
  public interface Names {
    InetAddress[] resolve(String host) throws UnknownHostException;
  }

  /// Asks no proxy, and this machine for addresses.
  public static ClientOptions direct(String purpose, Duration connect, int mostBytes) {
    return new ClientOptions(purpose, connect, mostBytes, null, InetAddress::getAllByName);
  }

  /// By the proxies that this JVM is configured with, if it is.
  public ClientOptions throughProxies() {
    return new ClientOptions(purpose, connect, mostBytes, ProxySelector.getDefault(), names);
  }

  public ClientOptions names(Names other) {
    return new ClientOptions(purpose, connect, mostBytes, proxies, other);
  }
}
