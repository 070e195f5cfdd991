namespace PlayloopClient
{
    public enum ProblemKind
    {
        /// <summary>One event is wrong, and was left out.</summary>
        Refused,
        /// <summary>Events had no room.</summary>
        Dropped,
        /// <summary>Nothing is sent any more.</summary>
        Stopped
    }

    /// <summary>What a game's developer should hear of. What does not apply is null, or 0.</summary>
    public sealed class Problem
    {
        public ProblemKind Kind { get; internal set; }
        /// <summary>Of the event that was refused.</summary>
        public string Id { get; internal set; }
        /// <summary>What the gateway answered; 0 where the client itself refused.</summary>
        public int Status { get; internal set; }
        /// <summary>What is wrong, such as data.agent.</summary>
        public string Field { get; internal set; }
        public string Expected { get; internal set; }
        public string Got { get; internal set; }
        /// <summary>How many events had no room.</summary>
        public long Count { get; internal set; }
        /// <summary>What the gateway says, in words.</summary>
        public string Detail { get; internal set; }

        public override string ToString()
        {
            return Kind + " " + Id + " " + Field + ": expected " + Expected + ", got " + Got + " "
                + Detail + (Count > 0 ? Count + " events" : "");
        }
    }

    /// <summary>How many events were taken, and what became of them: Taken is the sum of Accepted,
    /// Coalesced, Dropped, Refused and Waiting.</summary>
    public sealed class Stats
    {
        public long Taken { get; internal set; }
        public long Accepted { get; internal set; }
        public long Coalesced { get; internal set; }
        public long Dropped { get; internal set; }
        public long Refused { get; internal set; }
        public long Waiting { get; internal set; }
        /// <summary>Texts that were too long.</summary>
        public long Cut { get; internal set; }
        /// <summary>Batches that were to be sent again.</summary>
        public long Retries { get; internal set; }

        internal Stats Copy(long waiting)
        {
            var copy = (Stats) MemberwiseClone();
            copy.Waiting = waiting;
            return copy;
        }
    }
}
