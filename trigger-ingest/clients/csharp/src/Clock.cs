using System;
using System.Diagnostics;
using System.Security.Cryptography;
using System.Threading;

namespace PlayloopClient
{
    /// <summary>Time, and waiting for it. Tests put another one in its place.</summary>
    class Clock
    {
        static readonly DateTime Epoch = new DateTime(1970, 1, 1, 0, 0, 0, DateTimeKind.Utc);
        internal readonly object Lock = new object();

        /// <summary>Milliseconds that only grow.</summary>
        internal virtual double Now()
        {
            return Stopwatch.GetTimestamp() * 1000.0 / Stopwatch.Frequency;
        }

        /// <summary>Milliseconds since 1970.</summary>
        internal virtual long Wall()
        {
            return (long) (DateTime.UtcNow - Epoch).TotalMilliseconds;
        }

        /// <summary>Until then, or until somebody wakes; infinite: until somebody wakes. With the
        /// lock held.</summary>
        internal virtual void Wait(double until)
        {
            if (double.IsInfinity(until))
            {
                Monitor.Wait(Lock);
            }
            else
            {
                Monitor.Wait(Lock, (int) Math.Max(0, Math.Min(3600000, Math.Ceiling(until - Now()))));
            }
        }

        /// <summary>With the lock held.</summary>
        internal virtual void Wake()
        {
            Monitor.PulseAll(Lock);
        }
    }

    /// <summary>Ids that nobody else makes: 48 bits of time and 80 of chance.</summary>
    static class Ulid
    {
        const string Alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
        static readonly RandomNumberGenerator Random = RandomNumberGenerator.Create();
        static readonly Clock Clock = new Clock();
        static readonly byte[] Chance = new byte[4096];
        static int used = Chance.Length;

        internal static string Next()
        {
            long time = Clock.Wall();
            var id = new char[26];
            for (int i = 0; i < 10; i++)
            {
                id[i] = Alphabet[(int) (time >> (45 - 5 * i)) & 31];
            }
            lock (Chance)
            {
                if (used == Chance.Length)
                {
                    Random.GetBytes(Chance);
                    used = 0;
                }
                for (int i = 0; i < 16; i++)
                {
                    id[10 + i] = Alphabet[Chance[used++] & 31];
                }
            }
            return new string(id);
        }
    }
}
