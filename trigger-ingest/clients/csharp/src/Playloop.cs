using System;
using System.Collections.Generic;
using System.Globalization;
using System.Security.Cryptography;
using System.Threading;

namespace PlayloopClient
{
    /// <summary>Tells Playloop's gateway what happens in a game: a queue in memory, and one thread
    /// that empties it. SPEC.md beside this folder says how it behaves. All methods may be called by
    /// any thread; none but Flush and Close ever waits.</summary>
    public sealed class Playloop : IDisposable
    {
        const int MaxEventBytes = 65536;
        const int MaxUntold = 100;
        static readonly DateTime Epoch = new DateTime(1970, 1, 1, 0, 0, 0, DateTimeKind.Utc);

        readonly Options options;
        readonly Clock clock;
        readonly Func<string> ids;
        readonly Func<double> chance;
        readonly Outbox outbox;
        readonly Wire wire;
        readonly Thread thread;
        readonly Stats counts = new Stats();
        readonly string source;
        List<Problem> untold = new List<Problem>();
        long untoldDrops;
        bool toldDrops;
        long version;
        long hurry;
        double since;
        double notBefore;
        int attempt;
        bool closing;
        bool closed;
        bool stopped;
        bool left;

        public Playloop(Options options) : this(options, new Clock(), Ulid.Next, AnyChance)
        {
        }

        internal Playloop(Options options, Clock clock, Func<string> ids, Func<double> chance)
        {
            options.Check();
            this.options = options;
            this.clock = clock;
            this.ids = ids;
            this.chance = chance;
            source = new Json().Text(options.Source).ToString();
            outbox = new Outbox(options);
            wire = new Wire(options);
            thread = new Thread(Run) {IsBackground = true, Name = "playloop"};
            thread.Start();
        }

        static double AnyChance()
        {
            var some = new byte[4];
            using (RandomNumberGenerator random = RandomNumberGenerator.Create())
            {
                random.GetBytes(some);
            }
            return BitConverter.ToUInt32(some, 0) / 4294967296.0;
        }

        /// <summary>Returns at once, and whether the event was taken in.</summary>
        public bool Send(Event sent)
        {
            string id = sent.OwnId ?? ids();
            byte[] json;
            try
            {
                json = Written(sent, id);
            }
            catch (Refusal e)
            {
                lock (clock.Lock)
                {
                    counts.Taken++;
                    counts.Refused++;
                    Tell(new Problem {Kind = ProblemKind.Refused, Id = id, Field = e.Field,
                        Expected = e.Expected, Got = e.Got});
                    clock.Wake();
                    return false;
                }
            }
            lock (clock.Lock)
            {
                return Enqueue(sent, id, json);
            }
        }

        byte[] Written(Event sent, string id)
        {
            Present("id", id);
            Present("type", sent.Type);
            string time = sent.OwnTime ?? Epoch.AddMilliseconds(clock.Wall())
                .ToString("yyyy-MM-ddTHH:mm:ss.fff'Z'", CultureInfo.InvariantCulture);
            var json = new Json().Raw("{\"specversion\":\"1.0\",\"id\":").Text(id)
                .Raw(",\"source\":").Raw(source).Raw(",\"type\":").Text(sent.Type)
                .Raw(",\"time\":").Text(time).Raw(",\"data\":");
            sent.Write(json, NextVersion);
            byte[] bytes = json.Raw("}").Bytes();
            int most = Math.Min(MaxEventBytes, options.BatchBytes - 2);
            if (bytes.Length > most)
            {
                throw new Refusal("data", "at most " + most + " bytes", bytes.Length + " bytes");
            }
            return bytes;
        }

        static void Present(string name, string value)
        {
            if (string.IsNullOrEmpty(value))
            {
                throw new Refusal(name, "a text", value == null ? "nothing" : "something else");
            }
        }

        long NextVersion()
        {
            lock (clock.Lock)
            {
                return version = Math.Max(version + 1, clock.Wall());
            }
        }

        bool Enqueue(Event sent, string id, byte[] json)
        {
            counts.Taken++;
            if (closing || stopped)
            {
                counts.Dropped++;
                return false;
            }
            if (outbox.Queued == 0)
            {
                since = clock.Now();
            }
            int coalesced;
            int dropped;
            bool taken = outbox.Add(id, json, sent.Key, out coalesced, out dropped);
            counts.Coalesced += coalesced;
            counts.Dropped += dropped;
            untoldDrops += dropped;
            counts.Cut += taken && sent.Cut ? 1 : 0;
            if (dropped > 0 || outbox.Queued == 1 || outbox.IsFull)
            {
                clock.Wake();
            }
            return taken;
        }

        /// <summary>How many events were taken, and what became of them.</summary>
        public Stats Stats()
        {
            lock (clock.Lock)
            {
                return counts.Copy(outbox.Count);
            }
        }

        /// <summary>Waits until all that was taken so far has been answered; false where it has
        /// not.</summary>
        public bool Flush(int timeoutMs = 10000)
        {
            lock (clock.Lock)
            {
                double deadline = clock.Now() + timeoutMs;
                long last = outbox.Last;
                hurry = last;
                clock.Wake();
                while (outbox.Oldest <= last && !stopped && !closed)
                {
                    if (clock.Now() >= deadline)
                    {
                        return false;
                    }
                    clock.Wait(deadline);
                }
                return !stopped && !left && outbox.Oldest > last;
            }
        }

        /// <summary>Takes no more, sends what waits, and ends. What is left by then counts as
        /// dropped.</summary>
        public bool Close(int timeoutMs = 10000)
        {
            lock (clock.Lock)
            {
                closing = true;
                bool done = Flush(timeoutMs);
                Leave();
                closed = true;
                clock.Wake();
                return done;
            }
        }

        /// <summary>As Close, for at most ten seconds.</summary>
        public void Dispose()
        {
            Close();
        }

        void Leave()
        {
            int some = outbox.Leave();
            counts.Dropped += some;
            left |= some > 0;
        }

        internal bool IsAlive
        {
            get { return thread.IsAlive; }
        }

        public override string ToString()
        {
            return "Playloop(" + options.Endpoint + ", token=***)";
        }

        void Run()
        {
            using (wire)
            {
                while (true)
                {
                    List<Waiting> batch;
                    List<Problem> told;
                    bool ends;
                    lock (clock.Lock)
                    {
                        batch = Next();
                        told = News();
                        ends = closed;
                    }
                    told.ForEach(CallBack);
                    if (batch != null)
                    {
                        Answer answer = wire.Post(batch);
                        lock (clock.Lock)
                        {
                            if (!closed)
                            {
                                Answered(batch, answer);
                            }
                        }
                    }
                    else if (ends && told.Count == 0)
                    {
                        return;
                    }
                }
            }
        }

        /// <summary>The batch to send now, or null where there is something to tell, or an
        /// end.</summary>
        List<Waiting> Next()
        {
            while (true)
            {
                if (untold.Count > 0 || (untoldDrops > 0 && !toldDrops) || closed)
                {
                    return null;
                }
                double due = double.PositiveInfinity;
                if (outbox.Batch != null)
                {
                    due = notBefore;
                    if (clock.Now() >= due)
                    {
                        return outbox.Batch;
                    }
                }
                else if (outbox.Queued > 0)
                {
                    due = since + options.LingerMs;
                    if (outbox.Oldest <= hurry || outbox.IsFull || clock.Now() >= due)
                    {
                        outbox.Take();
                        continue;
                    }
                }
                clock.Wait(due);
            }
        }

        void Answered(List<Waiting> batch, Answer answer)
        {
            int status = answer == null ? 0 : answer.Status;
            if (status == 202)
            {
                Done(batch, new List<Waiting>(), new List<Waiting>());
                counts.Accepted += batch.Count;
                toldDrops = false;
            }
            else if (answer == null || status == 408 || status == 429
                || (status >= 500 && status <= 599))
            {
                attempt++;
                counts.Retries++;
                notBefore = clock.Now()
                    + Math.Max(Backoff(), answer == null ? 0 : answer.RetryAfterMs);
            }
            else if (status == 400 || status == 413 || status == 422)
            {
                Refused(batch, answer.Refused(batch));
            }
            else
            {
                stopped = true;
                Leave();
                Tell(new Problem {Kind = ProblemKind.Stopped, Status = status,
                    Detail = answer.Detail});
            }
            clock.Wake();
        }

        double Backoff()
        {
            double grown = Math.Min(options.BackoffMaxMs,
                options.BackoffMs * Math.Pow(2, Math.Min(attempt - 1, 20)));
            return grown * (0.5 + chance() / 2);
        }

        /// <summary>Those that the answer names are left out. Where it names none they are sent in
        /// halves, until it is plain which one is meant.</summary>
        void Refused(List<Waiting> batch, SortedDictionary<int, Problem> named)
        {
            var wrong = new List<Waiting>();
            var rest = new List<Waiting>();
            for (int i = 0; i < batch.Count; i++)
            {
                (named.ContainsKey(i) ? wrong : rest).Add(batch[i]);
            }
            int half = named.Count > 0 ? rest.Count : (rest.Count + 1) / 2;
            Done(wrong, rest.GetRange(0, half), rest.GetRange(half, rest.Count - half));
            counts.Refused += wrong.Count;
            foreach (Problem problem in named.Values)
            {
                Tell(problem);
            }
        }

        void Done(List<Waiting> events, List<Waiting> first, List<Waiting> second)
        {
            outbox.Answered(events, first, second);
            attempt = 0;
            notBefore = 0;
        }

        void Tell(Problem problem)
        {
            if (untold.Count < MaxUntold)
            {
                untold.Add(problem);
            }
        }

        List<Problem> News()
        {
            List<Problem> told = untold;
            untold = new List<Problem>();
            if (untoldDrops > 0 && (!toldDrops || closed))
            {
                told.Add(new Problem {Kind = ProblemKind.Dropped, Count = untoldDrops});
                untoldDrops = 0;
                toldDrops = true;
            }
            return told;
        }

        void CallBack(Problem problem)
        {
            try
            {
                if (options.OnProblem != null)
                {
                    options.OnProblem(problem);
                }
            }
            catch (Exception)
            {
                // The game's own fault, and no reason to lose its events.
            }
        }
    }
}
