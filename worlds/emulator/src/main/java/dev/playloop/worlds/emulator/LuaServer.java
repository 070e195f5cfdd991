package dev.playloop.worlds.emulator;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The plain protocol of mGBASocketServer.lua, for programs that speak it and for mGBA-http itself:
/// `TYPE,VALUE,VALUE<|END|>` is answered by `TEXT<|END|>`, in order. On this machine only. At most
/// 16 connections, and 4 MB a message; who goes beyond is hung up on.
final class LuaServer implements AutoCloseable {
  private static final byte[] END = "<|END|>".getBytes(StandardCharsets.US_ASCII);
  private static final int MESSAGE_MAX = 4 * 1024 * 1024;
  private static final int CONNECTIONS_MAX = 16;
  private static final int BACKLOG = 16;
  private static final Pattern HTTP = Pattern.compile("\\A[A-Z]+ \\S* HTTP/");

  private final ServerSocket server;
  private final Emulator emulator;
  private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  private LuaServer(ServerSocket server, Emulator emulator) {
    this.server = server;
    this.emulator = emulator;
  }

  /// Listens; port 0 takes a free one.
  static LuaServer start(int port, Emulator emulator) {
    try {
      ServerSocket server = new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress());
      LuaServer lua = new LuaServer(server, emulator);
      lua.threads.execute(lua::accept);
      return lua;
    } catch (IOException e) {
      throw new UncheckedIOException("can't listen on port " + port + "; choose another", e);
    }
  }

  int port() {
    return server.getLocalPort();
  }

  InetAddress bound() {
    return server.getInetAddress();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        if (connections.size() >= CONNECTIONS_MAX) {
          socket.close();
        } else {
          connections.add(socket);
          threads.execute(() -> talk(socket));
        }
      } catch (IOException e) {
        // Closed, which ends the loop, or a client that went away before it was served.
      }
    }
  }

  private void talk(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(socket.getInputStream());
      for (String line = next(in); line != null; line = next(in)) {
        if (HTTP.matcher(line).find()) {
          return; // a web page that tries its luck at this port
        }
        ByteArrayOutputStream reply = new ByteArrayOutputStream();
        reply.writeBytes(emulator.send(Message.parse(line)).getBytes(StandardCharsets.UTF_8));
        reply.writeBytes(END);
        socket.getOutputStream().write(reply.toByteArray());
      }
    } catch (IOException | TimeoutException | EmulatorGone gone) {
      // The connection ends: there is no word for it in this protocol.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      connections.remove(socket);
    }
  }

  /// The next message, or null when there will be none.
  private static @Nullable String next(InputStream in) throws IOException {
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    int matched = 0;
    for (int b = in.read(); b >= 0; b = in.read()) {
      message.write(b);
      matched = b == END[matched] ? matched + 1 : b == END[0] ? 1 : 0;
      if (matched == END.length) {
        String text = message.toString(StandardCharsets.UTF_8);
        return text.substring(0, text.length() - END.length).stripTrailing();
      }
      if (message.size() > MESSAGE_MAX) {
        return null;
      }
    }
    return null;
  }

  @Override
  public void close() {
    try {
      server.close();
      for (Socket socket : connections) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      threads.shutdownNow();
    }
  }
}
