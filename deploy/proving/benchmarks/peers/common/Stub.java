import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

/** Stub LLM + stub effect server. One thread, one selector, loopback only. Counts every call; never deduplicates. */
public final class Stub {
  static final int PADS = 256;
  static final byte[][] LLM = new byte[PADS][], EFF = new byte[PADS][];
  static final String[] WORDS = new String[PADS];
  static Selector sel;
  static long latencyNs = 0;
  static int rr = 0;
  // log of calls since the last reset
  static final ArrayList<Rec> log = new ArrayList<>();
  static final HashMap<String, Integer> seen = new HashMap<>();
  static final HashSet<String> keys = new HashSet<>(), done = new HashSet<>();
  static int llm, llmDup, eff, effDup, effDupSameKey, asked;
  static final HashMap<String, int[]> byPrefix = new HashMap<>(); // distinct effects, finished runs
  static int[] prefix(String agent) { return byPrefix.computeIfAbsent(agent.substring(0, agent.indexOf('-')), k -> new int[2]); }
  static final ArrayList<Object[]> waiters = new ArrayList<>(); // {Conn, kind, n}
  static final PriorityQueue<Due> due = new PriorityQueue<>();
  static long seq = 0;

  static final class Rec { long at, out; char kind; String agent; int step; boolean dup; }
  record Due(long when, long seq, Conn c, byte[] body, Rec r) implements Comparable<Due> {
    public int compareTo(Due o) { int x = Long.compare(when, o.when); return x != 0 ? x : Long.compare(seq, o.seq); }
  }

  static final class Conn {
    final SocketChannel ch; final SelectionKey key; ByteBuffer in = ByteBuffer.allocate(4096); ByteBuffer out;
    Conn(SocketChannel ch, SelectionKey key) { this.ch = ch; this.key = key; }
    void read() throws Exception {
      int n = ch.read(in);
      if (n < 0) { ch.close(); return; }
      while (true) {
        int len = frame();
        if (len < 0) break;
        in.flip();
        byte[] req = new byte[len];
        in.get(req); in.compact();
        handle(req);
      }
      if (in.remaining() == 0) { ByteBuffer b = ByteBuffer.allocate(in.capacity() * 2); in.flip(); b.put(in); in = b; }
    }
    int hdrEnd; 
    int frame() {
      int p = in.position(); byte[] a = in.array();
      for (int i = 3; i < p; i++) if (a[i] == '\n' && a[i - 1] == '\r' && a[i - 2] == '\n' && a[i - 3] == '\r') {
        String h = new String(a, 0, i + 1, StandardCharsets.ISO_8859_1);
        String cl = header(h, "content-length");
        int need = i + 1 + (cl == null ? 0 : Integer.parseInt(cl));
        hdrEnd = i + 1;
        return p >= need ? need : -1;
      }
      return -1;
    }
    void handle(byte[] req) throws Exception {
      long now = System.nanoTime();
      String h = new String(req, 0, hdrEnd, StandardCharsets.ISO_8859_1);
      String path = h.substring(h.indexOf(' ') + 1, h.indexOf(' ', h.indexOf(' ') + 1));
      if (path.equals("/v1/chat/completions") && header(h, "x-agent") == null) {
        String body = new String(req, hdrEnd, req.length - hdrEnd, StandardCharsets.ISO_8859_1);
        String[] job = job(body);
        int turn = 1 + count(body, "\"role\":\"tool\"");
        Rec r = rec(now, 'L', job[0], turn);
        llm++; if (r.dup) llmDup++;
        byte[] reply = call(job[0] + "/" + turn, turn >= Integer.parseInt(job[1]) ? "act_last" : "act", rr++);
        if (latencyNs == 0) reply(reply, r); else due.add(new Due(now + latencyNs, seq++, this, reply, r));
      } else if (path.equals("/actions")) { // the contract of a declared world: do this
        String body = new String(req, hdrEnd, req.length - hdrEnd, StandardCharsets.ISO_8859_1);
        String action = text(body, "action"), at = text(body, "job");
        int slash = at.indexOf('/');
        Rec r = rec(now, 'E', at.substring(0, slash), Integer.parseInt(at.substring(slash + 1)));
        boolean newKey = keys.add(action);
        eff++; if (r.dup) { effDup++; if (!newKey) effDupSameKey++; } else prefix(r.agent)[0]++;
        if (body.contains("\"tool\":\"act_last\"") && done.add(r.agent)) prefix(r.agent)[1]++;
        reply(did(action, rr++), r);
        if (!waiters.isEmpty()) checkWaiters();
      } else if (path.startsWith("/actions/")) { // and: what became of it
        String action = java.net.URLDecoder.decode(path.substring(9, path.indexOf('?') < 0 ? path.length() : path.indexOf('?')), StandardCharsets.UTF_8);
        asked++;
        reply(keys.contains(action) ? did(action, rr++) : ("{\"action\":\"" + action + "\",\"status\":\"not_done\"}").getBytes(), null);
      } else if (path.equals("/v1/chat/completions")) {
        Rec r = rec(now, 'L', header(h, "x-agent"), Integer.parseInt(header(h, "x-turn")));
        llm++; if (r.dup) llmDup++;
        if (latencyNs == 0) reply(LLM[rr++ & 255], r); else due.add(new Due(now + latencyNs, seq++, this, LLM[rr++ & 255], r));
      } else if (path.equals("/effect")) {
        Rec r = rec(now, 'E', header(h, "x-agent"), Integer.parseInt(header(h, "x-turn")));
        boolean newKey = keys.add(header(h, "idempotency-key"));
        eff++; if (r.dup) { effDup++; if (!newKey) effDupSameKey++; } else prefix(r.agent)[0]++;
        if ("1".equals(header(h, "x-last")) && done.add(r.agent)) prefix(r.agent)[1]++;
        reply(EFF[rr++ & 255], r);
        if (!waiters.isEmpty()) checkWaiters();
      } else if (path.startsWith("/reset")) {
        log.clear(); seen.clear(); keys.clear(); done.clear(); byPrefix.clear(); due.clear(); llm = llmDup = eff = effDup = effDupSameKey = asked = 0;
        latencyNs = Long.parseLong(q(path, "latency")) * 1_000_000L;
        reply("{}".getBytes(), null);
      } else if (path.startsWith("/wait")) {
        String e = q(path, "effects"), d = q(path, "done");
        waiters.add(new Object[]{this, e != null ? "E" : "D", Integer.parseInt(e != null ? e : d), q(path, "prefix")});
        checkWaiters();
      } else if (path.startsWith("/stats")) {
        reply(stats().getBytes(), null);
      } else if (path.startsWith("/log")) {
        StringBuilder b = new StringBuilder(log.size() * 48);
        for (Rec r : log) b.append(r.at).append(',').append(r.out).append(',').append(r.kind).append(',').append(r.agent).append(',').append(r.step).append(',').append(r.dup ? 1 : 0).append('\n');
        reply(b.toString().getBytes(), null);
      } else reply("{\"error\":\"no such path\"}".getBytes(), null);
    }
    void reply(byte[] body, Rec r) {
      try {
        byte[] hd = ("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: " + body.length + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer b = ByteBuffer.allocate(hd.length + body.length); b.put(hd).put(body).flip();
        if (out != null) { ByteBuffer m = ByteBuffer.allocate(out.remaining() + b.remaining()); m.put(out).put(b).flip(); out = m; }
        else out = b;
        flush();
        if (r != null) r.out = System.nanoTime();
      } catch (Exception e) { try { ch.close(); } catch (Exception x) { } }
    }
    void flush() throws Exception {
      ch.write(out);
      if (out.hasRemaining()) key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
      else { out = null; if (key.isValid() && key.interestOps() != SelectionKey.OP_READ) key.interestOps(SelectionKey.OP_READ); }
    }
  }

  // Whoever says neither agent nor turn in headers says the job in the conversation: "job <agent> of <turns>;".
  static String[] job(String body) {
    int i = body.indexOf("job p");
    if (i < 0) throw new IllegalArgumentException("no job in " + body);
    return body.substring(i + 4, body.indexOf(';', i)).split(" of ");
  }
  static int count(String in, String what) { int n = 0; for (int i = in.indexOf(what); i >= 0; i = in.indexOf(what, i + what.length())) n++; return n; }
  static String text(String json, String name) { // of a field that holds no escapes
    int i = json.indexOf("\"" + name + "\":\"") + name.length() + 4;
    return json.substring(i, json.indexOf('"', i));
  }
  static byte[] call(String job, String tool, int n) { // 1,024 bytes, as LLM[]
    String pre = "{\"id\":\"chatcmpl-stub\",\"object\":\"chat.completion\",\"model\":\"stub\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"";
    String post = "\",\"tool_calls\":[{\"id\":\"call_1\",\"type\":\"function\",\"function\":{\"name\":\"" + tool + "\",\"arguments\":\"{\\\"job\\\":\\\"" + job + "\\\",\\\"move\\\":" + (n & 255) + "}\"}}]},\"finish_reason\":\"tool_calls\"}],\"usage\":{\"prompt_tokens\":900,\"completion_tokens\":60,\"total_tokens\":960}}";
    return (pre + WORDS[n & 255].substring(0, 1024 - pre.length() - post.length()) + post).getBytes();
  }
  static byte[] did(String action, int n) { // 1,024 bytes, as EFF[]
    String pre = "{\"action\":\"" + action + "\",\"status\":\"done\",\"output\":{\"content\":\"", post = "\"}}";
    return (pre + WORDS[n & 255].substring(0, 1024 - pre.length() - post.length()) + post).getBytes();
  }

  static Rec rec(long now, char kind, String agent, int step) {
    Rec r = new Rec(); r.at = now; r.kind = kind; r.agent = agent; r.step = step;
    r.dup = seen.merge(kind + agent + "/" + step, 1, Integer::sum) > 1;
    log.add(r); return r;
  }
  static String stats() {
    return "{\"llm\":" + llm + ",\"llmDup\":" + llmDup + ",\"effects\":" + eff + ",\"effDup\":" + effDup + ",\"effDupSameKey\":" + effDupSameKey + ",\"asked\":" + asked + ",\"done\":" + done.size() + "}";
  }
  static void checkWaiters() {
    for (Iterator<Object[]> it = waiters.iterator(); it.hasNext(); ) {
      Object[] w = it.next(); Conn c = (Conn) w[0];
      if (!c.ch.isOpen()) { it.remove(); continue; }
      int[] p = w[3] == null ? new int[]{eff - effDup, done.size()} : byPrefix.getOrDefault(w[3], new int[2]);
      int have = w[1].equals("E") ? p[0] : p[1];
      if (have >= (Integer) w[2]) { it.remove(); c.reply(stats().getBytes(), null); }
    }
  }
  static String header(String h, String name) {
    for (int i = h.indexOf('\n'); i >= 0 && i + 1 < h.length(); i = h.indexOf('\n', i + 1))
      if (h.regionMatches(true, i + 1, name, 0, name.length()) && h.charAt(i + 1 + name.length()) == ':')
        return h.substring(i + 2 + name.length(), h.indexOf('\r', i + 1)).trim();
    return null;
  }
  static String q(String path, String k) {
    for (String s : path.substring(path.indexOf('?') + 1).split("&")) if (s.startsWith(k + "=")) return s.substring(k.length() + 1);
    return null;
  }
  static String words(Random r, int len) { // text-like filler: compresses roughly like prose, not like a run of x
    StringBuilder b = new StringBuilder();
    while (b.length() < len) { Random w = new Random(r.nextInt(4000)); int n = 2 + w.nextInt(8); for (int i = 0; i < n; i++) b.append((char) ('a' + w.nextInt(26))); b.append(' '); }
    return b.substring(0, len);
  }

  public static void main(String[] a) throws Exception {
    Random r = new Random(7);
    for (int i = 0; i < PADS; i++) {
      WORDS[i] = words(new Random(i), 1024);
      String pre = "{\"id\":\"chatcmpl-stub\",\"object\":\"chat.completion\",\"model\":\"stub\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"";
      String post = "\",\"tool_calls\":[{\"id\":\"call_1\",\"type\":\"function\",\"function\":{\"name\":\"act\",\"arguments\":\"{\\\"move\\\":" + i + "}\"}}]},\"finish_reason\":\"tool_calls\"}],\"usage\":{\"prompt_tokens\":900,\"completion_tokens\":60,\"total_tokens\":960}}";
      LLM[i] = (pre + words(r, 1024 - pre.length() - post.length()) + post).getBytes();
      pre = "{\"role\":\"tool\",\"tool_call_id\":\"call_1\",\"content\":\"";
      EFF[i] = (pre + words(r, 1024 - pre.length() - 2) + "\"}").getBytes();
    }
    sel = Selector.open();
    ServerSocketChannel s = ServerSocketChannel.open();
    s.bind(new InetSocketAddress("127.0.0.1", Integer.parseInt(a[0])), 4096);
    s.configureBlocking(false); s.register(sel, SelectionKey.OP_ACCEPT);
    System.out.println("stub ready");
    while (true) {
      long now = System.nanoTime();
      while (!due.isEmpty() && due.peek().when <= now) { Due d = due.poll(); d.c.reply(d.body, d.r); }
      if (due.isEmpty()) sel.select();
      else { long ms = (due.peek().when - System.nanoTime() + 999_999) / 1_000_000; if (ms <= 0) sel.selectNow(); else sel.select(ms); }
      for (Iterator<SelectionKey> it = sel.selectedKeys().iterator(); it.hasNext(); ) {
        SelectionKey k = it.next(); it.remove();
        try {
          if (k.isAcceptable()) {
            for (SocketChannel c; (c = s.accept()) != null; ) { c.configureBlocking(false); c.socket().setTcpNoDelay(true); SelectionKey ck = c.register(sel, SelectionKey.OP_READ); ck.attach(new Conn(c, ck)); }
          } else {
            Conn c = (Conn) k.attachment();
            if (k.isWritable() && c.out != null) c.flush();
            if (k.isReadable()) c.read();
          }
        } catch (Exception e) { k.cancel(); try { k.channel().close(); } catch (Exception x) { } }
      }
    }
  }
}
