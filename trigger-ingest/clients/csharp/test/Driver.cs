using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading;

namespace PlayloopClient
{
    /// <summary>Carries out the fixtures' calls on the C# client: a line of JSON in, a line of JSON
    /// out. `fixtures/README.md` says what the lines are. Time is what the judge says it is.</summary>
    sealed class Driver
    {
        const long Epoch = 1769860800000; // 2026-01-31T12:00:00Z
        const int PatienceMs = 50000;

        readonly List<object> ended = new List<object>();
        List<object> problems = new List<object>();
        JudgesClock judges;
        Clock clock = new Clock();
        Playloop client;
        volatile bool held;
        int running;
        int count;

        /// <summary>Those who wait are parked until the judge's time has come to where they wait
        /// for.</summary>
        sealed class JudgesClock : Clock
        {
            internal readonly Dictionary<int, double> Parked = new Dictionary<int, double>();
            internal double Time;

            internal override double Now()
            {
                return Time;
            }

            internal override long Wall()
            {
                return Epoch + (long) Time;
            }

            internal override void Wait(double until)
            {
                int me = Thread.CurrentThread.ManagedThreadId;
                Parked[me] = until;
                Monitor.PulseAll(Lock);
                while (Parked.ContainsKey(me))
                {
                    Monitor.Wait(Lock);
                }
            }

            internal override void Wake()
            {
                Parked.Clear();
                base.Wake();
            }
        }

        static void Main()
        {
            var output = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false));
            var driver = new Driver();
            var orders = new Queue<Dictionary<string, object>>();
            new Thread(() => driver.Read(orders)) {IsBackground = true}.Start();
            while (true)
            {
                Dictionary<string, object> order;
                lock (orders)
                {
                    while (orders.Count == 0)
                    {
                        Monitor.Wait(orders);
                    }
                    order = orders.Dequeue();
                }
                if (order.Count == 0)
                {
                    Environment.Exit(0);
                }
                var line = new Json();
                line.Write(driver.Answer(order), 0);
                output.WriteLine(line.ToString());
                output.Flush();
            }
        }

        void Read(Queue<Dictionary<string, object>> orders)
        {
            var input = new StreamReader(Console.OpenStandardInput(), new UTF8Encoding(false));
            string line;
            do
            {
                line = input.ReadLine();
                var order = line == null ? new Dictionary<string, object>() : Map(JsonReader.Read(line));
                if (line != null && (string) order["do"] == "held")
                {
                    held = (bool) order["held"];
                    Clock now = clock;
                    lock (now.Lock)
                    {
                        Monitor.PulseAll(now.Lock);
                    }
                    if (held)
                    {
                        continue;
                    }
                }
                lock (orders)
                {
                    orders.Enqueue(order);
                    Monitor.Pulse(orders);
                }
            }
            while (line != null);
        }

        Dictionary<string, object> Answer(Dictionary<string, object> order)
        {
            var answer = new Dictionary<string, object>();
            if ((string) order["do"] == "held")
            {
                return answer;
            }
            try
            {
                answer["returned"] = Obey(order);
                Settle(answer);
            }
            catch (Exception e)
            {
                answer["error"] = e.ToString();
            }
            return answer;
        }

        void Settle(Dictionary<string, object> answer)
        {
            lock (clock.Lock)
            {
                Stopwatch since = Stopwatch.StartNew();
                while (judges != null
                    && judges.Parked.Count < running + (held || !client.IsAlive ? 0 : 1))
                {
                    if (since.ElapsedMilliseconds > PatienceMs)
                    {
                        answer["error"] = "it does not come to rest";
                        return;
                    }
                    Monitor.Wait(clock.Lock, 20);
                }
                double next = judges == null || judges.Parked.Count == 0
                    ? double.PositiveInfinity : judges.Parked.Values.Min();
                answer["next"] = double.IsInfinity(next) ? null : (object) next;
                answer["problems"] = problems.ToArray();
                answer["ended"] = ended.ToArray();
                problems.Clear();
                ended.Clear();
            }
        }

        object Obey(Dictionary<string, object> order)
        {
            switch ((string) order["do"])
            {
                case "open":
                    return Open(order);
                case "call":
                    return client.Send(Made((string) order["method"], Map(Special(order["args"]))));
                case "change":
                    var state = new Dictionary<string, object> {{"energy", 3}};
                    bool given = client.Send(Event.Put("tally", "tally/plaza", "bob", "user", state));
                    state["energy"] = 4;
                    return given;
                case "time":
                    lock (judges.Lock)
                    {
                        judges.Time = Number(order, "now");
                        judges.Wake();
                    }
                    return null;
                case "flush":
                case "close":
                    Begin((string) order["do"], (int) Number(order, "ms"));
                    return null;
                case "flush-now":
                    return client.Flush((int) Number(order, "ms"));
                case "stats":
                    return Shown(client.Stats());
                case "describe":
                    return client.ToString();
                case "ulids":
                    return Enumerable.Range(0, (int) Number(order, "count")).Select(i => Ulid.Next());
                case "speed":
                    return Speed((int) Number(order, "count"));
                default:
                    return null;
            }
        }

        object Open(Dictionary<string, object> order)
        {
            if (client != null)
            {
                client.Close(0);
            }
            held = false;
            running = count = 0;
            ended.Clear();
            var heard = problems = new List<object>();
            bool real = Get(order, "real", false);
            judges = real ? null : new JudgesClock();
            clock = judges ?? new Clock();
            Clock own = clock;
            bool deaf = Get(order, "deaf", false);
            try
            {
                var options = new Options(
                    Text(order, "url"), Text(order, "token"), Text(order, "source"));
                foreach (var told in Map(Get<object>(order, "options", null)
                    ?? new Dictionary<string, object>()))
                {
                    var field = typeof(Options).GetField(
                        char.ToUpperInvariant(told.Key[0]) + told.Key.Substring(1));
                    field.SetValue(options, Convert.ChangeType(
                        told.Value, field.FieldType, CultureInfo.InvariantCulture));
                }
                options.OnProblem = problem =>
                {
                    lock (own.Lock)
                    {
                        heard.Add(Shown(problem));
                    }
                    if (deaf)
                    {
                        throw new InvalidOperationException("the game's own fault");
                    }
                };
                double chance = real ? 0 : Number(order, "chance");
                client = real ? new Playloop(options)
                    : new Playloop(options, clock, () => "e" + ++count, () => chance);
            }
            catch (ArgumentException e)
            {
                client = null;
                judges = null;
                return "refused: " + e.Message;
            }
            return true;
        }

        void Begin(string name, int ms)
        {
            Playloop of = client;
            Clock own = clock;
            lock (own.Lock)
            {
                running++;
            }
            new Thread(() =>
            {
                bool returned = name == "flush" ? of.Flush(ms) : of.Close(ms);
                lock (own.Lock)
                {
                    running--;
                    ended.Add(new Dictionary<string, object> {{name, returned}});
                    Monitor.PulseAll(own.Lock);
                }
            }) {IsBackground = true}.Start();
        }

        static Event Made(string method, Dictionary<string, object> args)
        {
            string world = Text(args, "world");
            string scene = Text(args, "scene");
            string entity = Text(args, "entity");
            Event made;
            switch (method)
            {
                case "trigger":
                    made = Trigger(args);
                    break;
                case "put":
                    made = Event.Put(world, scene, entity, Text(args, "kind"), args["state"]);
                    break;
                case "moved":
                    made = Event.Moved(world, scene, entity, Number(args, "x"),
                        Number(args, "y"));
                    break;
                case "removed":
                    made = Event.Removed(world, scene, entity);
                    break;
                case "actorMoved":
                    made = Event.ActorMoved(world, scene, Text(args, "actor"), Text(args, "to"));
                    break;
                case "happening":
                    made = Event.Happening(world, scene, Text(args, "kind"), Text(args, "text"),
                        Get<object>(args, "data", null));
                    break;
                default:
                    made = Event.Of(Text(args, "type"), args["data"]);
                    break;
            }
            if (args.ContainsKey("version"))
            {
                made.Version((long) Number(args, "version"));
            }
            if (args.ContainsKey("id"))
            {
                made.Id(Text(args, "id"));
            }
            if (args.ContainsKey("at"))
            {
                made.At(DateTimeOffset.Parse(Text(args, "at"), CultureInfo.InvariantCulture));
            }
            return made;
        }

        static Event Trigger(Dictionary<string, object> args)
        {
            Event trigger = Event.Trigger(Text(args, "agent"), Text(args, "kind"));
            foreach (var arg in args)
            {
                switch (arg.Key)
                {
                    case "subject":
                        trigger.Subject(Text(Map(arg.Value), "type"), Text(Map(arg.Value), "id"));
                        break;
                    case "text":
                        trigger.Text((string) arg.Value);
                        break;
                    case "data":
                        trigger.Data(arg.Value);
                        break;
                    case "replyTo":
                        trigger.ReplyTo((string) arg.Value);
                        break;
                    case "priority":
                        trigger.Priority((int) Number(args, "priority"));
                        break;
                    case "hops":
                        trigger.Hops((int) Number(args, "hops"));
                        break;
                    case "worldVersion":
                        trigger.WorldVersion((long) Number(args, "worldVersion"));
                        break;
                }
            }
            return trigger;
        }

        static Dictionary<string, object> Shown(Problem problem)
        {
            var shown = new Dictionary<string, object>();
            shown["kind"] = problem.Kind.ToString().ToLowerInvariant();
            foreach (var part in new Dictionary<string, object> {
                {"id", problem.Id}, {"status", problem.Status}, {"field", problem.Field},
                {"expected", problem.Expected}, {"got", problem.Got}, {"count", problem.Count},
                {"detail", problem.Detail}})
            {
                if (part.Value != null && !part.Value.Equals("") && !part.Value.Equals(0)
                    && !part.Value.Equals(0L))
                {
                    shown[part.Key] = part.Value;
                }
            }
            return shown;
        }

        static Dictionary<string, object> Shown(Stats stats)
        {
            return new Dictionary<string, object> {{"taken", stats.Taken},
                {"accepted", stats.Accepted}, {"coalesced", stats.Coalesced},
                {"dropped", stats.Dropped}, {"refused", stats.Refused}, {"waiting", stats.Waiting},
                {"cut", stats.Cut}, {"retries", stats.Retries}};
        }

        object Speed(int times)
        {
            var took = new long[times];
            for (int i = 0; i < times; i++)
            {
                long began = Stopwatch.GetTimestamp();
                client.Send(Event.Moved("tally", "tally/plaza", "bob-" + i % 1000, i, i));
                took[i] = Stopwatch.GetTimestamp() - began;
            }
            Array.Sort(took);
            double micro = Stopwatch.Frequency / 1e6;
            return new Dictionary<string, object> {{"p99", took[times * 99 / 100] / micro},
                {"max", took[times - 1] / micro}};
        }

        static object Special(object value)
        {
            var list = value as List<object>;
            if (list != null)
            {
                return list.Select(Special).ToList();
            }
            var map = value as Dictionary<string, object>;
            if (map == null)
            {
                return value;
            }
            if (!map.ContainsKey("$"))
            {
                return map.ToDictionary(field => field.Key, field => Special(field.Value));
            }
            switch (Text(map, "$"))
            {
                case "nan":
                    return new Dictionary<string, object> {{"n", double.NaN}};
                case "cycle":
                    var circle = new List<object>();
                    circle.Add(circle);
                    return circle;
                case "deep":
                    object deep = 0;
                    for (int i = 0; i < (int) Number(map, "levels"); i++)
                    {
                        deep = new[] {deep};
                    }
                    return deep;
                default:
                    string unit = Text(map, "unit") ?? "x";
                    return new StringBuilder().Insert(0, unit, (int) Number(map, "length")).ToString();
            }
        }

        static Dictionary<string, object> Map(object value)
        {
            return (Dictionary<string, object>) value;
        }

        static T Get<T>(Dictionary<string, object> map, string name, T otherwise)
        {
            object value;
            return map.TryGetValue(name, out value) && value != null ? (T) value : otherwise;
        }

        static string Text(Dictionary<string, object> map, string name)
        {
            return Get<string>(map, name, null);
        }

        static double Number(Dictionary<string, object> map, string name)
        {
            return Convert.ToDouble(map[name], CultureInfo.InvariantCulture);
        }
    }
}
