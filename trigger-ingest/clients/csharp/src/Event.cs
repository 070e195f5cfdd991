using System;
using System.Collections.Generic;
using System.Globalization;

namespace PlayloopClient
{
    /// <summary>Something that happened, for Playloop.Send. What is not said is not sent.</summary>
    public sealed class Event
    {
        const string WorldEvent = "dev.playloop.world-event";
        const int MaxText = 16000;

        static readonly string[] TriggerParts =
            {"agent", "subject", "text", "data", "replyTo", "priority", "hops",
                "worldVersion"};

        readonly Dictionary<string, object> parts;
        readonly Dictionary<string, object> change;
        readonly object whole;
        long? version;

        internal string Type { get; private set; }
        internal string Key { get; private set; }
        internal string OwnId { get; private set; }
        internal string OwnTime { get; private set; }
        internal bool Cut { get; private set; }

        Event(string type, Dictionary<string, object> parts, Dictionary<string, object> change,
            object whole)
        {
            Type = type;
            this.parts = parts;
            this.change = change;
            this.whole = whole;
        }

        /// <summary>Something that an agent, such as society/ada, should react to.</summary>
        public static Event Trigger(string agent, string kind)
        {
            return new Event(kind, new Dictionary<string, object>(), null, null)
                .Part("agent", agent);
        }

        /// <summary>Any event, as the gateway takes it.</summary>
        public static Event Of(string type, object data)
        {
            return new Event(type, null, null, data);
        }

        /// <summary>An entity is now so.</summary>
        public static Event Put(string world, string scene, string entity, string kind, object state)
        {
            return World(world, scene, "put", "entity", entity, "kind", kind, "state", state);
        }

        /// <summary>An entity is now there, in tiles, to three places. Of those that wait only the newest of an entity is
        /// sent.</summary>
        public static Event Moved(string world, string scene, string entity, double x,
            double y)
        {
            Event moved = World(world, scene, "moved", "entity", entity, "x", x, "y", y);
            if (world != null && scene != null && entity != null)
            {
                moved.Key = world.Length + ":" + world + scene.Length + ":" + scene + entity;
            }
            return moved;
        }

        /// <summary>An entity is gone.</summary>
        public static Event Removed(string world, string scene, string entity)
        {
            return World(world, scene, "removed", "entity", entity);
        }

        /// <summary>An actor is in the scene `to` from now on.</summary>
        public static Event ActorMoved(string world, string scene, string actor, string to)
        {
            return World(world, scene, "actor-moved", "actor", actor, "to", to);
        }

        /// <summary>Something happened in a scene that leaves no state.</summary>
        public static Event Happening(string world, string scene, string kind, string text,
            object data = null)
        {
            return data == null
                ? World(world, scene, "happening", "kind", kind, "text", text)
                : World(world, scene, "happening", "kind", kind, "text", text, "data", data);
        }

        static Event World(string world, string scene, string type, params object[] said)
        {
            var change = new Dictionary<string, object> {{"type", type}};
            for (int i = 0; i < said.Length; i += 2)
            {
                change[(string) said[i]] = said[i + 1];
            }
            var parts = new Dictionary<string, object> {{"world", world}, {"scene", scene}};
            return new Event(WorldEvent, parts, change, null);
        }

        /// <summary>Who or what a trigger is about.</summary>
        public Event Subject(string type, string id)
        {
            return Part("subject", new Dictionary<string, object> {{"type", type}, {"id", id}});
        }

        /// <summary>What happened, in words for the model; cut at 16,000 characters.</summary>
        public Event Text(string text)
        {
            string brief = text == null ? null : Json.Brief(text, MaxText);
            Cut = brief != text;
            return Part("text", brief);
        }

        /// <summary>JSON of a trigger: dictionaries, lists, texts, numbers, booleans.</summary>
        public Event Data(object json)
        {
            return Part("data", json);
        }

        /// <summary>The id of the message that is owed an answer.</summary>
        public Event ReplyTo(string message)
        {
            return Part("replyTo", message);
        }

        /// <summary>0 to 100; left out, that of its kind.</summary>
        public Event Priority(int priority)
        {
            return Part("priority", priority);
        }

        /// <summary>How many agents this chain of triggers has gone through.</summary>
        public Event Hops(int hops)
        {
            return Part("hops", hops);
        }

        /// <summary>Version of the world event that the agent is to have seen, as it was given with
        /// it.</summary>
        public Event WorldVersion(long version)
        {
            return Part("worldVersion", version);
        }

        /// <summary>Grows with each change of the entity; left out, the clock says it.</summary>
        public Event Version(long version)
        {
            this.version = version;
            return this;
        }

        /// <summary>Of the game's own; with the client's source the event is known by it.</summary>
        public Event Id(string id)
        {
            OwnId = id;
            return this;
        }

        /// <summary>When it happened; left out, when it is sent.</summary>
        public Event At(DateTimeOffset at)
        {
            OwnTime = at.Offset == TimeSpan.Zero
                ? at.ToString("yyyy-MM-ddTHH:mm:ss.fff'Z'", CultureInfo.InvariantCulture)
                : at.ToString(
                    at.Millisecond == 0 ? "yyyy-MM-ddTHH:mm:sszzz" : "yyyy-MM-ddTHH:mm:ss.fffzzz",
                    CultureInfo.InvariantCulture);
            return this;
        }

        Event Part(string name, object value)
        {
            if (parts == null)
            {
                throw new InvalidOperationException("the data of this event was given as a whole");
            }
            parts[name] = value;
            return this;
        }

        /// <summary>Parts stand in their order, whatever order they were said in.</summary>
        internal void Write(Json json, Func<long> nextVersion)
        {
            if (parts == null)
            {
                json.Write(whole, 0);
                return;
            }
            var data = new List<KeyValuePair<string, object>>();
            if (change != null)
            {
                data.Add(new KeyValuePair<string, object>("world", parts["world"]));
                data.Add(new KeyValuePair<string, object>("scene", parts["scene"]));
                data.Add(new KeyValuePair<string, object>("version", version ?? nextVersion()));
                data.Add(new KeyValuePair<string, object>("change", change));
            }
            else
            {
                foreach (string name in TriggerParts)
                {
                    object value;
                    if (parts.TryGetValue(name, out value) && value != null)
                    {
                        data.Add(new KeyValuePair<string, object>(name, value));
                    }
                }
            }
            json.WriteFields(data, 0);
        }
    }
}
