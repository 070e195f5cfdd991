// A game for agents of Playloop: C# 6, its own library and one file; Debian's mono, or .NET. The contract: docs/game-contract.md.
// mcs -out:game.exe Game.cs; GAME_SECRET=… [GAME_PORT=7777] [GAME_STORE=game.log] [GAME_TEST=1] mono game.exe
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading;
using Fields = System.Collections.Generic.Dictionary<string, object>;

// What a call changes, or null for nothing: how much a counter rises. And what the agent is told.
class Played {
    public string Counter;
    public long By;
    public Fields Told;
}

class Said {
    public int Status;
    public Fields Body;
}

class Asked {
    public string Method, Target; // as they were sent
    public Dictionary<string, string> Headers = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
    public byte[] Body;

    public string Header(string name) { return Headers.ContainsKey(name) ? Headers[name] : ""; }
}

class Game {
    const int Late = 300; // seconds
    const int MaxBody = 1 << 20, MaxHead = 1 << 16, Patience = 10000; // bytes, and milliseconds
    static readonly byte[] Secret = Encoding.UTF8.GetBytes(Environment.GetEnvironmentVariable("GAME_SECRET") ?? "");

    readonly Dictionary<string, Fields> kept = new Dictionary<string, Fields>(); // answers by action
    readonly Dictionary<string, long> counters = new Dictionary<string, long>(); // the world
    readonly Dictionary<string, Func<Fields, Played>> tools = new Dictionary<string, Func<Fields, Played>>();
    readonly FileStream log;
    readonly long born;

    Game(string store) {
        // Your tools.
        tools["look_at_bell"] = args => new Played { Told = new Fields { { "rung", Total("bell") } } };
        tools["ring_bell"] = args => new Played { Counter = "bell", By = 1, Told = new Fields { { "rung", Total("bell") + 1 } } };
        if (Environment.GetEnvironmentVariable("GAME_TEST") == "1") { // for `./playloop worlds check`
            tools["playloop_probe_read"] = args => new Played { Told = new Fields { { "total", Total((string) args["counter"]) } } };
            tools["playloop_probe_add"] = args => new Played {
                Counter = (string) args["counter"], By = (long) args["n"],
                Told = new Fields { { "total", Total((string) args["counter"]) + (long) args["n"] } } };
        }
        log = new FileStream(store, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.Read);
        var all = new byte[log.Length];
        for (int read = 0; read < all.Length; ) read += log.Read(all, read, all.Length - read);
        int end = Array.LastIndexOf(all, (byte) '\n') + 1;
        log.SetLength(end); // what was cut off in its midst was never answered
        log.Seek(end, SeekOrigin.Begin);
        foreach (var line in Encoding.UTF8.GetString(all, 0, end).Split(new[] { '\n' }, StringSplitOptions.RemoveEmptyEntries)) {
            var read = Json.Object(line);
            if (born == 0) born = (long) read["born"];
            else Apply(read);
        }
        if (born == 0) Write(new Fields { { "born", born = Now() } });
    }

    static long Now() { return DateTimeOffset.UtcNow.ToUnixTimeSeconds(); }

    long Total(string counter) { return counters.ContainsKey(counter) ? counters[counter] : 0; }

    // An answer and its effect are one line of the file, so both are there or none.
    void Apply(Fields line) {
        var answer = (Fields) line["answer"];
        kept[(string) answer["action"]] = answer;
        if (line.ContainsKey("counter")) counters[(string) line["counter"]] = Total((string) line["counter"]) + (long) line["by"];
    }

    void Write(Fields line) {
        try {
            var bytes = Encoding.UTF8.GetBytes(Json.Text(line) + "\n");
            log.Write(bytes, 0, bytes.Length);
            log.Flush(true);
        } catch (IOException) {
            Environment.FailFast("nobody knows how much of it is in the file: whoever starts it again reads it");
        }
    }

    Said Act(Fields action) {
        var id = (string) action["action"];
        if (kept.ContainsKey(id)) return new Said { Status = 200, Body = kept[id] };
        var notAfter = DateTimeOffset.Parse((string) action["notAfter"], CultureInfo.InvariantCulture);
        if (notAfter < DateTimeOffset.UtcNow) return No(409, "expired", "It came too late.");
        var answer = new Fields { { "action", id } };
        Func<Fields, Played> tool;
        Played played = tools.TryGetValue((string) action["tool"], out tool) ? tool((Fields) action["args"]) : null;
        answer["status"] = played == null ? "refused" : "done";
        if (played == null) answer["error"] = No(200, "unknown_tool", "There is no such tool.").Body["error"];
        else answer["output"] = played.Told;
        if ((string) action["effect"] == "write") { // written before it is answered
            var line = new Fields { { "answer", answer } };
            if (played != null && played.Counter != null) { line["counter"] = played.Counter; line["by"] = played.By; }
            Write(line);
            Apply(line);
        }
        return new Said { Status = 200, Body = answer };
    }

    static Said No(int status, string code, string message) {
        return new Said { Status = status, Body = new Fields { { "error", new Fields { { "code", code }, { "message", message } } } } };
    }

    static bool AreSame(string one, string other) { // takes as long wherever they differ
        int differs = one.Length ^ other.Length;
        for (int i = 0; i < Math.Min(one.Length, other.Length); i++) differs |= one[i] ^ other[i];
        return differs == 0;
    }

    Said Answer(Asked asked) {
        var at = asked.Header("Playloop-Timestamp");
        var signed = Encoding.UTF8.GetBytes(at + "\n" + asked.Method + "\n" + asked.Target + "\n").Concat(asked.Body).ToArray();
        string right;
        using (var mac = new HMACSHA256(Secret)) right = "v1=" + string.Concat(mac.ComputeHash(signed).Select(b => b.ToString("x2")));
        if (!AreSame(right, asked.Header("Playloop-Signature")) || Math.Abs(Now() - long.Parse(at)) >= Late) {
            return No(401, "signature", "Not signed now.");
        }
        if (asked.Method == "POST" && asked.Target == "/actions") {
            var action = Json.Object(Encoding.UTF8.GetString(asked.Body));
            var isItsKey = asked.Header("Idempotency-Key") == (string) action["action"];
            return isItsKey ? Act(action) : No(400, "key", "Not the action's id.");
        }
        var path = Regex.Match(asked.Target, "^/actions/([^?]+)(?:\\?issued=([0-9]{1,18}))?$");
        if (asked.Method != "GET" || !path.Success) return No(404, "path", "There is no such path.");
        var id = Uri.UnescapeDataString(path.Groups[1].Value);
        if (kept.ContainsKey(id)) return new Said { Status = 200, Body = kept[id] };
        var vouches = path.Groups[2].Success && born + Late < long.Parse(path.Groups[2].Value);
        return new Said { Status = 200, Body = new Fields { { "action", id }, { "status", vouches ? "not_done" : "unknown" } } };
    }

    // One request a connection.
    void Serve(TcpClient client) {
        try {
            using (client) {
                client.ReceiveTimeout = client.SendTimeout = Patience;
                var stream = new BufferedStream(client.GetStream());
                Said said;
                try {
                    var asked = Read(stream);
                    if (asked.Body == null) said = No(413, "too_large", "More than 1 MiB.");
                    else lock (this) said = Answer(asked);
                } catch (Exception e) when (!(e is IOException)) { // what nobody can read has no effect
                    said = No(400, "request", "Not a request of the contract.");
                }
                var body = Encoding.UTF8.GetBytes(Json.Text(said.Body));
                var head = Encoding.ASCII.GetBytes("HTTP/1.1 " + said.Status + " Said\r\nContent-Type: application/json\r\n"
                    + "Content-Length: " + body.Length + "\r\nConnection: close\r\n\r\n");
                stream.Write(head, 0, head.Length);
                stream.Write(body, 0, body.Length);
                stream.Flush();
            }
        } catch (IOException) { } // whoever asked has gone
    }

    static Asked Read(Stream stream) {
        var head = new StringBuilder();
        while (head.Length < 4 || head.ToString(head.Length - 4, 4) != "\r\n\r\n") {
            int next = stream.ReadByte();
            if (next < 0) throw new EndOfStreamException();
            if (head.Length > MaxHead) throw new FormatException("a head without end");
            head.Append((char) next);
        }
        var lines = head.ToString().Split(new[] { "\r\n" }, StringSplitOptions.RemoveEmptyEntries);
        var first = lines[0].Split(' ');
        var asked = new Asked { Method = first[0], Target = first[1], Body = new byte[0] };
        foreach (var line in lines.Skip(1)) asked.Headers[line.Substring(0, line.IndexOf(':')).Trim()] = line.Substring(line.IndexOf(':') + 1).Trim();
        if (asked.Headers.ContainsKey("Transfer-Encoding")) throw new FormatException("a body without length");
        int length = asked.Headers.ContainsKey("Content-Length") ? int.Parse(asked.Header("Content-Length")) : 0;
        asked.Body = length > MaxBody ? null : new byte[length];
        for (int read = 0, got; asked.Body != null && read < length; read += got) {
            got = stream.Read(asked.Body, read, length - read);
            if (got <= 0) throw new EndOfStreamException();
        }
        return asked;
    }

    static void Main() {
        if (Secret.Length == 0) throw new InvalidOperationException("GAME_SECRET is missing");
        var game = new Game(Environment.GetEnvironmentVariable("GAME_STORE") ?? "game.log");
        var listener = new TcpListener(IPAddress.Loopback, int.Parse(Environment.GetEnvironmentVariable("GAME_PORT") ?? "7777"));
        listener.Start(64);
        Console.Out.Write("http://127.0.0.1:" + ((IPEndPoint) listener.LocalEndpoint).Port + "\n");
        Console.Out.Flush();
        while (true) {
            var client = listener.AcceptTcpClient();
            new Thread(() => game.Serve(client)).Start();
        }
    }
}

// Objects are fields, arrays lists, whole numbers longs.
class Json {
    readonly string text;
    int at;

    Json(string text) { this.text = text; }

    public static Fields Object(string text) {
        var json = new Json(text);
        var read = json.Value(0);
        if (json.Peek() != 0) throw new FormatException("more than one value");
        return (Fields) read;
    }

    char Peek() {
        while (at < text.Length && " \t\r\n".IndexOf(text[at]) >= 0) at++;
        return at < text.Length ? text[at] : '\0';
    }

    object Take(string expected, object value) {
        Peek();
        if (string.CompareOrdinal(text, at, expected, 0, expected.Length) != 0) throw new FormatException("no " + expected + " at " + at);
        at += expected.Length;
        return value;
    }

    object Value(int depth) {
        if (depth > 64) throw new FormatException("too deep");
        switch (Peek()) {
            case '{':
                var fields = new Fields();
                for (at++; Peek() != '}'; ) {
                    if (fields.Count > 0) Take(",", null);
                    Peek();
                    var name = String();
                    Take(":", null);
                    fields[name] = Value(depth + 1);
                }
                at++;
                return fields;
            case '[':
                var elements = new List<object>();
                for (at++; Peek() != ']'; ) {
                    if (elements.Count > 0) Take(",", null);
                    elements.Add(Value(depth + 1));
                }
                at++;
                return elements;
            case '"': return String();
            case 't': return Take("true", true);
            case 'f': return Take("false", false);
            case 'n': return Take("null", null);
            default:
                int from = at;
                while (at < text.Length && "+-.0123456789eE".IndexOf(text[at]) >= 0) at++;
                var number = text.Substring(from, at - from);
                long whole;
                return long.TryParse(number, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out whole)
                    ? (object) whole : double.Parse(number, CultureInfo.InvariantCulture);
        }
    }

    string String() {
        if (text[at++] != '"') throw new FormatException("no text at " + at);
        var read = new StringBuilder();
        for (char c = text[at++]; c != '"'; c = text[at++]) {
            if (c == '\\') {
                c = text[at++];
                int named = "bfnrt".IndexOf(c);
                if (named >= 0) c = "\b\f\n\r\t"[named];
                else if (c == 'u') { c = (char) int.Parse(text.Substring(at, 4), NumberStyles.AllowHexSpecifier); at += 4; }
            }
            read.Append(c);
        }
        return read.ToString();
    }

    public static string Text(object value) {
        var fields = value as Fields;
        if (fields != null) return "{" + string.Join(",", fields.Select(field => Text(field.Key) + ":" + Text(field.Value))) + "}";
        var elements = value as List<object>;
        if (elements != null) return "[" + string.Join(",", elements.Select(Text)) + "]";
        var told = value as string;
        if (told == null) return value == null ? "null" : value is bool ? ((bool) value ? "true" : "false") : ((IFormattable) value).ToString(value is double ? "R" : null, CultureInfo.InvariantCulture);
        var text = new StringBuilder("\"");
        foreach (char c in told) {
            if (c == '"' || c == '\\') text.Append('\\').Append(c);
            else if (c < ' ' || char.IsSurrogate(c)) text.Append("\\u").Append(((int) c).ToString("x4"));
            else text.Append(c);
        }
        return text.Append('"').ToString();
    }
}
