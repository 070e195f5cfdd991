namespace Playloop.Types
{

    public partial class Events
    {
        public Trigger? Trigger { get; set; }
        public WorldEvent? WorldEvent { get; set; }
    }

    public partial class Trigger
    {
        /// <summary>
        /// who should react, such as tally/ada
        /// </summary>
        public string Agent { get; set; }

        /// <summary>
        /// when it happened
        /// </summary>
        public DateTimeOffset? At { get; set; }

        /// <summary>
        /// what the world says about it, any JSON; shown to the model as data
        /// </summary>
        public object? Data { get; set; }

        /// <summary>
        /// how many agents this chain of triggers has gone through
        /// </summary>
        public long? Hops { get; set; }

        /// <summary>
        /// unique per event, so that the same event twice acts once; left out, topic-partition-offset
        /// </summary>
        public string? Id { get; set; }

        /// <summary>
        /// what happened, such as chat.message; limits and boundaries go by it
        /// </summary>
        public string Kind { get; set; }

        /// <summary>
        /// 0 to 100; left out, that of its kind
        /// </summary>
        public long? Priority { get; set; }

        /// <summary>
        /// id of the message that is owed an answer
        /// </summary>
        public string? ReplyTo { get; set; }

        /// <summary>
        /// who or what it is about
        /// </summary>
        public TriggerSubject? Subject { get; set; }

        /// <summary>
        /// what happened, in words for the model
        /// </summary>
        public string? Text { get; set; }

        public long? V { get; set; }

        /// <summary>
        /// version of the world event that its agent is to have seen: the first turn waits for the
        /// view that has it, as long as its world says; such versions grow over the scene
        /// </summary>
        public long? WorldVersion { get; set; }
    }

    /// <summary>
    /// who or what it is about
    /// </summary>
    public partial class TriggerSubject
    {
        public string Id { get; set; }

        /// <summary>
        /// such as user or battle
        /// </summary>
        public string Type { get; set; }
    }

    public partial class WorldEvent
    {
        /// <summary>
        /// when it happened
        /// </summary>
        public DateTimeOffset At { get; set; }

        public WorldEventChange Change { get; set; }

        /// <summary>
        /// unique per event
        /// </summary>
        public string Id { get; set; }

        /// <summary>
        /// the part of the world whose entities belong together
        /// </summary>
        public string Scene { get; set; }

        public long? V { get; set; }

        /// <summary>
        /// grows with each change of the entity; older ones are ignored
        /// </summary>
        public long Version { get; set; }

        public string World { get; set; }
    }

    public partial class WorldEventChange
    {
        public string? Entity { get; set; }
        public string? Kind { get; set; }
        public object? State { get; set; }
        public TypeEnum Type { get; set; }
        public double? X { get; set; }
        public double? Y { get; set; }
        public string? Actor { get; set; }
        public string? To { get; set; }
        public object? Data { get; set; }
        public string? Text { get; set; }
    }

    public enum TypeEnum { ActorMoved, Happening, Moved, Put, Removed };
}
